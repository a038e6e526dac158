/** The sign: what can be wagered, the pay tables in force, what is posted, the rules, the commitment of the shuffle. */

import { css, html, nothing } from "lit";
import { get } from "../core/api.js";
import { NOTHING, inscribed, label } from "../core/games.js";
import { dollars } from "../core/money.js";
import { wagerLabel } from "../core/odds.js";
import { shared } from "../styles/shared.js";
import { texts } from "../texts.js";
import { AtTable } from "./at_table.js";
import { chosen, payLine } from "../rules/lines.js";
import "../rules/edges.js";

export class HouseSign extends AtTable {
  static properties = { layout: { attribute: false } };

  static styles = [
    shared,
    css`
      :host {
        display: block;
        padding: 12px 14px 24px;
        font-size: 14px;
      }
      h3 {
        font: 700 15px/1.3 var(--serif);
        margin: 16px 0 4px;
      }
      h3::first-letter {
        text-transform: capitalize;
      }
      h3:first-child {
        margin-top: 0;
      }
      table {
        border-collapse: collapse;
        width: 100%;
      }
      td,
      th {
        text-align: left;
        font-weight: 400;
        padding: 2px 0;
        border-bottom: 1px solid color-mix(in srgb, var(--edge) 60%, transparent);
      }
      td {
        text-align: right;
        white-space: nowrap;
        padding-left: 8px;
      }
      code {
        font-size: 12px;
        overflow-wrap: anywhere;
      }
      p {
        margin: 4px 0;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {import("../core/games.js").Layout} */
    this.layout = NOTHING;
    /** What each option of the game may be, by its name: amounts are told as such. @type {Record<string, string>} */
    this.values = {};
    this.game = "";
  }

  updated() {
    const { game } = this.table?.view ?? {};
    if (game && game !== this.game) void this.#fetch(game);
  }

  render() {
    const view = this.table?.view;
    if (!view) return nothing;
    const { sign, now } = view;
    const posted = this.layout.inscriptions.map((each) => ({ text: inscribed(each, sign.rules), clause: each.clause ?? each.ruling ?? "" })).filter(({ text }) => text);
    return html`
      <hw-edges .table=${this.table}></hw-edges>
      ${sign.offers.length ? html`<h3>${texts.sign.wagers}</h3>${rows(sign.offers.map((offer) => [`${label(this.layout, offer.wager)}: ${offer.words}`, texts.betting.range(offer.low, offer.high)]))}` : nothing}
      ${sign.antes ? html`<h3>${texts.sign.wagers}</h3>${rows([[texts.sign.antes, dollars(sign.antes)]])}` : nothing}
      ${sign.pay_tables.map((table) => html`<h3>${wagerLabel(view.game, table.wager)} <span class="clause">${table.name} · ${table.clause}</span></h3>${rows(Object.entries(table.lines).map(([line, pays]) => [payLine(view.game, line), pays]))}`)}
      ${posted.length ? html`<h3>${texts.sign.posted}</h3>${posted.map(({ text, clause }) => html`<p>${text} <span class="clause">${clause}</span></p>`)}` : nothing}
      <h3>${texts.sign.rules}</h3>
      ${rows(Object.entries(sign.rules).map(([name, value]) => [name.replaceAll("_", " "), chosen(value, this.values[name])]))}
      ${(now.shuffle.away ?? []).map((device) => html`<p>${texts.sign.away(device)}</p>`)}
      ${now.shuffle.commitment ? html`<h3>${texts.sign.shuffle}</h3><code>${now.shuffle.commitment}</code>` : nothing}
    `;
  }

  /** @param {string} game */
  async #fetch(game) {
    this.game = game;
    /** @type {import("../protocol.js").GameView | null} */
    const found = await get(`/api/games/${game}`).catch(() => null);
    this.values = Object.fromEntries((found?.options ?? []).map(({ name, values }) => [name, values]));
    this.requestUpdate();
  }
}

/** @param {[string, string][]} lines */
function rows(lines) {
  return html`<table>${lines.map(([name, value]) => html`<tr><th scope="row">${name}</th><td class="number">${value}</td></tr>`)}</table>`;
}

customElements.define("hw-sign", HouseSign);
