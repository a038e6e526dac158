/** A table: the felt, what one may do, what happened, and the sign. */

import { LitElement, css, html, nothing } from "lit";
import { connection } from "../core/connection.js";
import { NOTHING, layoutOf } from "../core/games.js";
import { dollars, signed } from "../core/money.js";
import { oddsOf, percent, rulesKey, wagerOdds } from "../core/odds.js";
import { Uses } from "../core/signal.js";
import { WatchedTable, sum } from "../core/table.js";
import { stay } from "../core/visit.js";
import { Wagers } from "../core/wagers.js";
import { witness } from "../core/witness.js";
import { shared } from "../styles/shared.js";
import { texts } from "../texts.js";
import "../elements/dock.js";
import "../elements/felt.js";
import "../elements/log.js";
import "../elements/sign.js";

/** Panels that are loaded when they are first looked at. @type {Record<string, () => Promise<unknown>>} */
const PANELS = {
  fairness: () => import("../fairness/panel.js"),
  coach: () => import("../coach/coach.js"),
};
const BUY_IN = 100_000;
const OPPONENTS = 3;

export class HouseTable extends LitElement {
  static properties = { name: {}, wish: {} };

  static styles = [
    shared,
    css`
      :host {
        display: grid;
        grid-template-columns: minmax(0, 1fr) 330px;
        height: calc(100dvh - 49px);
        min-height: 560px;
      }
      .seat {
        display: flex;
        flex-direction: column;
        min-height: 0;
        background: radial-gradient(90% 70% at 40% 30%, #2c3430, #161b19);
      }
      .bar {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 4px 18px;
        padding: 6px 14px;
        color: #e9ede8;
        font-size: 14px;
      }
      .bar h1 {
        font: 700 18px/1.2 var(--serif);
      }
      .bar dl {
        display: flex;
        gap: 4px 16px;
        margin: 0 0 0 auto;
        flex-wrap: wrap;
      }
      .bar div {
        display: flex;
        gap: 5px;
      }
      .bar dt {
        color: #b8c2bb;
      }
      .bar dd {
        margin: 0;
        font-weight: 600;
      }
      .bar button {
        min-height: 32px;
        padding: 3px 11px;
        background: transparent;
        border-color: #56625b;
        color: inherit;
        font-size: 14px;
      }
      .up {
        color: var(--win);
      }
      .down {
        color: var(--lose);
      }
      hw-felt {
        flex: 1;
        min-height: 0;
      }
      aside {
        background: var(--panel);
        border-left: 1px solid var(--edge);
        display: flex;
        flex-direction: column;
        min-height: 0;
      }
      .tabs {
        display: flex;
        border-bottom: 1px solid var(--edge);
      }
      .tabs button {
        flex: 1 1 auto;
        border: 0;
        border-radius: 0;
        padding: 8px 5px;
        font-size: 14px;
        white-space: nowrap;
        border-bottom: 3px solid transparent;
      }
      .tabs button[aria-selected="true"] {
        border-bottom-color: var(--accent);
      }
      aside > *:last-child {
        flex: 1;
        min-height: 0;
        overflow: auto;
      }
      @media (max-width: 1080px) {
        :host {
          display: block;
          height: auto;
        }
        .seat {
          height: calc(100dvh - 49px);
          min-height: 560px;
        }
        aside {
          border-left: 0;
          border-top: 1px solid var(--edge);
          max-height: 70dvh;
        }
      }
      @media (max-width: 700px) {
        .bar {
          padding: 3px 8px;
          gap: 2px 8px;
          font-size: 13px;
          flex-wrap: nowrap;
        }
        .bar h1 {
          font-size: 15px;
          white-space: nowrap;
          overflow: hidden;
          text-overflow: ellipsis;
          min-width: 0;
        }
        .bar dl {
          gap: 2px 10px;
          flex-wrap: nowrap;
        }
        .bar button {
          padding: 3px 8px;
          font-size: 13px;
        }
        .extra {
          display: none !important;
        }
      }
    `,
  ];

  constructor() {
    super();
    this.name = "";
    this.wish = "";
    /** @type {WatchedTable | null} */
    this.table = null;
    /** @type {Wagers | null} */
    this.wagers = null;
    /** @type {import("../core/games.js").Layout} */
    this.layout = NOTHING;
    /** @type {Set<number>} */
    this.chosen = new Set();
    this.tab = "log";
    /** @type {(() => void)[]} */
    this.ends = [];
    new Uses(this, connection.wallet, stay);
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("name") && this.name && this.isConnected) this.#begin();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#end();
  }

  render() {
    const { table } = this;
    const view = table?.view;
    if (!table || !view) return html`<p class="bar" role="status">${texts.line.connecting}</p>`;
    const due = table.due;
    const choosing = due?.choices.some((choice) => choice.most || choice.plays);
    return html`<div class="seat">
      ${this.#bar(table, view)}
      <hw-felt
        role="region" aria-label=${texts.table.felt}
        .table=${table} .layout=${this.layout} .chosen=${this.chosen}
        .choosable=${choosing ? `${due?.seat}/hand` : null}
        .spots=${table.isBetting && table.mine ? this.#offers(table, view) : []}
        @spot=${this.#spot} @choose=${this.#choose} @sit=${(/** @type {CustomEvent<number>} */ event) => this.#sit(event.detail)}
      ></hw-felt>
      <hw-dock
        role="region" aria-label=${texts.table.controls}
        .table=${table} .wagers=${this.wagers} .layout=${this.layout} .chosen=${this.chosen}
        @chosen=${(/** @type {CustomEvent<Set<number>>} */ event) => this.#choseAll(event.detail)}
        @sit=${(/** @type {CustomEvent<number>} */ event) => this.#sit(event.detail)}
      ></hw-dock>
      </div>
      ${this.#side(table)}`;
  }

  /** @param {WatchedTable} table @param {import("../protocol.js").TableView} view */
  #bar(table, view) {
    const { mine } = table;
    const bet = mine ? sum(Object.values(mine.wagers)) || this.#staked(table) : 0;
    const last = stay.value.last;
    return html`<div class="bar">
      <h1>${view.title}</h1>
      <span class="extra">${view.now.number ? texts.table.round(view.now.number) : ""}</span>
      ${table.delayed ? html`<span role="status">${texts.table.delayed}</span>` : nothing}
      <dl>
        ${mine ? html`<div><dt>${texts.table.balance}</dt><dd class="number">${dollars(table.purse(mine))}</dd></div>
        <div><dt>${texts.table.bet}</dt><dd class="number">${dollars(bet)}</dd></div>` : nothing}
        ${last === null ? nothing : html`<div><dt class="extra">${texts.table.lastWin}</dt><dd class="number ${last > 0 ? "up" : last < 0 ? "down" : ""}">${signed(last)}</dd></div>`}
      </dl>
      ${mine ? html`<button @click=${this.#buy} ?disabled=${mine.playing} aria-label=${texts.table.buy}>+ <span class="extra">${texts.table.buy}</span></button>
        <button @click=${() => void table.command({ do: "leave" }).catch(() => {})}>${texts.table.leave}</button>` : nothing}
    </div>`;
  }

  /** What can be wagered, each with what it costs as soon as that is known. @param {WatchedTable} table @param {import("../protocol.js").TableView} view */
  #offers(table, view) {
    const odds = oddsOf(table.name, rulesKey(view.sign)).value;
    return view.sign.offers.map((offer) => {
      const counted = wagerOdds(odds, offer.wager);
      return counted ? { ...offer, words: `${offer.words}. ${texts.betting.edge(percent(counted.house_edge))}` } : offer;
    });
  }

  /** What lies on the felt before me in the round. @param {WatchedTable} table */
  #staked(table) {
    const own = `${table.mine?.seat}/`;
    return sum([...table.felt.chips].filter(([area]) => area.startsWith(own) && !/\/(chips|coupons)$/.test(area)).map(([, cents]) => cents));
  }

  /** @param {WatchedTable} table */
  #side(table) {
    const tab = (/** @type {string} */ name, /** @type {string} */ words) =>
      html`<button role="tab" id="tab-${name}" aria-selected=${this.tab === name} aria-controls="panel" @click=${() => this.#show(name)}>${words}</button>`;
    return html`<aside>
      <div class="tabs" role="tablist">
        ${tab("log", texts.table.log)} ${tab("sign", texts.table.sign)} ${tab("fairness", texts.table.fairness)}
        ${table.view?.sign.offers.length ? tab("coach", texts.table.coach) : nothing}
      </div>
      <h2 class="unseen">${this.tab === "log" ? texts.table.log : texts.table.sign}</h2>
      <div role="tabpanel" id="panel" aria-labelledby="tab-${this.tab}" tabindex="0">
        <hw-log .table=${table} .layout=${this.layout} ?hidden=${this.tab !== "log"}></hw-log>
        ${this.tab === "sign" ? html`<hw-sign .table=${table} .layout=${this.layout}></hw-sign>` : nothing}
        ${this.tab === "fairness" ? html`<hw-fairness .table=${table}></hw-fairness>` : nothing}
        ${this.tab === "coach" ? html`<hw-coach .table=${table}></hw-coach>` : nothing}
      </div>
    </aside>`;
  }

  /** @param {string} tab */
  #show(tab) {
    void PANELS[tab]?.();
    this.tab = tab;
    this.requestUpdate();
  }

  #begin() {
    this.#end();
    const table = new WatchedTable(this.name);
    this.table = table;
    this.wagers = new Wagers(table);
    this.ends = [table.drawn.on(() => this.#drawn(table)), table.begin()];
  }

  #end() {
    for (const end of this.ends) end();
    this.ends = [];
  }

  /** @param {WatchedTable} table */
  #drawn(table) {
    const { view } = table;
    if (view) this.layout = layoutOf(view.game);
    witness(table);
    if (this.chosen.size && !table.due) this.chosen = new Set();
    if (this.wish === "play" && view && connection.welcome.value) void this.#playNow(table, view);
    this.requestUpdate();
  }

  /** A seat at once, and opponents where the game is among players. @param {WatchedTable} table @param {import("../protocol.js").TableView} view */
  async #playNow(table, view) {
    this.wish = "";
    history.replaceState(null, "", location.hash.replace(/\/play$/, ""));
    if (table.mine) return;
    const free = Array.from({ length: view.sign.positions }, (_, index) => index + 1).filter((seat) => !table.seated(seat));
    const seat = free[Math.floor(free.length / 2)];
    if (seat === undefined) return;
    await this.#sit(seat);
    if (view.sign.offers.length) return;
    for (const other of free.filter((each) => each !== seat).slice(0, OPPONENTS)) {
      await table.command({ do: "add bot", seat: other }).catch(() => {});
    }
  }

  /** @param {number} seat */
  async #sit(seat) {
    const chips = Math.min(BUY_IN, connection.wallet.value - (connection.wallet.value % 100));
    await this.table?.command({ do: "sit", seat, chips: Math.max(100, chips) }).catch(() => {});
  }

  #buy() {
    const chips = Math.min(BUY_IN, connection.wallet.value - (connection.wallet.value % 100));
    void this.table?.command({ do: "buy chips", chips: Math.max(100, chips) }).catch(() => {});
  }

  /** @param {CustomEvent<{ offer: import("../protocol.js").Offer, takes: boolean }>} event */
  #spot({ detail: { offer, takes } }) {
    if (takes) this.wagers?.take(offer);
    else this.wagers?.add(offer);
  }

  /** @param {CustomEvent<import("../core/felt.js").Lying>} event */
  #choose({ detail: { id } }) {
    const chosen = new Set(this.chosen);
    if (!chosen.delete(id)) chosen.add(id);
    this.#choseAll(chosen);
  }

  /** @param {Set<number>} chosen */
  #choseAll(chosen) {
    this.chosen = chosen;
    this.requestUpdate();
  }
}

customElements.define("hw-table", HouseTable);
