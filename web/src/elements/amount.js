/** An amount within a range, by slider and by typing, and the button that says so. */

import { LitElement, css, html, nothing } from "lit";
import { dollars, parsed } from "../core/money.js";
import { shared } from "../styles/shared.js";
import { texts, verbWords } from "../texts.js";

export class HouseAmount extends LitElement {
  static properties = { choice: { attribute: false }, disabled: { type: Boolean } };

  static styles = [
    shared,
    css`
      :host {
        display: flex;
        gap: 6px;
        align-items: center;
        flex-wrap: wrap;
        border: 1px solid var(--edge);
        border-radius: 11px;
        padding: 3px 5px;
      }
      :host(.fixed) {
        border: 0;
        padding: 0;
      }
      :host(.fixed) .go {
        border: 2px solid var(--accent);
        min-height: 46px;
        font-size: 16px;
        flex: 1;
      }
      input[type="range"] {
        width: clamp(90px, 14vw, 190px);
      }
      .typed {
        width: 92px;
        min-height: 38px;
      }
      button {
        min-height: 38px;
      }
      .go {
        min-width: 92px;
      }
      .short {
        padding: 4px 8px;
        font-size: 13px;
        font-weight: 500;
      }
      @media (max-width: 700px) {
        :host {
          flex-wrap: nowrap;
        }
        .short {
          display: none; /* the slider has its ends */
        }
        input[type="range"] {
          flex: 1;
          min-width: 60px;
        }
        .typed {
          width: 74px;
        }
        .go {
          min-width: 80px;
        }
      }
    `,
  ];

  constructor() {
    super();
    /** @type {import("../protocol.js").ChoiceView | null} */
    this.choice = null;
    this.disabled = false;
    this.amount = 0;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!changed.has("choice") || !this.choice) return;
    const before = /** @type {import("../protocol.js").ChoiceView | undefined} */ (changed.get("choice"));
    const isSame =
      before?.low === this.choice.low && before?.high === this.choice.high && before?.verb === this.choice.verb;
    if (!isSame) this.amount = this.choice.full ?? this.choice.low ?? 0;
  }

  render() {
    const { choice } = this;
    if (!choice) return nothing;
    const [low, high, unit] = [choice.low ?? 0, choice.high ?? 0, choice.unit ?? 1];
    this.classList.toggle("fixed", low >= high);
    const set = (/** @type {number} */ cents) => this.#set(cents);
    const value = (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).value;
    const half = Math.max(low, Math.floor((low + high) / 2 / unit) * unit);
    return html`
      <button class="go" ?disabled=${this.disabled} title=${texts.log.clause(choice.clause)} @click=${this.go}>
        ${verbWords(choice.verb)} <span class="number">${dollars(this.amount)}</span> <kbd>${(texts.verbs[choice.verb]?.key ?? "").toUpperCase()}</kbd>
      </button>
      ${
        low < high
          ? html`<input type="range" aria-label="${verbWords(choice.verb)}: ${texts.deciding.amount}" min=${low} max=${high} step=${unit} .value=${String(this.amount)} @input=${(/** @type {Event} */ event) => set(Number(value(event)))} />
            <input class="typed number" inputmode="decimal" aria-label="${verbWords(choice.verb)}: ${texts.deciding.amount} ($)" .value=${String(this.amount / 100)}
              @change=${(/** @type {Event} */ event) => set(parsed(value(event)) ?? this.amount)} @keydown=${this.#typed} />
            <button class="short" @click=${() => set(low)}>${texts.deciding.least}</button>
            <button class="short" @click=${() => set(half)}>${texts.deciding.half}</button>
            <button class="short" @click=${() => set(high)}>${texts.deciding.most}</button>`
          : nothing
      }
    `;
  }

  /** Decide with the amount that stands there. */
  go() {
    if (!this.choice || this.disabled) return;
    this.dispatchEvent(new CustomEvent("decide", { detail: { verb: this.choice.verb, amount: this.amount } }));
  }

  /** @param {number} cents */
  #set(cents) {
    const [low, high] = [this.choice?.low ?? 0, this.choice?.high ?? 0];
    this.amount = Math.max(low, Math.min(high, cents));
    this.requestUpdate();
  }

  /** @param {KeyboardEvent} event */
  #typed(event) {
    if (event.key !== "Enter") return;
    this.#set(parsed(/** @type {HTMLInputElement} */ (event.target).value) ?? this.amount);
    this.go();
  }
}

customElements.define("hw-amount", HouseAmount);
