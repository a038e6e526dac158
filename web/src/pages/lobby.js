/** The lobby: all tables, with their limits, seats, pay tables and meters. */

import { LitElement, css, html, nothing } from "lit";
import { get } from "../core/api.js";
import { label, layoutOf } from "../core/games.js";
import { dollars, metered } from "../core/money.js";
import { wagerLabel } from "../core/odds.js";
import { href } from "../core/router.js";
import { me } from "../core/session.js";
import { Uses } from "../core/signal.js";
import { shared } from "../styles/shared.js";
import { texts } from "../texts.js";

/** @typedef {import("../protocol.js").TableLine} TableLine */

const AGAIN = 3_000;

export class HouseLobby extends LitElement {
  static styles = [
    shared,
    css`
      :host {
        display: block;
        width: min(1240px, 100%);
        margin: 0 auto;
        padding: 22px 16px 40px;
      }
      h1 {
        font: 700 30px/1.15 var(--serif);
      }
      .lead {
        margin: 4px 0 18px;
      }
      ul {
        list-style: none;
        margin: 0;
        padding: 0;
        display: grid;
        gap: 16px;
        grid-template-columns: repeat(auto-fill, minmax(min(340px, 100%), 1fr));
      }
      li.panel {
        display: flex;
        flex-direction: column;
        overflow: hidden;
        padding: 0;
      }
      .felt {
        background: radial-gradient(120% 160% at 50% 0, #24805a, var(--felt) 55%, var(--felt-deep));
        color: var(--line);
        padding: 14px 16px 12px;
        border-bottom: 5px solid var(--rail);
      }
      .felt h2 {
        font: 700 22px/1.2 var(--serif);
      }
      .felt h2 small {
        font: 400 14px/1.2 var(--body);
        margin-left: 4px;
      }
      .felt p {
        opacity: 0.92;
        font-size: 14px;
        min-height: 2.9em;
      }
      .meters {
        display: flex;
        flex-wrap: wrap;
        gap: 4px 14px;
        color: var(--gold);
        font-weight: 600;
        margin-top: 8px;
        min-height: 22px;
      }
      .inside {
        padding: 12px 16px 16px;
        display: flex;
        flex-direction: column;
        gap: 8px;
        flex: 1;
      }
      .seats {
        display: flex;
        gap: 5px;
        align-items: center;
        flex-wrap: wrap;
      }
      .seat {
        width: 26px;
        height: 26px;
        border-radius: 50%;
        border: 1.5px solid var(--soft);
        display: grid;
        place-items: center;
        font-size: 12px;
        color: var(--soft);
        text-decoration: none;
      }
      a.seat:hover {
        border-color: var(--accent);
        color: var(--accent);
      }
      .seat.person {
        background: var(--accent);
        border-color: var(--accent);
        color: var(--on-accent);
      }
      .seat.bot {
        background: var(--edge);
      }
      dl {
        margin: 0;
        font-size: 13px;
        display: grid;
        grid-template-columns: auto 1fr;
        gap: 2px 10px;
      }
      dt {
        color: var(--soft);
      }
      dd {
        margin: 0;
      }
      .limit {
        white-space: nowrap;
        margin-right: 8px;
      }
      .row {
        display: flex;
        gap: 8px;
        align-items: center;
        margin-top: auto;
        padding-top: 6px;
      }
      .row .button {
        white-space: nowrap;
        padding-inline: min(16px, 3.4vw);
      }
      @media (max-width: 420px) {
        .row {
          gap: 6px;
        }
        .row .button {
          flex: auto;
          padding-inline: 8px;
        }
      }
    `,
  ];

  constructor() {
    super();
    new Uses(this, me);
    /** @type {TableLine[] | null} */
    this.lines = null;
    /** What can be chosen at a game, where its tables do not tell it. @type {Map<string, import("../protocol.js").Option[]>} */
    this.options = new Map();
    this.timer = 0;
  }

  connectedCallback() {
    super.connectedCallback();
    void this.#look();
    this.timer = window.setInterval(() => !document.hidden && void this.#look(), AGAIN);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  render() {
    return html`
      <h1>${texts.lobby.title}</h1>
      <p class="lead soft">${texts.lobby.lead} ${texts.playMoneyLong}</p>
      <ul>
        ${this.lines?.map((line) => this.#line(line))}
      </ul>
      ${this.lines?.length === 0 ? html`<p>${texts.lobby.none}</p>` : nothing}
    `;
  }

  /** @param {TableLine} line */
  #line(line) {
    return html`<li class="panel">
      <div class="felt">
        <h2>${line.title} <small>${line.table}</small></h2>
        <p>${texts.games[line.game] ?? ""}</p>
        <div class="meters">
          ${Object.entries(line.meters).map(([name, cents]) => html`<span>${texts.table.meters[name] ?? name} <span class="number">${metered(cents)}</span></span>`)}
        </div>
      </div>
      <div class="inside">${line.out_of_order ? nothing : html`${this.#seats(line)} ${this.#limits(line)}`} ${this.#doors(line)}</div>
    </li>`;
  }

  /** @param {TableLine} line */
  #seats(line) {
    const there = new Map(line.people.map((person) => [person.seat, person]));
    const isOpen = line.phase !== "closed" && !line.people.some((person) => person.name === me.value?.name);
    const place = (/** @type {number} */ seat) => {
      const person = there.get(seat);
      const words = texts.table.seat(seat);
      if (person) return html`<span class="seat ${person.bot ? "bot" : "person"}" title="${words}: ${person.name}">${person.name.replace(/^bot-/, "").charAt(0).toUpperCase()}</span>`;
      if (!isOpen) return html`<span class="seat" title="${words}: ${texts.table.free}"></span>`;
      // The keyboard's way is shorter by Watch: every seat in its way would be many stops.
      return html`<a class="seat" tabindex="-1" href=${href("table", line.table, seat)} aria-label="${texts.table.sitHere}: ${line.title}, ${line.table}, ${words}" title="${texts.table.sitHere}: ${words}">${seat}</a>`;
    };
    return html`<div class="seats">
      ${Array.from({ length: line.positions }, (_, index) => place(index + 1))}
      <span class="soft">${texts.lobby.seats(there.size, line.positions)}${line.watching ? ` · ${texts.lobby.watching(line.watching)}` : ""}</span>
    </div>`;
  }

  /** @param {TableLine} line */
  #limits(line) {
    const layout = layoutOf(line.game);
    const labels = line.offers.map((offer) => label(layout, offer.wager));
    const bases = labels.map((words) => words.replace(/ \d$/, ""));
    // Wagers that are numbered through are told once.
    const words = bases.map((base, index) => (bases.filter((other) => other === base).length > 1 ? base : labels[index]));
    const limits = new Set(line.offers.map((offer, index) => `${words[index]} ${texts.betting.range(offer.low, offer.high)}`));
    const named = Object.entries(line.pay_tables).filter(([, name]) => name !== "standard");
    return html`<dl>
      ${limits.size ? html`<dt>${texts.lobby.limits}</dt><dd class="number">${[...limits].map((limit) => html`<span class="limit">${limit}</span> `)}</dd>` : this.#antes(line)}
      ${named.length ? html`<dt>${texts.lobby.payTables}</dt><dd>${named.map(([wager, name]) => `${wagerLabel(line.game, wager)}: ${name}`).join(" · ")}</dd>` : nothing}
    </dl>`;
  }

  /** A game that takes its antes itself: they are amounts of its rules that are called as their areas are. @param {TableLine} line */
  #antes(line) {
    const layout = layoutOf(line.game);
    const chosen = Object.fromEntries(line.rules.map((rule) => rule.split("=")));
    const antes = (this.options.get(line.game) ?? []).filter(({ name, values }) => values === "an amount" && layout.areas.some((area) => area.name === name));
    const told = antes.map(({ name, default: usual }) => [label(layout, name), chosen[name] ?? usual]);
    if (chosen["table_max"]) told.push([texts.lobby.tableMost, chosen["table_max"]]);
    if (!told.length) return nothing;
    return html`<dt>${texts.lobby.limits}</dt><dd class="number">${told.map(([words, amount]) => html`<span class="limit">${words} ${dollars(Math.round(Number(amount) * 100))}</span> `)}</dd>`;
  }

  /** @param {TableLine} line */
  #doors(line) {
    if (line.out_of_order) return html`<p class="bad">${texts.lobby.outOfOrder}</p>`;
    const mine = line.people.some((person) => person.name === me.value?.name);
    if (mine) return html`<div class="row"><a class="button main" href=${href("table", line.table)}>${texts.lobby.go}</a></div>`;
    const isFree = line.people.length < line.positions && line.phase !== "closed";
    return html`<div class="row">
      ${isFree ? html`<a class="button main" href=${href("table", line.table, "play")} aria-label="${texts.lobby.playNow}: ${line.title}, ${line.table}">${texts.lobby.playNow}</a>` : nothing}
      ${isFree ? html`<a class="button" href=${href("table", line.table, "bots")} aria-label="${texts.lobby.withBots}: ${line.title}, ${line.table}">${texts.lobby.withBots}</a>` : nothing}
      <a class="button" href=${href("table", line.table)} aria-label="${texts.lobby.watch}: ${line.title}, ${line.table}">${texts.lobby.watch}</a>
      ${line.phase === "closed" ? html`<span class="soft">${texts.lobby.closed}</span>` : nothing}
    </div>`;
  }

  async #look() {
    try {
      /** @type {TableLine[]} */
      const lines = await get("/api/tables");
      for (const { game } of lines.filter((line) => !line.offers.length && !this.options.has(line.game))) {
        this.options.set(game, (await get(`/api/games/${game}`)).options);
      }
      this.lines = lines;
      this.requestUpdate();
    } catch {
      // the line at the top of the page says that the house does not answer
    }
  }
}

customElements.define("hw-lobby", HouseLobby);
