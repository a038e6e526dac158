/** A decision: a button for every legal choice, with its key; an amount, cards or groups where the choice takes them. */

import { css, html, nothing } from "lit";
import { descending, sign, suit, words } from "../core/cards.js";
import { onKey } from "../core/keys.js";
import { dollars } from "../core/money.js";
import { shared } from "../styles/shared.js";
import { texts, verbWords } from "../texts.js";
import "./amount.js";
import { AtTable } from "./at_table.js";
import "./setting.js";

/** @typedef {import("../protocol.js").ChoiceView} Choice */

export class HouseDeciding extends AtTable {
  static properties = { chosen: { attribute: false } };

  static styles = [
    shared,
    css`
      .row {
        display: flex;
        gap: 8px;
        flex-wrap: wrap;
        align-items: center;
      }
      .row > button {
        border: 2px solid var(--accent);
        min-width: 92px;
        min-height: 46px;
        font-size: 16px;
      }
      .price {
        font-weight: 500;
        opacity: 0.8;
      }
      .plays {
        display: flex;
        gap: 6px;
        overflow-x: auto;
        padding: 3px 0 8px;
        align-items: center;
      }
      .plays button {
        flex: none;
        min-height: 36px;
        padding: 4px 9px;
        gap: 4px;
      }
      .plays button[aria-pressed="true"] {
        border-color: var(--accent);
        box-shadow: 0 0 0 2px var(--accent);
      }
      .hearts,
      .diamonds {
        color: var(--bad);
      }
      @media (max-width: 700px) {
        .row {
          gap: 6px;
        }
        .row > * {
          flex: 1 1 28%;
          min-width: 0;
        }
        .row > button {
          min-width: 0;
          padding: 6px;
        }
        .four > * {
          flex-basis: 40%;
        }
        .row > hw-amount:not(.fixed) {
          flex: 1 1 100%;
        }
      }
    `,
  ];

  constructor() {
    super();
    /** @type {Set<number>} */
    this.chosen = new Set();
    this.isSent = false;
    /** @type {object | null} */
    this.ask = null;
    this.end = () => {};
  }

  connectedCallback() {
    super.connectedCallback();
    this.end = onKey((key) => this.#key(key));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.end();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    super.willUpdate(changed);
    const ask = this.table?.due?.ask ?? null;
    if (ask !== this.ask) this.isSent = false;
    this.ask = ask;
  }

  /** The cards that are chosen on the felt. */
  get #cards() {
    const due = this.table?.due;
    const hand = due ? (this.table?.felt.at(`${due.seat}/hand`) ?? []) : [];
    return hand.filter(({ id }) => this.chosen.has(id)).map(({ card }) => card);
  }

  render() {
    const due = this.table?.due;
    if (!due) return nothing;
    const groups = due.choices.find((choice) => choice.groups);
    if (groups)
      return html`<hw-setting .choice=${groups} .others=${due.choices.filter((choice) => choice !== groups)} @decide=${(/** @type {CustomEvent} */ event) => this.#send(event.detail)}></hw-setting>`;
    const laying = due.choices.find((choice) => choice.plays);
    return html`
      ${laying ? this.#plays(laying) : nothing}
      <div class="row ${due.choices.length === 4 ? "four" : ""}">${[...due.choices].sort((a, b) => Number(a.low != null) - Number(b.low != null)).map((choice) => this.#choice(choice))}</div>
    `;
  }

  /** @param {Choice} choice */
  #choice(choice) {
    if (choice.low != null && choice.high != null) {
      return html`<hw-amount .choice=${choice} ?disabled=${this.isSent} @decide=${(/** @type {CustomEvent} */ event) => this.#send(event.detail)}></hw-amount>`;
    }
    const price = choice.costs ? html`<span class="price number">${dollars(choice.costs)}</span>` : nothing;
    return html`<button class="choice" title=${texts.log.clause(choice.clause)} ?disabled=${this.isSent || !this.#isComplete(choice)} @click=${() => this.#decide(choice)}>
      ${verbWords(choice.verb)} ${price} <kbd>${key(choice)}</kbd>
    </button>`;
  }

  /** What may be laid, as the house lists it. @param {Choice} choice */
  #plays(choice) {
    const cards = [...this.#cards].sort(descending);
    const fits = (/** @type {number[]} */ play) => cards.every((card) => play.includes(card));
    return html`<div class="plays" role="group" aria-label=${texts.deciding.plays}>
      ${(choice.plays ?? []).filter(fits).map((play) => {
        const isChosen = same(play, cards);
        return html`<button aria-pressed=${isChosen} aria-label=${play.map(words).join(", ")} @click=${() => this.#mark(isChosen ? [] : play)}>
          ${play.map((card) => html`<span class=${suit(card)}>${sign(card)}</span>`)}
        </button>`;
      })}
    </div>`;
  }

  /** Choose just these cards on the felt. @param {number[]} play */
  #mark(play) {
    const hand = [...(this.table?.felt.at(`${this.table.due?.seat}/hand`) ?? [])];
    const ids = play.flatMap((card) => {
      const index = hand.findIndex((each) => each.card === card);
      return index < 0 ? [] : hand.splice(index, 1).map(({ id }) => id);
    });
    this.dispatchEvent(new CustomEvent("chosen", { detail: new Set(ids), bubbles: true, composed: true }));
  }

  /** Does a choice that takes cards have them? The house has said which and how many. @param {Choice} choice */
  #isComplete(choice) {
    const cards = this.#cards;
    if (choice.plays) return choice.plays.some((play) => same(play, [...cards].sort(descending)));
    return !choice.most || (cards.length >= (choice.least ?? 0) && cards.length <= choice.most);
  }

  /** @param {Choice} choice */
  #decide(choice) {
    if (!this.#isComplete(choice)) return;
    const cards = choice.plays || choice.most ? this.#cards : [];
    this.#send(cards.length ? { verb: choice.verb, cards } : { verb: choice.verb });
  }

  /** @param {object} act */
  #send(act) {
    const seat = this.table?.due?.seat;
    if (this.isSent || seat === undefined) return;
    this.isSent = true;
    this.requestUpdate();
    this.table?.command(/** @type {any} */ ({ do: "decide", seat, ...act })).catch(() => {
      this.isSent = false;
      this.requestUpdate();
    });
  }

  /** @param {string} pressed */
  #key(pressed) {
    const choice = this.table?.due?.choices.find((each) => !each.groups && key(each).toLowerCase() === pressed);
    if (!choice) return false;
    if (choice.low != null) {
      /** @type {any} */ (this.renderRoot.querySelector("hw-amount"))?.go();
    } else {
      this.#decide(choice);
    }
    return true;
  }
}

/** @param {Choice} choice */
function key(choice) {
  return (texts.verbs[choice.verb]?.key ?? choice.verb.charAt(0)).toUpperCase();
}

/** @param {number[]} a @param {number[]} b */
function same(a, b) {
  return a.length === b.length && a.every((card, index) => card === b[index]);
}

customElements.define("hw-deciding", HouseDeciding);
