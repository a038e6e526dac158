/** How many chips one takes from the wallet: to a seat, behind another's spot, or while one is at the table. */

import { css, html, nothing } from "lit";
import { connection } from "../core/connection.js";
import { dollars, parsed } from "../core/money.js";
import { takeMoney } from "../core/session.js";
import { Uses } from "../core/signal.js";
import { seatingTexts } from "../texts/seating.js";
import { HouseDialog } from "./dialog.js";

/** @typedef {{ kind: "sit" | "back" | "buy", seat: number }} Wish */

const USUAL = 100_000;
const QUICK = [10_000, 20_000, 50_000, 100_000, 200_000, 500_000];
const LOW = 100_000;

export class HouseBuyIn extends HouseDialog {
  static properties = { table: { attribute: false } };

  static styles = [
    ...HouseDialog.styles,
    css`
      form {
        display: grid;
        gap: 12px;
        margin-top: 8px;
      }
      label {
        margin: 0;
      }
      .typed {
        font-size: 20px;
        width: 100%;
      }
      input[type="range"] {
        width: 100%;
      }
      .row {
        margin-top: 0;
      }
      .quick button {
        flex: 1 1 28%;
        padding: 6px;
        min-height: 36px;
      }
      .quick button[aria-pressed="true"] {
        border-color: var(--accent);
        box-shadow: 0 0 0 1px var(--accent);
      }
      .row .main {
        flex: 1;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {import("../core/table.js").WatchedTable | null} */
    this.table = null;
    /** @type {Wish} */
    this.wish = { kind: "buy", seat: 0 };
    this.amount = 0;
    this.why = "";
    this.isSent = false;
    new Uses(this, connection.wallet);
  }

  get heading() {
    const { kind, seat } = this.wish;
    if (kind === "sit") return seatingTexts.sit(seat);
    return kind === "back" ? seatingTexts.back(this.table?.nameAt(seat) ?? "", seat) : seatingTexts.buy;
  }

  /** Chips are whole multiples of the table's smallest. */
  get #unit() {
    return this.table?.view?.sign.chip_unit ?? 100;
  }

  get #most() {
    return connection.wallet.value - (connection.wallet.value % this.#unit);
  }

  /** The least buy-in to come to the table, or the whole wallet if that is less; at the table, any amount. */
  get #least() {
    if (this.wish.kind === "buy") return this.#unit;
    return Math.max(this.#unit, Math.min(this.table?.view?.sign.least_buy_in ?? 0, this.#most));
  }

  /** The house gives more play money to who has little left, in his wallet and before him. */
  get #isPoor() {
    return connection.wallet.value + (this.table?.mine?.chips ?? 0) < LOW;
  }

  /** @param {Wish} wish */
  ask(wish) {
    this.wish = wish;
    this.amount = Math.max(this.#least, Math.min(USUAL, this.#most));
    this.why = "";
    this.isSent = false;
    this.open();
  }

  inside() {
    const { kind } = this.wish;
    const most = this.#most;
    return html`
      <p>${seatingTexts.lead[kind]}</p>
      <form @submit=${this.#submit}>
        <p class="soft">${seatingTexts.wallet(connection.wallet.value)} ${this.#isPoor ? this.#more() : nothing}</p>
        ${most && kind !== "buy" ? html`<p class="soft">${seatingTexts.least(this.#least)}</p>` : nothing}
        ${most ? this.#amount(most) : nothing}
        <p role="alert" class="bad">${this.why}</p>
        <div class="row">
          <button class="main" ?disabled=${!most || this.isSent}>${seatingTexts.go[kind]} · <span class="number">${dollars(this.amount)}</span></button>
          <button type="button" @click=${this.close}>${seatingTexts.cancel}</button>
        </div>
      </form>
    `;
  }

  /** @param {number} most */
  #amount(most) {
    const value = (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).value;
    const quick = QUICK.filter((cents) => cents >= this.#least && cents < most && cents % this.#unit === 0);
    const button = (/** @type {number} */ cents, /** @type {string} */ words) =>
      html`<button type="button" aria-pressed=${this.amount === cents} @click=${() => this.#set(cents)}>${words}</button>`;
    return html`
      <label>${seatingTexts.typed}
        <input class="typed number" inputmode="decimal" autocomplete="off" .value=${String(this.amount / 100)}
          @change=${(/** @type {Event} */ event) => this.#set(parsed(value(event)) ?? this.amount)} />
      </label>
      <input type="range" aria-label=${seatingTexts.chips} min=${this.#least} max=${most} step=${this.#unit} .value=${String(this.amount)}
        @input=${(/** @type {Event} */ event) => this.#set(Number(value(event)))} />
      <div class="row quick">${quick.map((cents) => button(cents, dollars(cents)))} ${button(most, `${seatingTexts.all} · ${dollars(most)}`)}</div>
    `;
  }

  #more() {
    const words = connection.wallet.value < this.#unit ? seatingTexts.empty : seatingTexts.low;
    return html`${words} <button type="button" @click=${this.#takeMoney}>${seatingTexts.more}</button>`;
  }

  /** @param {number} cents */
  #set(cents) {
    const whole = Math.round(cents / this.#unit) * this.#unit;
    this.amount = Math.max(this.#least, Math.min(this.#most, whole));
    this.requestUpdate();
  }

  async #takeMoney() {
    if (await this.#try(takeMoney)) this.#set(Math.max(this.amount, USUAL));
  }

  /** @param {SubmitEvent} event */
  async #submit(event) {
    event.preventDefault();
    const { kind, seat } = this.wish;
    const typed = /** @type {HTMLInputElement | null} */ (this.renderRoot.querySelector(".typed"));
    this.#set(parsed(typed?.value ?? "") ?? this.amount);
    const chips = this.amount;
    /** @type {import("../protocol.js").Command} */
    const command = kind === "buy" ? { do: "buy chips", chips } : { do: kind, seat, chips };
    if (await this.#try(() => this.table?.command(command))) this.close();
  }

  /** @param {() => Promise<unknown> | undefined} deed */
  async #try(deed) {
    this.why = "";
    this.isSent = true;
    this.requestUpdate();
    try {
      await deed();
    } catch (wrong) {
      const { message, clause } = /** @type {import("../core/api.js").Refusal} */ (wrong);
      this.why = clause ? `${message} (${clause})` : message;
    }
    this.isSent = false;
    this.requestUpdate();
    return !this.why;
  }
}

customElements.define("hw-buy-in", HouseBuyIn);
