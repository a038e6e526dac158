/** Rules and odds: a game's page with how to play, what is paid and what it costs, and its clauses. */

import { LitElement, css, html, nothing } from "lit";
import { get } from "../core/api.js";
import { href } from "../core/router.js";
import { shared } from "../styles/shared.js";
import { tabs } from "../styles/tabs.js";
import { texts } from "../texts.js";
import { rulesTexts } from "../texts/rules.js";
import "./clauses.js";
import "./howto.js";
import "./odds.js";

/** @typedef {import("../protocol.js").GameView} GameView */

const words = rulesTexts;
const PARTS = /** @type {const} */ (["play", "odds", "clauses"]);

export class HouseRules extends LitElement {
  static properties = { game: {}, place: {}, what: {} };

  static styles = [
    shared,
    tabs,
    css`
      :host {
        display: block;
        width: min(1040px, 100%);
        margin: 0 auto;
        padding: 20px 14px 60px;
      }
      h1 {
        font: 700 26px/1.2 var(--serif);
        margin-bottom: 4px;
      }
      .games {
        display: flex;
        flex-wrap: wrap;
        gap: 6px;
        margin: 14px 0;
      }
      .every {
        list-style: none;
        margin: 14px 0;
        padding: 0;
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 300px), 1fr));
        gap: 12px;
      }
      h2 {
        font: 700 17px/1.3 var(--serif);
      }
      .games[hidden] {
        display: none;
      }
      .games a[aria-current="page"] {
        background: var(--accent);
        border-color: var(--accent);
        color: var(--on-accent);
      }
    `,
  ];

  constructor() {
    super();
    this.game = "";
    this.place = "";
    this.what = "";
    /** @type {import("../protocol.js").GameLine[]} */
    this.games = [];
    /** @type {Map<string, GameView>} */
    this.views = new Map();
    this.failed = "";
  }

  connectedCallback() {
    super.connectedCallback();
    void this.#fetch(async () => (this.games = await get("/api/games")));
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    const { game } = this;
    if (!changed.has("game") || !game || this.views.has(game)) return;
    void this.#fetch(async () => void this.views.set(game, await get(`/api/games/${encodeURIComponent(game)}`)));
  }

  render() {
    const view = this.views.get(this.game);
    return html`
      <h1>${words.title}</h1>
      <p class="soft">${words.lead} ${texts.playMoneyLong}</p>
      <nav class="games" aria-label=${words.games} ?hidden=${!this.game}>
        ${this.games.map(({ name, title }) => html`<a class="button" href=${href("rules", name)} aria-current=${name === this.game ? "page" : "false"}>${title}</a>`)}
      </nav>
      ${this.failed ? html`<p class="bad" role="alert">${this.failed}</p>` : nothing} ${view ? this.#page(view) : nothing} ${this.game ? nothing : this.#every()}
    `;
  }

  /** Where no game is chosen yet: all of them, in a line each. */
  #every() {
    return html`<ul class="every">
      ${this.games.map(({ name, title }) => html`<li class="panel"><h2><a href=${href("rules", name)}>${title}</a></h2><p>${texts.games[name] ?? ""}</p></li>`)}
    </ul>`;
  }

  /** @param {GameView} view */
  #page(view) {
    const part = PARTS.find((each) => each === this.place) ?? "play";
    return html`
      <nav class="tabs" aria-label=${view.title}>
        ${PARTS.map((each) => html`<a href=${href("rules", view.name, each)} aria-current=${each === part ? "page" : "false"}>${words.parts[each]}</a>`)}
      </nav>
      ${part === "play" ? html`<hw-howto .view=${view}></hw-howto>` : nothing}
      ${part === "odds" ? html`<hw-odds .view=${view} .table=${this.what}></hw-odds>` : nothing}
      ${part === "clauses" ? html`<hw-clauses .game=${view.name} .wanted=${this.what}></hw-clauses>` : nothing}
    `;
  }

  /** @param {() => Promise<unknown>} work */
  async #fetch(work) {
    try {
      await work();
      this.failed = "";
    } catch (wrong) {
      this.failed = /** @type {Error} */ (wrong).message;
    }
    this.requestUpdate();
  }
}

customElements.define("hw-rules", HouseRules);
