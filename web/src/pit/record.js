/** The record, to be read: entries of a stream, the newest first, with who, when, why, the moves as everybody saw them, and the postings. */

import { LitElement, css, html, nothing } from "lit";
import { get } from "../core/api.js";
import { UNKNOWN, sign } from "../core/cards.js";
import { dollars, signed } from "../core/money.js";
import { go } from "../core/router.js";
import { second } from "../core/when.js";
import { folding } from "../styles/folding.js";
import { shared } from "../styles/shared.js";
import { tables } from "../styles/tables.js";
import { pitTexts } from "../texts/pit.js";

/** @typedef {import("../protocol.js").RecordLine} RecordLine */
/** `upTo`: the newest version that is shown, 0 for whatever is the newest. @typedef {{ upTo: number, find: string, by: string }} Filter */

const words = pitTexts.record;
const PAGE = 50;
const STEP = 200; // as many are looked through at once where something is looked for
const STEPS = 25; // and then it is told how far
const NEWER = 20; // that may have come since the newest was asked for

export class HousePitRecord extends LitElement {
  static properties = { stream: {}, streams: { attribute: false }, head: { type: Number } };

  static styles = [
    shared,
    tables,
    folding,
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
        min-width: 0;
      }
      .more {
        padding: 4px 0 12px;
        display: grid;
        gap: 10px;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 280px), 1fr));
        font-size: 13px;
      }
      h2 {
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
      }
      input {
        width: 11em;
      }
      @media (max-width: 700px) {
        th {
          overflow-wrap: anywhere;
        }
        form {
          display: grid;
          grid-template-columns: 1fr 1fr;
        }
        form > *,
        input,
        select {
          width: 100%;
        }
        form button {
          grid-column: 1 / -1;
        }
      }
    `,
  ];

  constructor() {
    super();
    this.stream = "";
    /** The newest version, as soon as it is known. */
    this.head = 0;
    /** @type {string[]} */
    this.streams = [];
    /** @type {RecordLine[]} */
    this.lines = [];
    /** Which versions were looked through. */
    this.looked = { from: 0, to: 0 };
    /** What is looked for. @type {Filter} */
    this.filter = { upTo: 0, find: "", by: "all" };
    this.isBusy = false;
    this.opened = new Set();
    this.failed = "";
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    const isNew = changed.has("stream");
    if (isNew) this.looked = { from: 0, to: 0 };
    if (this.stream && this.head && !this.isBusy && !this.looked.to) void this.#look(this.head);
  }

  render() {
    const { from, to } = this.looked;
    return html`
      ${this.#form()} ${this.failed ? html`<p class="bad" role="alert">${this.failed}</p>` : nothing}
      <div class="panel">
        <p class="soft" role="status">${to ? words.looked(this.lines.length, from, to) : nothing}</p>
        ${this.lines.length ? this.#table() : nothing}
        ${from > 1 ? html`<button ?disabled=${this.isBusy} @click=${() => this.#look(from - 1, true)}>${words.older}</button>` : to ? html`<p class="soft">${words.begun}</p>` : nothing}
      </div>
    `;
  }

  #form() {
    const choose = (/** @type {Event} */ event) => go("pit", "record", /** @type {HTMLSelectElement} */ (event.target).value);
    const look = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const typed = new FormData(/** @type {HTMLFormElement} */ (event.target));
      this.filter = { upTo: Number(typed.get("upTo")) || 0, find: String(typed.get("find")).trim().toLowerCase(), by: String(typed.get("by")) };
      void this.#look(this.filter.upTo ? Math.min(this.filter.upTo, this.head) : this.head);
    };
    return html`<form @submit=${look}>
      <label>${words.stream}<select @change=${choose}>${this.streams.map((each) => html`<option value=${each} ?selected=${each === this.stream}>${each}</option>`)}</select></label>
      <label>${words.by}<select name="by">${Object.entries(words.everybody).map(([value, said]) => html`<option value=${value}>${said}</option>`)}</select></label>
      <label>${words.find}<input name="find" type="search" placeholder=${words.hint} autocomplete="off" /></label>
      <label>${words.upTo}<input name="upTo" inputmode="numeric" placeholder=${words.newest} autocomplete="off" /></label>
      <button class="main" ?disabled=${this.isBusy}>${words.show}</button>
    </form>`;
  }

  #table() {
    return html`<table>
      <thead><tr><th scope="col">${words.version}</th><th scope="col" class="apart">${words.when}</th><th scope="col" class="apart">${words.who}</th><th scope="col">${words.event}</th><th scope="col" class="apart">${words.reason}</th><td></td></tr></thead>
      <tbody>${this.lines.map((line) => this.#line(line))}</tbody>
    </table>`;
  }

  /** @param {RecordLine} line */
  #line(line) {
    const isOpen = this.opened.has(line.version);
    return html`<tr>
        <td class="number">${line.version}</td>
        <td class="number apart">${second(line.at)}</td>
        <td class="apart">${line.actor} <span class="soft">${line.role ?? ""}</span></td>
        <th scope="row">${line.event} ${line.do ? html`<span class="events">${line.do}</span>` : nothing}<small>${line.actor} <span class="soft">${line.role ?? ""}, ${second(line.at)}</span></small><small>${line.reason ?? ""}</small></th>
        <td class="apart">${line.reason ?? ""}</td>
        <td class="right"><button aria-expanded=${isOpen} aria-label="${words.details} ${line.version}" @click=${() => this.#toggle(line.version)}>${isOpen ? "−" : "+"}</button></td>
      </tr>
      ${isOpen ? html`<tr><td colspan="6">${this.#more(line)}</td></tr>` : nothing}`;
  }

  /** @param {RecordLine} line */
  #more(line) {
    const moves = [...line.moves, ...line.beside];
    return html`<div class="more">
      ${line.transfer.length ? html`<div><h2>${words.postings}</h2><table>${line.transfer.map(([account, cents]) => html`<tr><th scope="row">${account}</th><td class="right number">${signed(cents)}</td></tr>`)}</table></div>` : nothing}
      ${moves.length ? html`<div><h2>${words.moves}</h2><ul>${moves.map((move) => html`<li>${inWords(move)} <span class="clause">${"clause" in move ? move.clause : move.payoff.clause}</span></li>`)}</ul></div>` : nothing}
      <div>
        ${Object.keys(line.said).length ? html`<h2>${words.said}</h2><code>${JSON.stringify(line.said)}</code>` : nothing}
        ${Object.keys(line.answer).length ? html`<h2>${words.answer}</h2><code>${JSON.stringify(line.answer)}</code>` : nothing}
        ${line.command ? html`<h2>${words.command}</h2><code>${line.command}</code>` : nothing}
        <h2>${words.chain}</h2>
        <code>${line.chain || words.noChain}</code>
      </div>
    </div>`;
  }

  /** @param {number} version */
  #toggle(version) {
    if (!this.opened.delete(version)) this.opened.add(version);
    this.requestUpdate();
  }

  /** From a version to older ones, until there is a page of what is looked for. @param {number} top */
  async #look(top, more = false) {
    const { stream } = this;
    const step = this.filter.find || this.filter.by !== "all" ? STEP : PAGE;
    const found = more ? this.lines : [];
    const wanted = found.length + PAGE;
    const isNewest = !more && top === this.head;
    let to = top;
    this.#tell(found, more ? this.looked : { from: top, to: top }, true);
    try {
      for (let steps = 0; to > 0 && found.length < wanted && steps < STEPS; steps += 1) {
        const newer = isNewest && !steps ? NEWER : 0;
        const after = Math.max(0, to - step + newer);
        /** @type {RecordLine[]} */
        const read = await get(`/api/record/${stream}?after=${after}&limit=${to - after + newer}`);
        if (stream !== this.stream) return this.#tell([], { from: 0, to: 0 }, false);
        found.push(...read.filter((line) => fits(line, this.filter)).reverse());
        top = Math.max(top, ...read.map(({ version }) => version));
        to = after;
      }
      this.#tell(found, { from: to + 1, to: more ? this.looked.to : top }, false);
    } catch (wrong) {
      this.#tell([], { from: 0, to: top }, false);
      this.failed = /** @type {Error} */ (wrong).message;
    }
  }

  /** @param {RecordLine[]} lines @param {{ from: number, to: number }} looked @param {boolean} isBusy */
  #tell(lines, looked, isBusy) {
    this.lines = lines;
    this.looked = looked;
    this.isBusy = isBusy;
    this.failed = "";
    this.requestUpdate();
  }
}

/** @param {RecordLine} line @param {Filter} filter */
function fits({ actor, role, event, do: asked, said, reason }, { find, by }) {
  const isStaff = role !== null && role !== "player" && role !== "dealer";
  if (by !== "all" && !(by === "staff" ? isStaff : role === by)) return false;
  return `${actor} ${role ?? ""} ${event} ${asked ?? ""} ${Object.values(said).join(" ")} ${reason ?? ""}`.toLowerCase().includes(find);
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
