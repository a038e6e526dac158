/** The record, to be read: entries of a stream with who, when, why, the moves as everybody saw them, and the postings. */

import { LitElement, css, html, nothing } from "lit";
import { get } from "../core/api.js";
import { UNKNOWN, sign } from "../core/cards.js";
import { dollars, signed } from "../core/money.js";
import { go } from "../core/router.js";
import { shared } from "../styles/shared.js";
import { tables } from "../styles/tables.js";
import { pitTexts } from "../texts/pit.js";

/** @typedef {import("../protocol.js").RecordLine} RecordLine */

const words = pitTexts.record;
const PAGE = 50;

export class HousePitRecord extends LitElement {
  static properties = { stream: {}, streams: { attribute: false }, head: { type: Number } };

  static styles = [
    shared,
    tables,
    css`
      form {
        display: flex;
        flex-wrap: wrap;
        gap: 10px;
        align-items: end;
        margin-bottom: 10px;
      }
      label {
        display: grid;
        gap: 4px;
      }
      .wide {
        overflow-x: auto;
      }
      .more {
        padding: 4px 0 12px;
        display: grid;
        gap: 10px;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 280px), 1fr));
        font-size: 13px;
      }
      h3 {
        font: 600 13px/1.3 var(--body);
        color: var(--soft);
      }
      ul {
        margin: 0;
        padding-left: 16px;
      }
      code {
        overflow-wrap: anywhere;
        font-size: 12px;
      }
      td button {
        min-height: 30px;
        padding: 2px 11px;
      }
      .events {
        color: var(--soft);
        white-space: nowrap;
      }
    `,
  ];

  constructor() {
    super();
    this.stream = "";
    /** The last version, where it is known: the newest entries are shown first. */
    this.head = 0;
    /** @type {string[]} */
    this.streams = [];
    /** @type {RecordLine[]} */
    this.lines = [];
    this.isMore = false;
    this.opened = new Set();
    this.failed = "";
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("stream") && this.stream) void this.#fetch(Math.max(0, this.head - PAGE));
  }

  render() {
    const choose = (/** @type {Event} */ event) => go("pit", "record", /** @type {HTMLSelectElement} */ (event.target).value);
    const look = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      void this.#fetch(Number(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("after")) || 0);
    };
    return html`
      <form @submit=${look}>
        <label>${words.stream}<select @change=${choose}>${this.streams.map((each) => html`<option value=${each} ?selected=${each === this.stream}>${each}</option>`)}</select></label>
        <label>${words.after}<input name="after" inputmode="numeric" value="0" size="8" /></label>
        <button>${words.show}</button>
      </form>
      ${this.failed ? html`<p class="bad" role="alert">${this.failed}</p>` : nothing}
      <div class="panel wide">
        <table>
          <thead><tr><th scope="col">${words.version}</th><th scope="col">${words.when}</th><th scope="col">${words.who}</th><th scope="col">${words.event}</th><th scope="col">${words.reason}</th><td></td></tr></thead>
          <tbody>${this.lines.map((line) => this.#line(line))}</tbody>
        </table>
        ${this.lines.length ? nothing : html`<p class="soft">${words.none}</p>`}
        ${this.isMore ? html`<button @click=${() => this.#fetch(this.lines.at(-1)?.version ?? 0, true)}>${words.more}</button>` : nothing}
      </div>
    `;
  }

  /** @param {RecordLine} line */
  #line(line) {
    const isOpen = this.opened.has(line.version);
    return html`<tr>
        <td class="number">${line.version}</td>
        <td class="number">${new Date(line.at).toLocaleString()}</td>
        <td>${line.actor} <span class="soft">${line.role ?? ""}</span></td>
        <th scope="row">${line.event} ${line.do ? html`<span class="events">${line.do}</span>` : nothing}</th>
        <td>${line.reason ?? ""}</td>
        <td class="right"><button aria-expanded=${isOpen} aria-label="${words.version} ${line.version}" @click=${() => this.#toggle(line.version)}>${isOpen ? "−" : "+"}</button></td>
      </tr>
      ${isOpen ? html`<tr><td colspan="6">${this.#more(line)}</td></tr>` : nothing}`;
  }

  /** @param {RecordLine} line */
  #more(line) {
    const moves = [...line.moves, ...line.beside];
    return html`<div class="more">
      ${line.transfer.length ? html`<div><h3>${words.postings}</h3><table>${line.transfer.map(([account, cents]) => html`<tr><th scope="row">${account}</th><td class="right number">${signed(cents)}</td></tr>`)}</table></div>` : nothing}
      ${moves.length ? html`<div><h3>${words.moves}</h3><ul>${moves.map((move) => html`<li>${inWords(move)} <span class="clause">${"clause" in move ? move.clause : move.payoff.clause}</span></li>`)}</ul></div>` : nothing}
      <div>
        ${Object.keys(line.answer).length ? html`<h3>${words.answer}</h3><code>${JSON.stringify(line.answer)}</code>` : nothing}
        ${line.command ? html`<h3>${words.command}</h3><code>${line.command}</code>` : nothing}
        <h3>${words.chain}</h3>
        <code>${line.chain || words.noChain}</code>
      </div>
    </div>`;
  }

  /** @param {number} version */
  #toggle(version) {
    if (!this.opened.delete(version)) this.opened.add(version);
    this.requestUpdate();
  }

  /** @param {number} after */
  async #fetch(after, more = false) {
    try {
      /** @type {RecordLine[]} */
      const found = await get(`/api/record/${this.stream}?after=${after}&limit=${PAGE}`);
      this.lines = more ? [...this.lines, ...found] : found;
      this.isMore = found.length === PAGE;
      this.failed = "";
    } catch (wrong) {
      this.lines = [];
      this.failed = /** @type {Error} */ (wrong).message;
    }
    this.requestUpdate();
  }
}

/** A move as the pit may read it: a card that not everybody saw is none. @param {import("../protocol.js").Move} move */
function inWords(move) {
  const cards = (/** @type {number[]} */ all) => (all.every((card) => card === UNKNOWN) ? `${all.length} ×` : all.map(sign).join(" "));
  switch (move.move) {
    case "announced":
      return `${move.by ?? "dealer"}: ${move.text}`;
    case "cards":
      return `${cards(move.cards)} ${move.source} → ${move.target}`;
    case "revealed":
      return `${move.area}: ${cards(move.cards)}`;
    case "chips":
      return `${dollars(move.amount)} ${move.source} → ${move.target}`;
    case "meter":
      return `${move.meter}: ${dollars(move.amount)}`;
    case "acted":
      return `${move.seat}: ${move.verb} ${move.amount ? dollars(move.amount) : ""}`;
    case "resolved":
      return `${move.payoff.seat}: ${move.payoff.wager} ${dollars(move.payoff.stake)} ${signed(move.payoff.net)}`;
  }
}

customElements.define("hw-pit-record", HousePitRecord);
