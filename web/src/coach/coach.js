/** The coach: the expectation of every choice that is mine now, the best first. Off until it is wanted. */

import { css, html, nothing } from "lit";
import { get } from "../core/api.js";
import { sign } from "../core/cards.js";
import { dollars, signed } from "../core/money.js";
import { decimals } from "../core/odds.js";
import { prefer, settings } from "../core/settings.js";
import { Uses } from "../core/signal.js";
import { AtTable } from "../elements/at_table.js";
import { shared } from "../styles/shared.js";
import { tables } from "../styles/tables.js";
import { verbWords } from "../texts.js";
import { coachTexts } from "../texts/coach.js";

/** @typedef {import("../protocol.js").Coaching} Coaching */

const words = coachTexts;
const AGAIN = 400;
const SHOWN = 8;

export class HouseCoach extends AtTable {
  static styles = [
    shared,
    tables,
    css`
      :host {
        display: block;
        padding: 12px 14px 24px;
        font-size: 14px;
      }
      label {
        display: flex;
        gap: 8px;
        align-items: center;
        margin-bottom: 10px;
        font-weight: 600;
      }
      label input {
        min-height: 20px;
        width: 20px;
        height: 20px;
        accent-color: var(--accent);
      }
      tr.best th,
      tr.best td {
        color: var(--accent);
        font-weight: 700;
      }
      summary {
        cursor: pointer;
        padding: 8px 0;
        color: var(--accent);
      }
    `,
  ];

  constructor() {
    super();
    new Uses(this, settings);
    /** The decision that is told of, or asked for. */
    this.of = "";
    /** @type {Coaching | null} */
    this.told = null;
    this.why = "";
  }

  /** A decision is known by the table's version. */
  get #due() {
    const { table } = this;
    return table?.due ? `${table.name} ${table.version}` : "";
  }

  /** Other people at the table, by name. */
  get #others() {
    const { table } = this;
    const there = table?.view?.now.people.filter((each) => !each.bot && each.name !== table.mine?.name) ?? [];
    return there.map(({ name }) => name).join(", ");
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    super.updated(changed);
    const due = settings.value.coach && !this.#others ? this.#due : "";
    if (due === this.of) return;
    this.of = due;
    this.told = null;
    this.why = "";
    if (due) void this.#ask(due);
    this.requestUpdate();
  }

  render() {
    const view = this.table?.view;
    if (!view) return nothing;
    if (!view.sign.offers.length) return html`<p class="soft">${words.never}</p>`;
    const { coach } = settings.value;
    const others = this.#others;
    return html`
      <label><input type="checkbox" .checked=${coach} @change=${() => prefer({ coach: !coach })} />${words.on}</label>
      <div role="status">${coach && !others ? this.#advice() : html`<p class="soft">${others ? words.people(others) : words.off}</p>`}</div>
    `;
  }

  #advice() {
    if (!this.of) return html`<p class="soft">${words.waiting}</p>`;
    if (this.why || this.told?.why) return html`<p class="soft">${this.why || this.told?.why}</p>`;
    if (!this.told) return html`<p class="soft">${words.counting}</p>`;
    const { choices, stake } = this.told;
    return html`<p class="soft">${words.lead(dollars(stake))}</p>
      ${rows(choices.slice(0, SHOWN), 0)}
      ${choices.length > SHOWN ? html`<details><summary>${words.more(choices.length - SHOWN)}</summary>${rows(choices.slice(SHOWN), SHOWN)}</details>` : nothing}`;
  }

  /** @param {string} due */
  async #ask(due) {
    while (this.isConnected && this.of === due) {
      try {
        /** @type {Coaching | import("../protocol.js").Later} */
        const told = await get(`/api/tables/${this.table?.name}/coach`);
        if (this.of !== due) return;
        if (!("wait" in told)) {
          this.told = told;
          return this.requestUpdate();
        }
      } catch (wrong) {
        if (this.of === due) this.why = /** @type {Error} */ (wrong).message;
        return this.requestUpdate();
      }
      await new Promise((resolve) => setTimeout(resolve, AGAIN));
    }
  }
}

/** @param {import("../protocol.js").CountedChoice[]} choices @param {number} before */
function rows(choices, before) {
  return html`<table>
    <thead><tr><th scope="col">${words.choice}</th><th scope="col" class="right">${words.worth}</th><th scope="col" class="right">${words.units}</th></tr></thead>
    <tbody>
      ${choices.map(
        (choice, index) => html`<tr class=${before + index === 0 ? "best" : ""}>
          <th scope="row">${verbWords(choice.verb)} ${choice.cards.map(sign).join(" ")} ${before + index === 0 ? html`<span class="clause">${words.best}</span>` : nothing}</th>
          <td class="right number">${signed(choice.cents)}</td>
          <td class="right number soft">${decimals(choice.ev, 3)}</td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}

customElements.define("hw-coach", HouseCoach);
