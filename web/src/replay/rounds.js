/** My last rounds, each with the way to its replay. */

import { LitElement, css, html, nothing } from "lit";
import { get } from "../core/api.js";
import { label, layoutOf } from "../core/games.js";
import { dollars, signed } from "../core/money.js";
import { href } from "../core/router.js";
import { moment } from "../core/when.js";
import { shared } from "../styles/shared.js";
import { tables } from "../styles/tables.js";
import { texts, verbWords } from "../texts.js";
import { replayTexts } from "../texts/replay.js";

/** @typedef {import("../protocol.js").RoundLine} RoundLine */

const words = replayTexts.rounds;
const MOST = 100;

export class HouseRounds extends LitElement {
  static styles = [
    shared,
    tables,
    css`
      :host {
        display: block;
        width: min(1000px, 100%);
        margin: 0 auto;
        padding: 20px 14px 40px;
      }
      h1 {
        font: 700 26px/1.2 var(--serif);
        margin-bottom: 4px;
      }
      small {
        display: none;
      }
      tbody th {
        white-space: nowrap;
      }
      .panel {
        margin-top: 14px;
        overflow-x: auto;
      }
      @media (max-width: 700px) {
        .wagered {
          display: none; /* it stands below the round */
        }
        small {
          display: block;
          font-weight: 400;
          color: var(--soft);
        }
        tbody th,
        tbody td.when {
          white-space: normal;
        }
        .when {
          min-width: 94px;
        }
        .panel {
          padding-inline: 12px;
        }
        th,
        td {
          padding-right: 8px;
        }
        td:last-child {
          padding-right: 0;
        }
      }
    `,
  ];

  constructor() {
    super();
    /** @type {RoundLine[] | null} */
    this.lines = null;
    this.failed = "";
  }

  connectedCallback() {
    super.connectedCallback();
    void this.#fetch();
  }

  render() {
    return html`
      <h1>${words.title}</h1>
      <p class="soft">${words.lead} ${texts.playMoneyLong}</p>
      ${this.failed ? html`<p class="bad" role="alert">${this.failed}</p>` : nothing}
      ${this.lines?.length ? this.#table(this.lines) : nothing}
      ${this.lines?.length === 0 ? html`<p>${words.none} <a href=${href("lobby")}>${words.toLobby}</a></p>` : nothing}
    `;
  }

  /** @param {RoundLine[]} lines */
  #table(lines) {
    const net = lines.reduce((sum, line) => sum + line.net, 0);
    return html`<div class="panel" tabindex="0" role="region" aria-label=${words.title}>
      <table>
        <thead>
          <tr><th scope="col">${words.when}</th><th scope="col">${words.game}</th><th scope="col" class="wagered">${words.wagered}</th><th scope="col" class="right">${words.net}</th><td></td></tr>
        </thead>
        <tbody>${lines.map((line) => this.#line(line))}</tbody>
        <tfoot>
          <tr><th scope="row" colspan="2">${words.total(lines.length)}</th><td class="wagered"></td><td class="right number ${tone(net)}">${signed(net)}</td><td></td></tr>
        </tfoot>
      </table>
    </div>`;
  }

  /** @param {RoundLine} line */
  #line(line) {
    const wagered = Object.entries(line.wagered).map(([wager, cents]) => `${called(line.game, wager)} ${dollars(cents)}`);
    return html`<tr>
      <td class="number when">${moment(line.at)}</td>
      <th scope="row">${line.table} <span class="soft">${words.round} ${line.number}</span><small>${wagered.join(", ")}</small></th>
      <td class="wagered">${wagered.join(", ")}</td>
      <td class="right number ${tone(line.net)}">${line.void ? words.void : signed(line.net)}</td>
      <td class="right"><a href=${href("replay", line.table, line.number)} aria-label="${words.replay}: ${line.table}, ${words.round} ${line.number}">${words.replay}</a></td>
    </tr>`;
  }

  async #fetch() {
    try {
      this.lines = await get(`/api/me/rounds?most=${MOST}`);
    } catch (wrong) {
      this.failed = /** @type {Error} */ (wrong).message;
    }
    this.requestUpdate();
  }
}

/** A wager by what stands on the felt; what is paid for a choice, by the choice. @param {string} game @param {string} wager */
function called(game, wager) {
  const words = label(layoutOf(game), wager);
  return words === wager ? verbWords(wager) : words;
}

/** @param {number} net */
function tone(net) {
  return net > 0 ? "good" : net < 0 ? "bad" : "";
}

customElements.define("hw-rounds", HouseRounds);
