/** A table: the felt, what one may do, what happened, and the sign. */

import { LitElement, css, html, nothing } from "lit";
import { connection } from "../core/connection.js";
import { NOTHING, layoutOf } from "../core/games.js";
import { oddsOf, percent, rulesKey, wagerOdds } from "../core/odds.js";
import { instead } from "../core/router.js";
import { WatchedTable } from "../core/table.js";
import { Wagers } from "../core/wagers.js";
import { witness } from "../core/witness.js";
import { shared } from "../styles/shared.js";
import { texts } from "../texts.js";
import "../elements/bar.js";
import "../elements/buy_in.js";
import "../elements/dock.js";
import "../elements/felt.js";
import "../elements/log.js";
import "../elements/sign.js";

/** @typedef {"log" | "sign" | "fairness" | "coach"} Tab */

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
      hw-felt {
        flex: 1;
        min-height: 0;
      }
      hw-buy-in {
        display: contents;
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
    /** @type {Tab} */
    this.tab = "log";
    /** @type {(() => void)[]} */
    this.ends = [];
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("name") && this.name && this.isConnected) this.#begin();
    else if (changed.has("wish") && this.table) this.#look(this.table);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#end();
  }

  render() {
    const { table } = this;
    const view = table?.view;
    if (!table || !view) return html`<p class="seat" role="status">${texts.line.connecting}</p>`;
    const due = table.due;
    const choosing = due?.choices.some((choice) => choice.most || choice.plays);
    const acting = due && this.#hands(table, due.seat) > 1 ? `${due.seat}/${due.ask.kind}` : null;
    return html`<div class="seat" @buy=${() => this.#buyIn({ kind: "buy", seat: 0 })}>
      <hw-bar .table=${table}></hw-bar>
      <hw-felt
        role="region" aria-label=${texts.table.felt}
        .table=${table} .layout=${this.layout} .chosen=${this.chosen}
        .choosable=${choosing ? `${due?.seat}/hand` : null} .acting=${acting}
        .spots=${table.isBetting && table.mine ? this.#offers(table, view) : []}
        @spot=${this.#spot} @choose=${this.#choose} @sit=${this.#sit} @back=${this.#back}
      ></hw-felt>
      <hw-dock
        role="region" aria-label=${texts.table.controls}
        .table=${table} .wagers=${this.wagers} .layout=${this.layout} .chosen=${this.chosen}
        @chosen=${(/** @type {CustomEvent<Set<number>>} */ event) => this.#choseAll(event.detail)}
        @sit=${this.#sit} @back=${this.#back}
      ></hw-dock>
      </div>
      ${this.#side(table)}
      <hw-buy-in .table=${table}></hw-buy-in>`;
  }

  /** What can be wagered, each with what it costs as soon as that is known. @param {WatchedTable} table @param {import("../protocol.js").TableView} view */
  #offers(table, view) {
    const odds = oddsOf(table.name, rulesKey(view.sign)).value;
    const open = table.mine?.seated ? view.sign.offers : view.sign.offers.filter(({ wager }) => view.sign.behind.includes(wager));
    return open.map((offer) => {
      const counted = wagerOdds(odds, offer.wager);
      return counted ? { ...offer, words: `${offer.words}. ${texts.betting.edge(percent(counted.house_edge))}` } : offer;
    });
  }

  /** How many hands lie before a seat. @param {WatchedTable} table @param {number} seat */
  #hands(table, seat) {
    return ["", " 2", " 3", " 4"].filter((hand) => table.felt.cards.has(`${seat}/hand${hand}`)).length;
  }

  /** @param {WatchedTable} table */
  #side(table) {
    const tab = (/** @type {Tab} */ name, /** @type {string} */ words) =>
      html`<button role="tab" id="tab-${name}" aria-selected=${this.tab === name} aria-controls="panel" @click=${() => this.#show(name)}>${words}</button>`;
    return html`<aside>
      <div class="tabs" role="tablist">
        ${tab("log", texts.table.log)} ${tab("sign", texts.table.sign)} ${tab("fairness", texts.table.fairness)}
        ${table.view?.sign.offers.length ? tab("coach", texts.table.coach) : nothing}
      </div>
      <h2 class="unseen">${texts.table[this.tab]}</h2>
      <div role="tabpanel" id="panel" aria-labelledby="tab-${this.tab}" tabindex="0">
        <hw-log .table=${table} .layout=${this.layout} ?silent=${this.tab !== "log"}></hw-log>
        ${this.tab === "sign" ? html`<hw-sign .table=${table} .layout=${this.layout}></hw-sign>` : nothing}
        ${this.tab === "fairness" ? html`<hw-fairness .table=${table}></hw-fairness>` : nothing}
        ${this.tab === "coach" ? html`<hw-coach .table=${table}></hw-coach>` : nothing}
      </div>
    </aside>`;
  }

  /** @param {Tab} tab */
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
    this.#look(table);
    this.requestUpdate();
  }

  /** Who wants to play sits down as soon as the table is there. @param {WatchedTable} table */
  #look(table) {
    if (!this.wish || !table.view || !connection.welcome.value) return;
    const { wish } = this;
    instead("table", table.name);
    this.wish = "";
    if (table.mine) return;
    if (wish === "play" || wish === "bots") void this.#playNow(table, table.view, wish === "bots");
    else if (!table.seated(Number(wish))) void this.updateComplete.then(() => this.#buyIn({ kind: "sit", seat: Number(wish) }));
  }

  /**
   * A seat at once: with so many others that it is company where bots are wanted or the game is among players, else
   * without the bots that somebody has left behind.
   * @param {WatchedTable} table @param {import("../protocol.js").TableView} view @param {boolean} withBots
   */
  async #playNow(table, view, withBots) {
    const free = Array.from({ length: view.sign.positions }, (_, index) => index + 1).filter((seat) => !table.seated(seat));
    const seat = view.offer?.seat ?? free[Math.floor(free.length / 2)];
    if (seat === undefined) return;
    if (connection.wallet.value < BUY_IN / 10) return this.#buyIn({ kind: "sit", seat });
    const most = connection.wallet.value - (connection.wallet.value % view.sign.chip_unit);
    const chips = Math.min(Math.max(BUY_IN, view.sign.least_buy_in ?? 0), most);
    await table.command({ do: "sit", seat, chips }).catch(() => {});
    const { people } = view.now;
    if (view.sign.offers.length && !withBots) {
      const left = people.every(({ bot }) => bot) ? people.filter(({ name }) => name.startsWith("bot-")) : [];
      for (const bot of left) await table.command({ do: "dismiss bot", seat: bot.seat }).catch(() => {});
      return;
    }
    const missing = Math.max(0, OPPONENTS - (view.sign.positions - free.length));
    for (const other of free.filter((each) => each !== seat).slice(0, missing)) {
      await table.command({ do: "add bot", seat: other }).catch(() => {});
    }
  }

  /** @param {CustomEvent<number>} event */
  #sit({ detail: seat }) {
    this.#buyIn({ kind: "sit", seat });
  }

  /** @param {CustomEvent<number>} event */
  #back({ detail: seat }) {
    this.#buyIn({ kind: "back", seat });
  }

  /** @param {import("../elements/buy_in.js").Wish} wish */
  #buyIn(wish) {
    const dialog = /** @type {import("../elements/buy_in.js").HouseBuyIn | null} */ (this.renderRoot.querySelector("hw-buy-in"));
    dialog?.ask(wish);
  }

  /** @param {CustomEvent<{ area: string, offer: import("../protocol.js").Offer, takes: boolean }>} event */
  #spot({ detail: { area, offer, takes } }) {
    if (takes) this.wagers?.take(area);
    else this.wagers?.add(area, offer);
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
