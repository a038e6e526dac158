/** Pay tables in force and what each wager costs, for each table of a game that the house has. */

import { LitElement, css, html, nothing } from "lit";
import { get } from "../core/api.js";
import { dollars } from "../core/money.js";
import { basis, decimals, oddsOf, percent, wagerLabel } from "../core/odds.js";
import { href } from "../core/router.js";
import { shared } from "../styles/shared.js";
import { tables } from "../styles/tables.js";
import { texts } from "../texts.js";
import { rulesTexts } from "../texts/rules.js";
import { chosen, payLine } from "./lines.js";

/** @typedef {import("../protocol.js").TableLine} TableLine */
/** @typedef {import("../protocol.js").CountedWager} CountedWager */

const words = rulesTexts;

export class HouseOdds extends LitElement {
  static properties = { view: { attribute: false }, table: {} };

  static styles = [
    shared,
    tables,
    css`
      section {
        margin-bottom: 18px;
      }
      h2 {
        font: 700 19px/1.3 var(--serif);
      }
      h3 {
        font: 700 16px/1.3 var(--serif);
        margin: 16px 0 4px;
      }
      .pays {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 260px), 1fr));
        gap: 0 28px;
      }
      summary {
        cursor: pointer;
        padding: 8px 0;
        color: var(--accent);
      }
      .wide {
        overflow-x: auto;
      }
      .edge {
        font-weight: 700;
      }
      .pays p::first-letter {
        text-transform: uppercase;
      }
      .below {
        display: none;
      }
      @media (max-width: 700px) {
        .how {
          display: none; /* it stands below the wager */
        }
        .below {
          display: table-row;
        }
        .above > * {
          border-bottom: 0;
        }
        thead th {
          white-space: normal;
        }
      }
      .row {
        display: flex;
        flex-wrap: wrap;
        gap: 6px 14px;
        align-items: baseline;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {import("../protocol.js").GameView | null} */
    this.view = null;
    this.table = "";
    /** @type {TableLine[] | null} */
    this.lines = null;
    /** @type {(() => void)[]} */
    this.ends = [];
  }

  connectedCallback() {
    super.connectedCallback();
    void this.#fetch();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    for (const end of this.ends) end();
    this.ends = [];
  }

  render() {
    const { view } = this;
    if (!view || !this.lines) return nothing;
    const lines = this.lines.filter((line) => line.game === view.name && !line.out_of_order && (!this.table || line.table === this.table));
    if (!lines.length) return html`<p>${words.noTable}</p>${this.#payTables(view.pay_tables)}`;
    return html`${lines.map((line) => this.#table(line))}
      ${view.pay_tables.length ? html`<details class="panel"><summary>${words.all}</summary>${this.#payTables(view.pay_tables)}</details>` : nothing}`;
  }

  /** @param {TableLine} line */
  #table(line) {
    const odds = oddsOf(line.table);
    const inForce = this.view?.pay_tables.filter((table) => line.pay_tables[table.wager] === table.name) ?? [];
    return html`<section class="panel">
      <div class="row"><h2>${line.title}</h2><span class="soft">${words.table} ${line.table}</span><a href=${href("table", line.table)}>${words.toTable}</a></div>
      <h3>${words.edge}</h3>
      <p class="soft">${line.offers.length ? `${words.edgeLong} ${words.sharesNote}` : words.edgeAmong}</p>
      ${odds.value ? this.#odds(line, odds.value) : html`<p role="status">${words.counting}</p>`}
      ${inForce.length ? html`<h3>${texts.lobby.payTables}</h3>${this.#payTables(inForce)}` : nothing}
      ${line.rules.length ? html`<h3>${words.rules}</h3><p>${line.rules.map((rule) => this.#rule(rule)).join(" · ")}</p>` : nothing}
    </section>`;
  }

  /** @param {TableLine} line @param {import("../protocol.js").TableOdds} odds */
  #odds(line, odds) {
    if (odds.why) return html`<p class="bad">${odds.why}</p>`;
    const meters = Object.entries(odds.meters).map(([name, cents]) => words.meter(texts.table.meters[name] ?? name, dollars(cents)));
    return html`<div class="wide" tabindex="0" role="region" aria-label=${words.edge}>
        <table>
          <thead>
            <tr><th scope="col">${words.wager}</th><th scope="col" class="right">${words.edge}</th><th scope="col" class="right">${words.risk}</th><th scope="col" class="right">${words.hit}</th><th scope="col" class="how">${words.how}</th></tr>
          </thead>
          <tbody>
            ${odds.wagers.map(
              (wager) => html`<tr class="above">
                <th scope="row">${wagerLabel(line.game, wager.wager)}${wager.table ? html` <span class="soft">${wager.table}</span>` : nothing}</th>
                <td class="right number edge">${percent(wager.house_edge)}</td>
                <td class="right number">${percent(wager.element_of_risk)}</td>
                <td class="right number">${percent(wager.hit_frequency)}</td>
                <td class="soft how">${known(wager)}</td>
              </tr>
              <tr class="below"><td class="soft" colspan="4">${known(wager)}</td></tr>`,
            )}
          </tbody>
        </table>
      </div>
      <p class="soft">${words.notCompared}</p>
      ${meters.length ? html`<p class="soft">${meters.join(" · ")}</p>` : nothing}
      ${odds.wagers.map((wager) => this.#returns(line, wager))}`;
  }

  /** @param {TableLine} line @param {CountedWager} wager */
  #returns(line, wager) {
    return html`<details>
      <summary>${words.lines}: ${wagerLabel(line.game, wager.wager)}</summary>
      <div class="wide">
        <table>
          <thead>
            <tr><th scope="col">${words.line}</th><th scope="col">${words.pays}</th><th scope="col" class="right">${words.chance}</th><th scope="col" class="right">${words.brings}</th></tr>
          </thead>
          <tbody>
            ${wager.lines.map((each) => html`<tr><th scope="row">${payLine(line.game, each.line)}</th><td>${each.pays}</td><td class="right number">${chance(each.probability)}</td><td class="right number">${decimals(each.contribution, 6)}</td></tr>`)}
          </tbody>
        </table>
      </div>
    </details>`;
  }

  /** @param {{ wager: string, name: string, clause: string, lines: Record<string, string> }[]} listed */
  #payTables(listed) {
    if (!listed.length || !this.view) return nothing;
    const { name: game } = this.view;
    return html`<div class="pays">
        ${listed.map(
          (table) => html`<div>
            <p><strong>${wagerLabel(game, table.wager)}</strong> <span class="clause">${table.name} · ${table.clause}</span></p>
            <table>${Object.entries(table.lines).map(([name, pays]) => html`<tr><th scope="row">${payLine(game, name)}</th><td class="right number">${pays}</td></tr>`)}</table>
          </div>`,
        )}
      </div>`;
  }

  /** A rule, `ante_min=5`, as one reads it. @param {string} rule */
  #rule(rule) {
    const [name = "", value = ""] = rule.split("=", 2);
    return `${name.replaceAll("_", " ")} ${chosen(value, this.view?.options.find((option) => option.name === name)?.values)}`;
  }

  async #fetch() {
    this.lines = await get("/api/tables").catch(() => []);
    for (const line of this.lines ?? []) {
      if (line.game === this.view?.name) this.ends.push(oddsOf(line.table).on(() => this.requestUpdate()));
    }
    this.requestUpdate();
  }
}

/** How the odds of a wager are known. @param {CountedWager} wager */
function known(wager) {
  const even = wager.break_even_meter === null ? [] : [words.evenMeter(dollars(Math.ceil(Number(wager.break_even_meter.value))))];
  const best = wager.strategy === "best_known" ? [wager.reason] : [];
  const play = wager.strategy ? [`${words.strategy(wager.strategy)}.`] : [];
  return [...play, `${basis(wager.house_edge)}.`, ...best, ...even, ...wager.notes.map((note) => `${note.charAt(0).toUpperCase()}${note.slice(1)}.`)].join(" ");
}

/** A chance; a rare one has more decimals. @param {CountedWager["house_edge"]} share */
function chance(share) {
  return share.basis === "estimated" ? percent(share) : `${(Number(share.value) * 100).toPrecision(4)}%`;
}

customElements.define("hw-odds", HouseOdds);
