/** Betting: the chips to choose from; undo, clear, repeat; coupons; deal. */

import { css, html, nothing } from "lit";
import { connection } from "../core/connection.js";
import { coupon, plain, under } from "../core/felt.js";
import { label, layoutOf } from "../core/games.js";
import { onKey } from "../core/keys.js";
import { CHIPS, dollars } from "../core/money.js";
import { Uses } from "../core/signal.js";
import { isIn } from "../core/spot.js";
import { shared } from "../styles/shared.js";
import { wrapping } from "../styles/wrapping.js";
import { texts } from "../texts.js";
import { AtTable } from "./at_table.js";
import { chip } from "./chips.js";
import "../rules/edge_line.js";

export class HouseBetting extends AtTable {
  static properties = { wagers: { attribute: false } };

  static styles = [
    shared,
    wrapping,
    css`
      :host {
        gap: 8px 14px;
        align-items: center;
      }
      .chips {
        display: flex;
        gap: 4px;
      }
      .chips button {
        border: 0;
        background: none;
        padding: 2px;
        border-radius: 50%;
        min-height: 0;
        opacity: 0.75;
      }
      .chips button[aria-checked="true"] {
        opacity: 1;
        transform: translateY(-4px);
        box-shadow: 0 0 0 3px var(--accent);
      }
      .chip {
        width: 46px;
        height: 46px;
        display: block;
      }
      .row {
        display: flex;
        gap: 6px;
        flex-wrap: wrap;
      }
      .coupons {
        align-items: center;
      }
      .laid {
        box-shadow: inset 0 0 0 2px var(--accent);
      }
      .main {
        min-width: 110px;
        font-size: 17px;
        margin-left: auto;
      }
      @media (max-width: 1080px) {
        kbd {
          display: none;
        }
      }
      @media (max-width: 700px) {
        .chip {
          width: 40px;
          height: 40px;
        }
        :host {
          gap: 6px;
        }
        .chips {
          width: 100%;
          justify-content: space-between;
        }
        .row {
          flex-wrap: nowrap;
        }
        .row button {
          padding: 8px;
          font-size: 14px;
        }
        .coupons {
          width: 100%;
          flex-wrap: wrap;
          font-size: 13px;
        }
        .coupons button {
          padding: 4px 8px;
          font-size: 13px;
        }
        .main {
          min-width: 84px;
        }
      }
    `,
  ];

  constructor() {
    super();
    /** @type {import("../core/wagers.js").Wagers | null} */
    this.wagers = null;
    this.end = () => {};
    this.endChip = () => {};
    new Uses(this, connection.coupons);
  }

  connectedCallback() {
    super.connectedCallback();
    this.end = onKey((key) => this.#key(key));
    this.wagers?.forget();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.end();
    this.endChip();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    super.willUpdate(changed);
    if (!changed.has("wagers") || !this.wagers) return;
    this.endChip();
    this.endChip = this.wagers.chip.on(() => this.requestUpdate());
  }

  /** The chips of use at this table: none that no wager could be made with. */
  get #chips() {
    const highest = Math.max(0, ...(this.table?.view?.sign.offers ?? []).map((offer) => offer.high));
    return [...CHIPS].reverse().filter((worth) => worth <= highest && worth <= 100_000);
  }

  render() {
    const { table, wagers } = this;
    const mine = table?.mine;
    if (!table?.view || !mine || !wagers) return nothing;
    const takesWagers = table.view.sign.offers.length > 0;
    const lies = Object.keys(table.wagered).length > 0;
    return html`
      ${takesWagers ? this.#rack() : nothing}
      ${
        takesWagers
          ? html`<div class="row">
            <button @click=${() => wagers.undo()} ?disabled=${!wagers.before.length}>${texts.betting.undo} <kbd>U</kbd></button>
            <button @click=${() => wagers.clear()} ?disabled=${!lies}>${texts.betting.clear} <kbd>C</kbd></button>
            <button @click=${() => wagers.repeat()} ?disabled=${!wagers.canRepeat}>${texts.betting.repeat} <kbd>R</kbd></button>
          </div>`
          : nothing
      }
      <button class="main" @click=${this.#ready} ?disabled=${!this.#mayBeReady}>
        ${mine.ready ? texts.betting.wait : !takesWagers ? texts.betting.ready : lies || !this.#mayBeReady ? texts.betting.deal : texts.betting.letGo} <kbd>D</kbd>
      </button>
      ${this.#coupons(table, wagers)}
      ${takesWagers ? html`<hw-edge-line .table=${table}></hw-edge-line>` : nothing}
    `;
  }

  #rack() {
    return html`<div class="chips" role="radiogroup" aria-label=${texts.betting.chips}>
      ${this.#chips.map(
        (
          worth,
          index,
        ) => html`<button role="radio" aria-checked=${this.wagers?.chip.value === worth} aria-label=${dollars(worth)} title="${dollars(worth)} (${index + 1})"
          @click=${() => this.wagers?.chip.set(worth)}>${chip(worth)}</button>`,
      )}
    </div>`;
  }

  /** What I hold of match play coupons, and a button for each wager of mine that one may lie upon. @param {import("../core/table.js").WatchedTable} table @param {import("../core/wagers.js").Wagers} wagers */
  #coupons(table, wagers) {
    const sign = table.view?.sign;
    const held = connection.coupons.value;
    if (!sign || !Object.values(sign.coupons).some(Boolean) || !(held || Object.keys(table.laid).length)) return nothing;
    const lies = Object.entries(wagers.lying).filter(([area, stake]) => stake && !under(area) && sign.coupons[plain(area)]);
    return html`<div class="row coupons">
      <span class="soft">${texts.betting.holds(held)}</span>
      ${lies.map(([area, stake]) => {
        const laid = wagers.lying[coupon(area)] ?? 0;
        const most = Math.min(stake, sign.coupons[plain(area)] ?? 0, held + (table.laid[coupon(area)] ?? 0));
        const cents = laid || most - (most % sign.chip_unit);
        const words = texts.betting.coupon(label(layoutOf(table.view?.game ?? ""), plain(area)), cents);
        return cents ? html`<button aria-pressed=${laid > 0} class=${laid ? "laid" : ""} @click=${() => wagers.lay(area, laid ? 0 : cents)}>${words}</button>` : nothing;
      })}
    </div>`;
  }

  /** @param {string} key */
  #key(key) {
    const worth = this.#chips[Number(key) - 1];
    if (worth) this.wagers?.chip.set(worth);
    else if (key === "u") this.wagers?.undo();
    else if (key === "c") this.wagers?.clear();
    else if (key === "r" && this.wagers?.canRepeat) this.wagers.repeat();
    else if (key === "d" || key === "Enter") this.#ready();
    else return false;
    return true;
  }

  /** My wagers lie, none are needed, or others wait for me, who makes none in this round. */
  get #mayBeReady() {
    const { view, mine, wagered } = this.table ?? {};
    return !view?.sign.offers.length || Object.keys(wagered ?? {}).length > 0 || view.now.people.some((each) => each !== mine && isIn(each));
  }

  #ready() {
    if (!this.#mayBeReady) return;
    const ready = !this.table?.mine?.ready;
    void this.table?.command({ do: "ready", ready }).catch(() => {});
  }
}

customElements.define("hw-betting", HouseBetting);
