/** What one may do now: sit down, wager, decide, look at the result. It stands below the felt and never changes its height by much. */

import { css, html, nothing } from "lit";
import { signs } from "../core/cards.js";
import { connection } from "../core/connection.js";
import { NOTHING, label } from "../core/games.js";
import { dollars, signed } from "../core/money.js";
import { href } from "../core/router.js";
import { reached } from "../core/visit.js";
import { shared } from "../styles/shared.js";
import { texts } from "../texts.js";
import { AtTable } from "./at_table.js";
import "./betting.js";
import "./countdown.js";
import "./deciding.js";

export class HouseDock extends AtTable {
  static properties = { wagers: { attribute: false }, layout: { attribute: false }, chosen: { attribute: false } };

  static styles = [
    shared,
    css`
      :host {
        display: block;
        background: var(--panel);
        border-top: 1px solid var(--edge);
        padding: 8px 14px 10px;
        min-height: 158px;
        color: var(--ink);
      }
      .head {
        display: flex;
        align-items: center;
        gap: 12px;
        min-height: 28px;
        margin-bottom: 6px;
        font-weight: 600;
      }
      .why {
        color: var(--bad);
        font-weight: 500;
      }
      ul {
        list-style: none;
        margin: 0;
        padding: 0;
        display: flex;
        flex-wrap: wrap;
        gap: 4px 18px;
        font-size: 14px;
        max-height: 66px;
        overflow: auto;
      }
      .big {
        font: 700 20px/1.2 var(--serif);
      }
      @media (max-width: 700px) {
        :host {
          padding: 4px 8px 6px;
          height: 198px;
          overflow-y: auto;
        }
        .head {
          margin-bottom: 4px;
          gap: 8px;
          font-size: 14px;
        }
        ul {
          max-height: none;
        }
      }
      .row {
        display: flex;
        gap: 8px;
        flex-wrap: wrap;
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
  }

  render() {
    const view = this.table?.view;
    if (!this.table || !view) return nothing;
    return html`
      <div class="head">
        <span>${this.#says()}</span>
        <hw-countdown .table=${this.table}></hw-countdown>
        <span class="why" role="alert">${this.why}</span>
      </div>
      ${this.#inside()}
    `;
  }

  /** What is going on, in a line. */
  #says() {
    const table = /** @type {import("../core/table.js").WatchedTable} */ (this.table);
    const { view, mine, due } = table;
    const now = view?.now;
    if (!view || !now) return "";
    if (now.phase === "closed") return texts.phase.closed;
    if (due) return texts.phase.yours;
    if (table.isBehind && now.phase !== "result") return texts.phase.dealing;
    if (now.phase === "result") return this.#outcome();
    if (now.phase === "playing") return this.#waiting();
    if (!mine) return texts.phase.sitDown;
    const limit = reached();
    if (limit) return texts.visit.reached[limit];
    if (mine.ready) return texts.phase.ready;
    if (!view.sign.offers.length) return now.people.length < 2 ? texts.phase.needPlayers : texts.phase.placeNone;
    return Object.keys(mine.wagers).length ? texts.phase.placed : texts.phase.place;
  }

  #waiting() {
    const view = this.table?.view;
    const waiting = view?.ask?.waiting ?? [];
    if (waiting.includes("supervisor")) return texts.phase.validating;
    const names = waiting.map((seat) => (typeof seat === "number" ? this.table?.seated(seat)?.name : seat) ?? texts.table.seat(Number(seat)));
    return names.length ? texts.phase.waiting(names.join(", ")) : texts.phase.dealing;
  }

  #outcome() {
    const result = this.table?.view?.result;
    if (!result) return texts.result.over;
    if (result.void) return texts.result.void;
    const net = result.nets[connection.welcome.value?.name ?? ""];
    if (net === undefined) return texts.result.over;
    const words = net > 0 ? texts.result.won(net) : net < 0 ? texts.result.lost(-net) : texts.result.even;
    return html`<span class="big ${net > 0 ? "good" : net < 0 ? "bad" : ""}">${words}</span>`;
  }

  #inside() {
    const { table } = this;
    const view = table?.view;
    if (!table || !view) return nothing;
    if (table.due) return html`<hw-deciding .table=${table} .chosen=${this.chosen}></hw-deciding>`;
    if (view.now.phase === "result" && view.result) return this.#payoffs(view.result);
    if (table.mine && view.now.phase === "betting" && !table.isBehind) {
      if (reached()) return html`<button @click=${() => void table.command({ do: "leave" }).catch(() => {})}>${texts.table.leave}</button>`;
      return html`<hw-betting .table=${table} .wagers=${this.wagers}></hw-betting>`;
    }
    if (!table.mine && view.now.phase !== "closed" && connection.welcome.value?.role === "player") return this.#sit();
    return nothing;
  }

  #sit() {
    const positions = this.table?.view?.sign.positions ?? 0;
    const free = Array.from({ length: positions }, (_, index) => index + 1).filter((seat) => !this.table?.seated(seat));
    const sit = (/** @type {number} */ seat) => this.dispatchEvent(new CustomEvent("sit", { detail: seat }));
    if (!free.length) return html`<p class="soft">${texts.lobby.full}</p>`;
    return html`<div class="row">${free.map((seat) => html`<button @click=${() => sit(seat)}>${texts.table.sitHere} · ${texts.table.seat(seat)}</button>`)}</div>`;
  }

  /** What became of my wagers, each with its clause. @param {import("../protocol.js").ResultView} result */
  #payoffs(result) {
    const { table } = this;
    const mine = result.payoffs.filter((payoff) => (payoff.player ?? table?.seated(payoff.seat)?.name) === connection.welcome.value?.name);
    const line = (/** @type {any} */ payoff) => html`<li title=${texts.log.clause(payoff.clause)}>
      ${label(this.layout, payoff.wager)} ${dollars(payoff.stake)}
      <strong class="number ${payoff.net > 0 ? "good" : payoff.net < 0 ? "bad" : ""}">${payoff.net ? signed(payoff.net) : texts.result.outcome[payoff.result]}</strong>
      <span class="soft">${signs(payoff.words)}</span> <span class="clause">${payoff.clause}</span>
    </li>`;
    return html`<ul tabindex="0" aria-label=${texts.result.payoffs}>${mine.map(line)}</ul>
      <p><a href=${href("replay", table?.name ?? "", result.number)}>${texts.result.replay}</a></p>`;
  }

  /** @param {import("../core/api.js").Refusal} wrong */
  refused(wrong) {
    this.why = wrong.clause ? `${wrong.message} (${wrong.clause})` : wrong.message;
    this.requestUpdate();
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      this.why = "";
      this.requestUpdate();
    }, 6000);
  }
}

customElements.define("hw-dock", HouseDock);
