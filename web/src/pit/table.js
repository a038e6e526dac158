/** One table of the pit: the felt as everybody sees it, its money, and what can be done there. */

import { LitElement, css, html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { get } from "../core/api.js";
import { label, layoutOf } from "../core/games.js";
import { dollars } from "../core/money.js";
import { href } from "../core/router.js";
import { WatchedTable } from "../core/table.js";
import { shared } from "../styles/shared.js";
import { texts } from "../texts.js";
import { pitTexts } from "../texts/pit.js";
import { tableActs } from "./acts.js";
import "../elements/felt.js";
import "../elements/log.js";
import "./act.js";
import "./irregularities.js";
import "./validation.js";

const words = pitTexts;

export class HousePitTable extends LitElement {
  static properties = { name: {}, may: { attribute: false }, line: { attribute: false } };

  static styles = [
    shared,
    css`
      :host {
        display: grid;
        grid-template-columns: minmax(0, 1fr) minmax(300px, 440px);
        gap: 14px;
        align-items: start;
      }
      .felt {
        border-radius: var(--radius);
        overflow: hidden;
        background: radial-gradient(90% 70% at 40% 30%, #2c3430, #161b19);
      }
      hw-felt {
        height: clamp(300px, 48dvh, 560px);
      }
      .acts {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 8px;
      }
      dl {
        display: flex;
        flex-wrap: wrap;
        gap: 4px 20px;
        margin: 10px 0;
      }
      div {
        min-width: 0;
      }
      dl div {
        display: flex;
        gap: 6px;
      }
      dt {
        color: var(--soft);
      }
      dd {
        margin: 0;
        font-weight: 600;
      }
      h2 {
        font: 700 18px/1.3 var(--serif);
        margin-bottom: 8px;
      }
      hw-log {
        max-height: 300px;
        overflow: auto;
        border: 1px solid var(--edge);
        border-radius: 9px;
        background: var(--panel);
      }
      hw-log[empty] {
        border: 0;
        background: none;
      }
      @media (max-width: 1000px) {
        :host {
          grid-template-columns: minmax(0, 1fr);
        }
      }
      @media (max-width: 700px) {
        hw-felt {
          height: 128vw;
        }
      }
    `,
  ];

  constructor() {
    super();
    this.name = "";
    /** @type {string[]} */
    this.may = [];
    /** @type {import("../protocol.js").PitLine | null} */
    this.line = null;
    /** @type {WatchedTable | null} */
    this.table = null;
    /** @type {import("../protocol.js").GameView | null} */
    this.game = null;
    /** What was done last: told here where its form has gone with it. @type {{ do: string, said: string } | null} */
    this.done = null;
    this.tell = (/** @type {{ do: string, said: string }} */ done) => {
      this.done = done;
      this.requestUpdate();
    };
    /** @type {(() => void)[]} */
    this.ends = [];
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#end();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!changed.has("name") || !this.name) return;
    this.#end();
    this.done = null;
    const table = new WatchedTable(this.name);
    this.table = table;
    this.ends = [table.drawn.on(() => void this.#drawn(table)), table.begin()];
  }

  render() {
    const view = this.table?.view;
    if (!this.table || !view) return html`<p role="status">${texts.line.connecting}</p>`;
    const layout = layoutOf(view.game);
    const to = `/api/tables/${this.name}/commands`;
    const acts = this.game ? tableActs(view, this.game, this.may) : [];
    const seats = Array.from({ length: view.sign.positions }, (_, index) => this.#seat(index + 1));
    return html`
      <div>
        <h2>${view.title} <span class="soft">${this.name}</span></h2>
        ${this.line?.validation ? html`<hw-validation .line=${this.line} .may=${this.may}></hw-validation>` : nothing}
        <div class="felt"><hw-felt role="region" aria-label=${texts.table.felt} .table=${this.table} .layout=${layout}></hw-felt></div>
        ${this.#money(view)}
        <hw-log .table=${this.table} .layout=${layout}></hw-log>
      </div>
      <div class="acts">
        ${acts.some((act) => act.do === this.done?.do) ? nothing : html`<p role="status" class="good">${this.done?.said}</p>`}
        ${repeat(acts, (act) => act.do, (act) => html`<hw-act .act=${act} .to=${to} .told=${this.tell}></hw-act>`)}
        ${this.game && this.may.includes("report") && view.now.phase !== "closed" ? html`<hw-irregularities .kinds=${this.game.irregularities} .seats=${seats} .wagers=${view.sign.offers.map(({ wager }) => [wager, label(layout, wager)])} .entered=${view.pit?.foreseen ?? []} .to=${to}></hw-irregularities>` : nothing}
        ${this.may.includes("record") ? html`<a href=${href("pit", "record", `table/${this.name}`)}>${words.recordOf}: table/${this.name}</a>` : nothing}
      </div>
    `;
  }

  /** @param {import("../protocol.js").TableView} view */
  #money({ pit, now, sign }) {
    if (!pit) return nothing;
    const { board } = words;
    const row = (/** @type {string} */ name, /** @type {unknown} */ value) => html`<div><dt>${name}</dt><dd class="number">${value}</dd></div>`;
    return html`<dl>
      ${row(board.phase, words.phases[now.phase])} ${row(board.round, now.number)} ${row(board.inventory, dollars(pit.inventory))} ${row(board.felt, dollars(pit.felt))}
      ${row(board.drop, dollars(pit.drop))} ${row(board.commission, dollars(pit.commission))}
      ${Object.entries(pit.pots).map(([name, cents]) => row(texts.table.meters[name] ?? name, dollars(cents)))}
      ${pit.change_due.length ? row(board.due, pit.change_due.join(", ")) : nothing} ${pit.foreseen.length ? row(board.foreseen, pit.foreseen.join("; ")) : nothing}
      ${pit.kept_away.length ? row(board.keptAway, pit.kept_away.join(", ")) : nothing}
      ${sign.next_rules ? row(words.options.next, sign.next_rules.join(" ") || words.options.none) : nothing}
    </dl>`;
  }

  /** @param {number} seat @returns {[string, string]} */
  #seat(seat) {
    const person = this.table?.seated(seat);
    return [String(seat), person ? `${seat} (${person.name})` : String(seat)];
  }

  /** @param {WatchedTable} table */
  async #drawn(table) {
    this.requestUpdate();
    const game = table.view?.game;
    if (!game || this.game?.name === game) return;
    this.game = await get(`/api/games/${game}`).catch(() => null);
    this.requestUpdate();
  }

  #end() {
    for (const end of this.ends) end();
    this.ends = [];
  }
}

customElements.define("hw-pit-table", HousePitTable);
