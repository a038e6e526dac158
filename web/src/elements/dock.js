/** What one may do now: sit down, wager, decide, look at the result. It stands below the felt and keeps its height. */

import { css, html, nothing } from "lit";
import { signs } from "../core/cards.js";
import { connection } from "../core/connection.js";
import { NOTHING } from "../core/games.js";
import { href } from "../core/router.js";
import { Uses } from "../core/signal.js";
import { helping, isOutOfChips, saying } from "../core/telling.js";
import { reached } from "../core/visit.js";
import { LAYOUTS } from "../layouts/index.js";
import { shared } from "../styles/shared.js";
import { texts } from "../texts.js";
import { helpTexts } from "../texts/helping.js";
import { seatingTexts } from "../texts/seating.js";
import { AtTable } from "./at_table.js";
import "./betting.js";
import "./consent.js";
import "./countdown.js";
import "./deciding.js";
import { outcome, payoffs, replay, resultStyles } from "./result.js";

const READ = 8_000; // so long a refusal is shown

export class HouseDock extends AtTable {
  static properties = { wagers: { attribute: false }, layout: { attribute: false }, chosen: { attribute: false } };

  static styles = [
    shared,
    resultStyles,
    css`
      :host {
        display: block;
        flex: none;
        background: var(--panel);
        border-top: 1px solid var(--edge);
        padding: 7px 14px 8px;
        height: 150px;
        overflow-y: auto;
        color: var(--ink);
      }
      :host(.sets) {
        height: 200px; /* the trays, and what is done with them beside */
      }
      .head {
        display: flex;
        align-items: center;
        flex-wrap: wrap;
        gap: 2px 12px;
        min-height: 28px;
        margin-bottom: 6px;
        font-weight: 600;
      }
      .help {
        font-weight: 400;
        color: var(--soft);
      }
      .notice {
        color: var(--warn);
      }
      .why {
        color: var(--bad);
        font-weight: 600;
      }
      .row {
        display: flex;
        gap: 8px;
        flex-wrap: wrap;
        align-items: center;
      }
      .row + .row {
        margin-top: 6px;
      }
      @media (max-width: 1500px) {
        .setting {
          display: none; /* the trays need the room, and speak for themselves */
        }
      }
      @media (max-width: 1080px) {
        :host {
          height: 168px;
        }
        :host(.sets) {
          height: 184px;
        }
      }
      @media (max-width: 700px) {
        :host {
          padding: 4px 8px 5px;
          height: 178px;
        }
        :host(.sets) {
          height: 206px;
        }
        hw-consent[asking] ~ .help {
          display: none;
        }
        .head {
          margin-bottom: 4px;
          gap: 0 8px;
          font-size: 14px;
          min-height: 22px;
        }
        .help,
        .why {
          font-size: 12.5px;
          line-height: 1.25;
        }
        .row button,
        .row a {
          padding: 6px 10px;
          font-size: 14px;
        }
      }
    `,
  ];

  constructor() {
    super();
    /** @type {import("../core/wagers.js").Wagers | null} */
    this.wagers = null;
    /** @type {import("../core/games.js").Layout} */
    this.layout = NOTHING;
    /** @type {Set<number>} */
    this.chosen = new Set();
    this.why = "";
    this.timer = 0;
    new Uses(this, connection.wallet);
  }

  render() {
    const { table } = this;
    const view = table?.view;
    if (!table || !view) return nothing;
    this.classList.toggle("sets", !!LAYOUTS[view.game]?.sets);
    const { result } = table;
    const closed = view.now.phase === "closed" ? texts.phase.closed : "";
    const isNotice = !!table.presence.notice || (!!table.mine && view.now.closing);
    const help = result ? table.presence.notice || closed : helping(table);
    return html`
      <div class="head">
        <span>${result ? outcome(result) : saying(table)}</span>
        <hw-countdown .table=${table}></hw-countdown>
        <hw-consent .table=${table}></hw-consent>
        ${this.why ? nothing : html`<span class="help ${isNotice ? "notice" : table.due?.choices.some((choice) => choice.groups) ? "setting" : ""}" role=${isNotice ? "status" : nothing}>${help}</span>`}
        <span class="why" role="alert">${this.why}</span>
        ${result ? replay(table.name, result) : nothing}
      </div>
      ${this.#inside(table, view)}
    `;
  }

  /** @param {import("../core/table.js").WatchedTable} table @param {import("../protocol.js").TableView} view */
  #inside(table, view) {
    if (table.due) return html`<hw-deciding .table=${table} .chosen=${this.chosen}></hw-deciding>`;
    if (view.now.phase === "closed") return html`${table.result ? payoffs(table, this.layout, table.result) : nothing} ${this.#lobby()}`;
    if (table.result) return payoffs(table, this.layout, table.result);
    if (table.mine && view.now.phase === "betting" && !table.isBehind) return this.#betting(table);
    if (!table.mine && connection.welcome.value?.role === "player") return this.#places(table, view);
    return nothing;
  }

  /** @param {import("../core/table.js").WatchedTable} table */
  #betting(table) {
    const leave = html`<button @click=${() => void table.command({ do: "leave" }).catch(() => {})}>${texts.table.leave}</button>`;
    if (reached()) return html`<div class="row">${leave}</div>`;
    if (isOutOfChips(table)) {
      const buy = () => this.dispatchEvent(new CustomEvent("buy", { bubbles: true, composed: true }));
      return html`<div class="row"><strong>${helpTexts.outOfChips}</strong> <button class="main" @click=${buy}>${texts.table.buy}</button> ${leave}</div>`;
    }
    return html`<hw-betting .table=${table} .wagers=${this.wagers}></hw-betting>`;
  }

  /** Free seats, or where there are none those that bots yield, and spots behind which one may stand. @param {import("../core/table.js").WatchedTable} table @param {import("../protocol.js").TableView} view */
  #places(table, view) {
    const seats = Array.from({ length: view.sign.positions }, (_, index) => index + 1);
    const empty = seats.filter((seat) => !table.seated(seat));
    const free = empty.length ? empty : seats.filter((seat) => table.seated(seat)?.name.startsWith("bot-"));
    const behind = seats.filter((seat) => table.canStandBehind(seat));
    const tell = (/** @type {string} */ what, /** @type {number} */ seat) => this.dispatchEvent(new CustomEvent(what, { detail: seat }));
    return html`<div class="row">
        ${free.length ? nothing : html`<span class="soft">${texts.lobby.full}</span>`}
        ${free.map((seat) => html`<button class=${seat === (view.offer?.seat ?? free[Math.floor(free.length / 2)]) ? "main" : ""} @click=${() => tell("sit", seat)}>${texts.table.sitHere} · ${texts.table.seat(seat)}</button>`)}
        ${behind.map((seat) => html`<button @click=${() => tell("back", seat)}>${seatingTexts.standBehind} ${table.nameAt(seat)} · ${texts.table.seat(seat)}</button>`)}
      </div>
      ${table.presence.isGone ? this.#lobby() : nothing}`;
  }

  #lobby() {
    return html`<div class="row"><a class="button" href=${href("lobby")}>${seatingTexts.toLobby}</a></div>`;
  }

  /** @param {import("../core/api.js").Refusal | null} wrong */
  refused(wrong) {
    clearTimeout(this.timer);
    this.why = wrong ? `${signs(wrong.message)}${wrong.clause ? ` (${wrong.clause})` : ""}` : "";
    this.requestUpdate();
    if (wrong) this.timer = window.setTimeout(() => this.refused(null), READ);
  }
}

customElements.define("hw-dock", HouseDock);
