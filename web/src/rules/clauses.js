/** The clause register of a game with its rulings, searchable. */

import { LitElement, css, html, nothing } from "lit";
import { get } from "../core/api.js";
import { shared } from "../styles/shared.js";
import { rulesTexts } from "../texts/rules.js";

/** @typedef {import("../protocol.js").Clauses} Clauses */
/** @typedef {import("../protocol.js").Clause} Clause */
/** @typedef {import("../protocol.js").Ruling} Ruling */

const words = rulesTexts;

export class HouseClauses extends LitElement {
  static properties = { game: {}, wanted: {} };

  static styles = [
    shared,
    css`
      label {
        display: grid;
        gap: 4px;
        margin-bottom: 8px;
        max-width: 480px;
      }
      ul {
        list-style: none;
        margin: 12px 0 0;
        padding: 0;
      }
      li {
        padding: 8px 0;
        border-bottom: 1px solid color-mix(in srgb, var(--edge) 60%, transparent);
        display: grid;
        grid-template-columns: 170px minmax(0, 1fr);
        gap: 2px 14px;
      }
      .id {
        font-weight: 600;
        overflow-wrap: anywhere;
      }
      .ruling {
        border-left: 3px solid var(--gold);
        padding-left: 10px;
        margin-top: 6px;
        font-size: 14px;
      }
      .ruling p::first-letter {
        text-transform: uppercase;
      }
      @media (max-width: 700px) {
        li {
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `,
  ];

  constructor() {
    super();
    this.game = "";
    this.wanted = "";
    this.search = "";
    /** @type {Clauses | null} */
    this.found = null;
    this.failed = "";
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("wanted")) this.search = this.wanted;
    if (changed.has("game") && this.game) void this.#fetch();
  }

  render() {
    if (this.failed) return html`<p class="bad" role="alert">${this.failed}</p>`;
    if (!this.found) return nothing;
    const rulings = new Map(this.found.rulings.map((each) => [each.id, each]));
    const shown = this.found.clauses.filter((clause) => this.#fits(clause, rulings));
    const typed = (/** @type {Event} */ event) => this.#look(/** @type {HTMLInputElement} */ (event.target).value);
    return html`
      <label>${words.search}<input type="search" .value=${this.search} @input=${typed} /></label>
      <p class="soft" role="status">${words.found(shown.length, this.found.clauses.length)}</p>
      <ul>${shown.map((clause) => this.#clause(clause, rulings))}</ul>
    `;
  }

  /** @param {Clause} clause @param {Map<string, Ruling>} rulings */
  #clause(clause, rulings) {
    const named = (clause.rulings ?? []).flatMap((id) => rulings.get(id) ?? []);
    return html`<li>
      <div><div class="id">${clause.id}</div><span class="soft">${words.kinds[clause.kind]}</span></div>
      <div>
        ${clause.summary} ${clause.reason ? html`<p class="soft">${words.notHere}: ${clause.reason}</p>` : nothing}
        ${named.map((ruling) => html`<div class="ruling"><strong>${words.ruling} ${ruling.id}: ${ruling.question}</strong><p>${ruling.ruling}</p></div>`)}
      </div>
    </li>`;
  }

  /** An id finds the clause and all below it; words are looked for in the summaries and the rulings. @param {Clause} clause @param {Map<string, Ruling>} rulings */
  #fits(clause, rulings) {
    const search = this.search.trim().toLowerCase();
    if (!search) return true;
    const named = (clause.rulings ?? []).map((id) => `${id} ${rulings.get(id)?.question ?? ""} ${rulings.get(id)?.ruling ?? ""}`).join(" ");
    const text = `${clause.id} ${clause.summary} ${clause.kind} ${clause.reason ?? ""} ${named}`.toLowerCase();
    return search.split(/\s+/).every((word) => text.includes(word));
  }

  /** @param {string} search */
  #look(search) {
    this.search = search;
    this.requestUpdate();
  }

  async #fetch() {
    try {
      this.found = await get(`/api/games/${this.game}/clauses`);
      this.failed = "";
    } catch (wrong) {
      this.failed = /** @type {Error} */ (wrong).message;
    }
    this.requestUpdate();
  }
}

customElements.define("hw-clauses", HouseClauses);
