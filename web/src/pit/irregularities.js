/** An irregularity as a form: of what the floor can report one is chosen, and only what its words need is asked. */

import { LitElement, css, html, nothing } from "lit";
import { shared } from "../styles/shared.js";
import { pitTexts } from "../texts/pit.js";
import "./act.js";

/** @typedef {import("../protocol.js").Kind} Kind */
/** @typedef {import("./act.js").Field} Field */

const words = pitTexts;
const PACKS = /** @type {[string, string][]} */ (["1", "2", "3"].map((pack) => [pack, pack]));

export class HouseIrregularities extends LitElement {
  static properties = { kinds: { attribute: false }, seats: { attribute: false }, wagers: { attribute: false }, entered: { attribute: false }, to: {} };

  static styles = [
    shared,
    css`
      label {
        display: grid;
        gap: 4px;
        font-size: 14px;
      }
      .back {
        display: block;
        margin-top: 10px;
      }
      select {
        width: 100%;
        min-width: 0;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {Kind[]} */
    this.kinds = [];
    /** Seats by number, with who sits there. @type {[string, string][]} */
    this.seats = [];
    /** The table's wagers, with what they are called. @type {[string, string][]} */
    this.wagers = [];
    /** What was entered for the deal that comes. @type {string[]} */
    this.entered = [];
    this.to = "";
    this.chosen = 0;
  }

  render() {
    const kind = this.kinds[this.chosen];
    if (!kind) return nothing;
    const act = { do: "report", fields: this.#fields(kind), command: (/** @type {import("./act.js").Values} */ values) => ({ words: said(kind, values) }) };
    const choose = (/** @type {Event} */ event) => this.#choose(Number(/** @type {HTMLSelectElement} */ (event.target).value));
    return html`<hw-act .act=${act} .to=${this.to}>
      <label>${words.fields.kind}
        <select @change=${choose}>
          ${this.#group(false)} ${this.#group(true)}
        </select>
      </label>
      <p><span class="soft">${words.irregularity.follows}:</span> ${kind.meaning} <span class="clause">${words.clause(kind.clause)}</span></p>
    </hw-act>
    ${this.entered.length ? html`<hw-act class="back" .act=${this.#back()} .to=${this.to}></hw-act>` : nothing}`;
  }

  /** What was entered by mistake is taken back. @returns {import("./act.js").Act} */
  #back() {
    const options = this.entered.map((each) => /** @type {[string, string]} */ ([each, each]));
    return { do: "report", called: words.irregularity.back, fields: [{ name: "words", label: words.board.foreseen, kind: "choice", options, unchosen: true }], command: (values) => ({ words: values.words, taken_back: true }) };
  }

  /** Those that happen in the deal are entered before it; the others where the round stands. @param {boolean} dealing */
  #group(dealing) {
    const listed = this.kinds.map((kind, index) => ({ kind, index })).filter(({ kind }) => !!kind.dealing === dealing);
    if (!listed.length) return nothing;
    return html`<optgroup label=${dealing ? words.irregularity.dealing : words.irregularity.now}>
      ${listed.map(({ kind, index }) => html`<option value=${index} ?selected=${index === this.chosen}>${plain(kind.words)}</option>`)}
    </optgroup>`;
  }

  /** @param {Kind} kind @returns {Field[]} */
  #fields(kind) {
    /** @type {Field[]} */
    const fields = [];
    if (kind.words.includes("{seat}")) fields.push({ name: "seat", label: words.fields.seat, kind: "choice", options: this.seats });
    if (kind.words.includes("{number}")) fields.push({ name: "number", label: kind.words.includes("card {number}") ? words.fields.place : words.fields.number, kind: "number", within: [kind.words.includes("card {number}") ? 1 : 0, 999] });
    if (kind.words.includes("{name}")) fields.push(kind.words.includes("pack {name}") ? { name: "name", label: words.fields.pack, kind: "choice", options: PACKS } : { name: "name", label: words.fields.wager, kind: "choice", options: this.wagers });
    return fields;
  }

  /** @param {number} index */
  #choose(index) {
    this.chosen = index;
    this.requestUpdate();
  }
}

/** The floor's words with what was typed in their places. @param {Kind} kind @param {import("./act.js").Values} values */
function said(kind, values) {
  return kind.words.replace(/\{(\w+)\}/g, (_, place) => values[place] ?? "");
}

/** @param {string} text */
function plain(text) {
  return text.replace(/\{(\w+)\}/g, "…");
}

customElements.define("hw-irregularities", HouseIrregularities);
