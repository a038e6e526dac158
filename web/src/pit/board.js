/** The board: all tables with their money, what waits for a supervisor, the meters, the cage. Always as it is now. */

import { LitElement, css, html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { connection } from "../core/connection.js";
import { dollars, metered } from "../core/money.js";
import { href } from "../core/router.js";
import { shared } from "../styles/shared.js";
import { tables } from "../styles/tables.js";
import { texts } from "../texts.js";
import { pitTexts } from "../texts/pit.js";
import "./validation.js";

/** @typedef {import("../protocol.js").PitBoard} PitBoard */
/** @typedef {import("../protocol.js").PitLine} PitLine */

const words = pitTexts.board;

export class HousePitBoard extends LitElement {
  static properties = { board: { attribute: false }, may: { attribute: false } };

  static styles = [
    shared,
    tables,
    css`
      h2 {
        font: 700 18px/1.3 var(--serif);
        margin: 18px 0 8px;
      }
      h2:first-child {
        margin-top: 0;
      }
      .tables {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 300px), 1fr));
        gap: 12px;
      }
      h3 {
        font: 700 16px/1.3 var(--body);
      }
      dl {
        display: grid;
        grid-template-columns: auto 1fr;
        gap: 2px 12px;
        margin: 8px 0;
        font-size: 14px;
      }
      dt {
        color: var(--soft);
      }
      dd {
        margin: 0;
        text-align: right;
      }
      .phase {
        display: inline-block;
        border-radius: 99px;
        padding: 1px 9px;
        font-size: 13px;
        background: color-mix(in srgb, var(--soft) 18%, transparent);
      }
      .phase.playing {
        background: color-mix(in srgb, var(--accent) 25%, transparent);
      }
      .waits {
        border-color: var(--warn);
        box-shadow: 0 0 0 2px color-mix(in srgb, var(--warn) 40%, transparent);
      }
      .two {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 340px), 1fr));
        gap: 12px;
        margin-top: 20px;
      }
      .wide {
        overflow-x: auto;
      }
      .row {
        display: flex;
        gap: 12px;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {PitBoard | null} */
    this.board = null;
    /** @type {string[]} */
    this.may = [];
  }

  render() {
    const { board } = this;
    if (!board) return nothing;
    const waiting = board.tables.filter((line) => line.validation);
    return html`
      <h2>${words.waiting}</h2>
      ${waiting.length ? repeat(waiting, ({ table }) => table, (line) => html`<hw-validation .line=${line} .may=${this.may}></hw-validation>`) : html`<p class="soft">${words.none}</p>`}
      <h2>${words.tables}</h2>
      <div class="tables">
        ${board.tables.map((line) => this.#table(line))} ${board.out_of_order.map((name) => html`<section class="panel"><h3>${name}</h3><p class="bad">${words.outOfOrder}</p></section>`)}
      </div>
      <div class="two">
        <div><h2>${words.meters}</h2>${this.#meters(board)}</div>
        <div>
          <h2>${words.cage}</h2>
          <div class="panel"><table>${Object.entries(board.house).map(([account, cents]) => html`<tr><th scope="row">${words.accounts[account] ?? account}</th><td class="right number">${dollars(cents)}</td></tr>`)}</table><p class="soft">${words.owed}</p></div>
          <h2>${words.couponsGiven}</h2>
          <div class="panel"><table>${Object.entries(board.coupons).map(([where, cents]) => html`<tr><th scope="row">${words.coupons[where] ?? where}</th><td class="right number">${dollars(cents)}</td></tr>`)}</table></div>
        </div>
      </div>
    `;
  }

  /** @param {PitLine} line */
  #table(line) {
    const { pit } = line;
    const row = (/** @type {string} */ name, /** @type {unknown} */ value) => html`<dt>${name}</dt><dd class="number">${value}</dd>`;
    return html`<section class="panel ${line.validation || pit.change_due.length ? "waits" : ""}" aria-label=${line.table}>
      <h3>${line.table}</h3>
      <span class="phase ${line.phase}">${pitTexts.phases[line.phase]}</span> ${pit.closing ? html`<span class="bad">${words.closing}</span>` : nothing}
      ${line.deadline ? html`<span class="soft number">${texts.deciding.seconds(Math.max(0, Math.ceil((line.deadline - connection.now()) / 1000)))}</span>` : nothing}
      <dl>
        ${row(words.round, line.number)} ${row(words.people, words.there(line.people, line.bots))} ${row(words.inventory, dollars(pit.inventory))}
        ${row(words.felt, dollars(pit.felt))} ${row(words.drop, dollars(pit.drop))} ${pit.commission ? row(words.commission, dollars(pit.commission)) : nothing}
        ${pit.coupons ? row(words.couponsLie, dollars(pit.coupons)) : nothing} ${pit.coupon_box ? row(words.couponBox, dollars(pit.coupon_box)) : nothing}
        ${Object.entries(pit.pots).map(([name, cents]) => row(texts.table.meters[name] ?? name, dollars(cents)))}
        ${pit.change_due.length ? row(words.due, pit.change_due.join(", ")) : nothing} ${pit.foreseen.length ? row(words.foreseen, pit.foreseen.join("; ")) : nothing}
        ${pit.kept_away.length ? row(words.keptAway, pit.kept_away.join(", ")) : nothing}
      </dl>
      <div class="row">
        <a class="button main" href=${href("pit", "table", line.table)} aria-label="${words.open}: ${line.table}">${words.open}</a>
        <a class="button" href=${href("table", line.table)} aria-label="${pitTexts.watch}: ${line.table}">${pitTexts.watch}</a>
      </div>
    </section>`;
  }

  /** @param {PitBoard} board */
  #meters(board) {
    return html`<div class="panel wide">
      <table>
        <thead><tr><th scope="col">${words.meter}</th><th scope="col" class="right">${words.shows}</th><th scope="col" class="right">${words.reset}</th><th scope="col">${words.linked}</th></tr></thead>
        <tbody>
          ${board.meters.map((meter) => html`<tr><th scope="row">${meter.name}</th><td class="right number" title=${meter.part}>${metered(meter.cents)}</td><td class="right number">${dollars(meter.reset)}</td><td>${meter.tables.join(", ")}</td></tr>`)}
        </tbody>
      </table>
    </div>`;
  }
}

customElements.define("hw-pit-board", HousePitBoard);
