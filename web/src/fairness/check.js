/** A round's shuffle, verified at a click: what holds and what does not, and the deck as the seed gives it. */

import { LitElement, css, html, nothing } from "lit";
import { get, text } from "../core/api.js";
import { UNKNOWN, sign, suit, words as cardWords } from "../core/cards.js";
import { shownBefore } from "../core/witness.js";
import { shared } from "../styles/shared.js";
import { fairnessTexts } from "../texts/fairness.js";
import { check } from "./checking.js";

const words = fairnessTexts;

export class HouseCheck extends LitElement {
  static properties = { table: {}, number: { type: Number }, rules: { attribute: false }, seen: { attribute: false } };

  static styles = [
    shared,
    css`
      h2 {
        font: 700 17px/1.3 var(--serif);
        margin-bottom: 4px;
      }
      ul {
        list-style: none;
        margin: 10px 0;
        padding: 0;
        font-size: 14px;
      }
      li {
        padding: 3px 0 3px 22px;
        position: relative;
      }
      .mark {
        position: absolute;
        left: 0;
        font-weight: 700;
      }
      code {
        display: block;
        font-size: 12px;
        overflow-wrap: anywhere;
        color: var(--soft);
      }
      textarea {
        width: 100%;
        min-height: 120px;
        font: 12px/1.4 ui-monospace, monospace;
        background: var(--ground);
        color: var(--ink);
        border: 1px solid var(--edge);
        border-radius: 8px;
        padding: 8px;
      }
      label {
        display: block;
        margin-top: 8px;
        font-size: 13px;
        color: var(--soft);
      }
      .deck {
        display: flex;
        flex-wrap: wrap;
        gap: 3px;
        max-height: 260px;
        overflow: auto;
        font-size: 13px;
        margin-top: 6px;
      }
      .deck span {
        border: 1px solid var(--edge);
        border-radius: 4px;
        padding: 1px 4px;
        background: #fffdf7;
        color: #1d2420;
        opacity: 0.55;
        min-width: 30px;
        text-align: center;
      }
      .deck span.dealt {
        opacity: 1;
        border-color: var(--accent);
        box-shadow: inset 0 -2px var(--accent);
      }
      .deck span.wrong {
        background: var(--bad);
        color: var(--panel);
        opacity: 1;
      }
      .deck .hearts,
      .deck .diamonds {
        color: #b3121f;
      }
      .verdict {
        font-weight: 600;
        margin-top: 10px;
      }
      h3 {
        font: 700 15px/1.3 var(--serif);
      }
      dl {
        margin: 10px 0 0;
        font-size: 14px;
      }
      dd {
        margin: 0 0 4px;
      }
      .row {
        display: flex;
        gap: 8px;
        margin-top: 8px;
      }
    `,
  ];

  constructor() {
    super();
    this.table = "";
    this.number = 0;
    /** @type {Record<string, string> | null} */
    this.rules = null;
    /** Cards that were seen to leave the shoe. @type {number[] | null} */
    this.seen = null;
    this.file = "";
    /** @type {import("./checking.js").Checked | null} */
    this.checked = null;
    this.isBusy = false;
    this.failed = "";
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!changed.has("table") && !changed.has("number")) return;
    this.file = "";
    this.checked = null;
    this.failed = "";
  }

  render() {
    const typed = (/** @type {Event} */ event) => (this.file = /** @type {HTMLTextAreaElement} */ (event.target).value);
    return html`
      <h2>${words.title} <span class="soft">${words.round(this.number)}</span></h2>
      <p class="soft">${words.lead}</p>
      <div class="row"><button class="main" @click=${this.verify} ?disabled=${this.isBusy}>${this.checked ? words.again : words.verify}</button></div>
      <div role="status">
        ${this.isBusy ? words.verifying : nothing} ${this.failed ? html`<p class="bad">${this.failed}</p>` : nothing} ${this.checked ? this.#verdict(this.checked) : nothing}
      </div>
      ${this.checked ? this.#told(this.checked) : nothing} ${this.checked ? this.#deck(this.checked) : nothing}
      ${this.file ? html`<label>${words.file}<textarea spellcheck="false" .value=${this.file} @input=${typed}></textarea></label>` : nothing}
    `;
  }

  /** Repeat the shuffle from the file: as the house tells it, or as it stands in the field. */
  async verify() {
    this.isBusy = true;
    this.failed = "";
    this.requestUpdate();
    try {
      if (!globalThis.crypto?.subtle) throw new Error(words.unsafe);
      this.file ||= await text(`/api/tables/${this.table}/rounds/${this.number}/file`);
      if (!this.rules || !this.seen) await this.#fetch();
      this.checked = await check(this.file, { rules: this.rules ?? {}, shown: shownBefore(this.table, this.number), seen: this.seen ?? [] });
    } catch (wrong) {
      this.failed = /** @type {Error} */ (wrong).message;
      this.checked = null;
    }
    this.isBusy = false;
    this.requestUpdate();
  }

  /** The rules of the round, and which cards were seen in it. */
  async #fetch() {
    /** @type {import("../protocol.js").Replay} */
    const replay = await get(`/api/tables/${this.table}/rounds/${this.number}`);
    this.rules = replay.rules;
    this.seen = replay.steps.flatMap(({ moves }) => moves.flatMap((move) => (move.move === "cards" && move.source === "shoe" ? move.cards : [])));
  }

  /** @param {import("./checking.js").Checked} checked */
  #verdict({ checks }) {
    const isBad = checks.some(({ isGood }) => isGood === false);
    const isOpen = !checks.some(({ isGood, name }) => isGood && (name === "seed" || name === "opened"));
    const [verdict, tone] = isBad ? [words.bad, "bad"] : isOpen ? [words.open, "soft"] : [words.good, "good"];
    return html`<p class="verdict ${tone}">${verdict}</p>
      <ul>
        ${checks.map(({ name, isGood, more }) => {
          const mark = isGood === null ? "open" : isGood ? "good" : "bad";
          return html`<li class=${mark === "open" ? "soft" : mark}>
            <span class="mark" role="img" aria-label=${words.marks[mark]}>${isGood === null ? "–" : isGood ? "✓" : "✗"}</span>${words.checks[name]} <code>${more}</code>
          </li>`;
        })}
      </ul>`;
  }

  /** What was told before and after. @param {import("./checking.js").Checked} checked */
  #told({ commitment, seed, isSealed }) {
    return html`<dl>
      <dt>${words.before}</dt>
      <dd><code>${commitment}</code></dd>
      <dt>${words.after}</dt>
      <dd>${seed ? html`<code>${seed}</code>` : isSealed ? words.noSeed.sealed : words.noSeed.later}</dd>
    </dl>`;
  }

  /** @param {import("./checking.js").Checked} checked */
  #deck({ deck, isSealed }) {
    if (!deck.length) return nothing;
    return html`<h3>${isSealed ? words.deckSealed : words.deck}</h3>
      <div class="deck" tabindex="0" role="group" aria-label=${isSealed ? words.deckSealed : words.deck}>
        ${deck.map(({ card, dealt, isWrong }, place) => html`<span class="${suit(card)} ${dealt ? "dealt" : ""} ${isWrong ? "wrong" : ""}" title="${place + 1}: ${cardWords(card)}${dealt ? `, ${words.dealt}` : ""}">${card === UNKNOWN ? "·" : sign(card)}</span>`)}
      </div>`;
  }
}

customElements.define("hw-check", HouseCheck);
