/** The replay viewer: a round that is over, step by step, on the same felt; its link, its file, its shuffle. */

import { LitElement, html, nothing } from "lit";
import { get } from "../core/api.js";
import { signs } from "../core/cards.js";
import { connection } from "../core/connection.js";
import { label, layoutOf } from "../core/games.js";
import { onKey } from "../core/keys.js";
import { dollars, signed } from "../core/money.js";
import { narrated } from "../core/narrating.js";
import { href } from "../core/router.js";
import { isStill } from "../core/settings.js";
import { moment } from "../core/when.js";
import { shared } from "../styles/shared.js";
import { texts } from "../texts.js";
import { replayTexts } from "../texts/replay.js";
import { clauseOf, inWords } from "./beats.js";
import { Replayed } from "./replayed.js";
import { viewerStyles } from "./viewer_styles.js";
import "../elements/felt.js";
import "../fairness/check.js";

const PACE = 1100;
const words = replayTexts;

export class HouseReplay extends LitElement {
  static properties = { table: {}, number: { type: Number }, start: { type: Number } };

  static styles = [shared, viewerStyles];

  constructor() {
    super();
    this.table = "";
    this.number = 0;
    this.start = 0;
    /** @type {Replayed | null} */
    this.replayed = null;
    this.failed = "";
    this.said = "";
    this.timer = 0;
    /** @type {(() => void)[]} */
    this.ends = [];
  }

  connectedCallback() {
    super.connectedCallback();
    // The house may say who one is after the round is shown: one's own plate is drawn by it.
    this.ends = [onKey((key) => this.#key(key)), connection.welcome.on(() => this.replayed?.draw())];
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    for (const end of this.ends) end();
    this.#pause();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if ((changed.has("table") || changed.has("number")) && this.table) void this.#fetch();
  }

  render() {
    if (this.failed) return html`<p class="panel bad" role="alert">${this.failed}</p>`;
    const { replayed } = this;
    if (!replayed) return html`<p class="lead soft" role="status">${words.loading}</p>`;
    const { replay } = replayed;
    return html`
      <div class="head">
        <h1>${words.title(replay.title, replay.number)}</h1>
        <p class="soft">${words.lead(replay.table, moment(replay.opened))} · ${texts.playMoney}</p>
        <div class="row">
          <button @click=${this.#share}>${words.share}</button>
          <a class="button" href=${`/api/tables/${replay.table}/rounds/${replay.number}/file`} download="${replay.table}-${replay.number}.round">${words.download}</a>
          <span role="status" class="good">${this.said}</span>
        </div>
      </div>
      <div class="stage">
        <hw-felt role="region" aria-label=${texts.table.felt} .table=${replayed} .layout=${layoutOf(replay.game)}></hw-felt>
        ${this.#controls(replayed)}
      </div>
      <section class="list panel" aria-label=${words.steps}>
        <h2>${words.steps}</h2>
        <ol>${replayed.beats.map((_, index) => this.#line(replayed, index))}</ol>
      </section>
      <section class="panel result">${this.#result(replayed)}</section>
      <section class="panel check">
        <hw-check .table=${replay.table} .number=${replay.number} .rules=${replay.rules} .seen=${replayed.leftShoe}></hw-check>
      </section>
    `;
  }

  /** @param {Replayed} replayed */
  #controls(replayed) {
    const { place, beats } = replayed;
    const wind = (/** @type {Event} */ event) => this.#wind(Number(/** @type {HTMLInputElement} */ (event.target).value));
    const button = (/** @type {string} */ sign, /** @type {string} */ said, /** @type {() => void} */ act, off = false) =>
      html`<button @click=${act} ?disabled=${off} aria-label=${said} title=${said}>${sign}</button>`;
    const now = place ? this.#told(replayed, place - 1) : { text: words.begin, clause: "" };
    return html`<div class="controls" role="group" aria-label=${words.controls}>
      <p class="now" aria-live="polite"><strong>${now.text}</strong> <span class="clause">${now.clause}</span></p>
      <div class="row">
        ${button("|◀", words.first, () => this.#wind(0), !place)} ${button("◀", words.back, () => this.#wind(place - 1), !place)}
        ${this.timer ? button("❚❚", words.pause, () => this.#pause()) : button("▶▶", words.play, () => this.#play(), false)}
        ${button("▶", words.forward, () => this.#forward(), replayed.isLast)} ${button("▶|", words.last, () => this.#wind(beats.length), replayed.isLast)}
        <input type="range" min="0" max=${beats.length} .value=${String(place)} @input=${wind} aria-label=${words.step(place, beats.length)} aria-valuetext="${words.step(place, beats.length)}: ${now.text}" title=${words.keys} />
        <span class="number soft">${place} / ${beats.length}</span>
      </div>
    </div>`;
  }

  /** @param {Replayed} replayed @param {number} index */
  #line(replayed, index) {
    const { text, clause, kind } = this.#told(replayed, index);
    const isNow = replayed.place === index + 1;
    return html`<li class=${kind}>
      <button class="plain ${isNow ? "now" : ""}" aria-current=${isNow ? "step" : "false"} @click=${() => this.#wind(index + 1)}>
        <span>${text}</span> <span class="clause">${clause}</span>
      </button>
    </li>`;
  }

  /** What a beat is in words: as the table tells it, or else as the house does. @param {Replayed} replayed @param {number} index */
  #told(replayed, index) {
    const beat = /** @type {import("./beats.js").Beat} */ (replayed.beats[index]);
    const names = (/** @type {number} */ seat) => replayed.seated(seat)?.name.replace(/^bot-/, "") ?? texts.table.seat(seat);
    const told = { names, mine: replayed.replay.yours[0] ?? null, layout: layoutOf(replayed.replay.game) };
    const lines = beat.moves.map((move) => narrated(move, told)).filter((line) => line !== null);
    if (lines.length) return { text: sentences(lines.map((line) => line.text)), clause: lines[0]?.clause ?? "", kind: lines[0]?.kind ?? "" };
    const first = /** @type {import("../protocol.js").Move} */ (beat.moves[0]);
    const named = (/** @type {number} */ seat) => (seat === told.mine ? texts.youSeated : names(seat));
    return { text: inWords(beat, { ...told, names: named }) || (beat.words[0] ?? ""), clause: clauseOf(first), kind: "cards" };
  }

  /** @param {Replayed} replayed */
  #result({ replay }) {
    const seated = (/** @type {number} */ seat) => replay.people.find((person) => person.seat === seat && person.seated)?.name.replace(/^bot-/, "");
    const name = (/** @type {number} */ seat) => (replay.yours.includes(seat) ? texts.youSeated : seated(seat)) ?? texts.table.seat(seat);
    const tone = (/** @type {number} */ net) => (net > 0 ? "good" : net < 0 ? "bad" : "");
    return html`<h2>${words.result}</h2>
      ${replay.void ? html`<p>${words.void}</p>` : replay.payoffs.length ? nothing : html`<p>${words.none}</p>`}
      <table>
        ${replay.payoffs.map(
          (payoff) => html`<tr>
            <th scope="row">${payoff.player ?? name(payoff.seat)}: ${label(layoutOf(replay.game), payoff.wager)} ${dollars(payoff.stake)}</th>
            <td class="number ${tone(payoff.net)}">${payoff.net ? signed(payoff.net) : texts.result.outcome[payoff.result]}</td>
            <td class="soft">${signs(payoff.words ?? "")} <span class="clause">${payoff.clause}</span></td>
          </tr>`,
        )}
      </table>`;
  }

  async #fetch() {
    this.#pause();
    this.replayed = null;
    this.failed = "";
    try {
      this.replayed = new Replayed(await get(`/api/tables/${this.table}/rounds/${this.number}`));
      if (this.start) this.replayed.wind(this.start);
    } catch (wrong) {
      const { message } = /** @type {import("../core/api.js").Refusal} */ (wrong);
      this.failed = message;
    }
    this.requestUpdate();
  }

  #play() {
    if (this.replayed?.isLast) this.replayed.wind(0);
    this.timer = window.setInterval(() => this.#forward(), isStill() ? PACE / 2 : PACE);
    this.#forward();
  }

  #pause() {
    clearInterval(this.timer);
    this.timer = 0;
    this.requestUpdate();
  }

  #forward() {
    this.replayed?.forward();
    if (this.replayed?.isLast) this.#pause();
    this.#shown();
  }

  /** @param {number} place */
  #wind(place) {
    this.#pause();
    this.replayed?.wind(place);
    this.#shown();
  }

  /** The line of the list that is shown now stays in sight, and the address names the step. */
  #shown() {
    this.requestUpdate();
    history.replaceState(null, "", this.#address());
    void this.updateComplete.then(() => {
      const [list, line] = [this.renderRoot.querySelector("ol"), /** @type {HTMLElement | null} */ (this.renderRoot.querySelector("li .now"))];
      if (list && line) list.scrollTop = line.offsetTop - list.offsetTop - list.clientHeight / 2;
    });
  }

  #address() {
    const place = this.replayed?.place ?? 0;
    return place ? href("replay", this.table, this.number, place) : href("replay", this.table, this.number);
  }

  async #share() {
    const link = new URL(this.#address(), location.href).href;
    try {
      await navigator.clipboard.writeText(link);
      this.said = words.shared;
    } catch {
      this.said = link;
    }
    this.requestUpdate();
  }

  /** @param {string} key */
  #key(key) {
    const { replayed } = this;
    if (!replayed) return false;
    if (key === "ArrowRight") this.#forward();
    else if (key === "ArrowLeft") this.#wind(replayed.place - 1);
    else if (key === "Home") this.#wind(0);
    else if (key === "End") this.#wind(replayed.beats.length);
    else if (key === " ") this.timer ? this.#pause() : this.#play();
    else return false;
    return true;
  }
}

/** One after the other; what ends without a stop has one before the next. @param {string[]} lines */
function sentences(lines) {
  return lines.map((line, index) => (index < lines.length - 1 && !/[.!?…]$/.test(line) ? `${line}.` : line)).join(" ");
}

customElements.define("hw-replay", HouseReplay);
