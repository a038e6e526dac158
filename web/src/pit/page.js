/** The pit console: the board, each table, the house's own, accounts and the record, by what the role may see. */

import { LitElement, css, html, nothing } from "lit";
import { get } from "../core/api.js";
import { href } from "../core/router.js";
import { me } from "../core/session.js";
import { Uses } from "../core/signal.js";
import { shared } from "../styles/shared.js";
import { tabs } from "../styles/tabs.js";
import { texts } from "../texts.js";
import { pitTexts } from "../texts/pit.js";
import "./accounts.js";
import "./board.js";
import "./house.js";
import "./record.js";
import "./table.js";

const words = pitTexts;
const AGAIN = 1500;
/** What each part needs. */
const PARTS = /** @type {const} */ ({ board: "pit", house: "hang meter", accounts: "accounts", record: "record" });

export class HousePit extends LitElement {
  static properties = { place: {}, what: {} };

  static styles = [
    shared,
    tabs,
    css`
      :host {
        display: block;
        width: min(1500px, 100%);
        margin: 0 auto;
        padding: 16px 14px 60px;
      }
      h1 {
        font: 700 24px/1.2 var(--serif);
      }
      .head {
        display: flex;
        gap: 4px 14px;
        align-items: baseline;
        flex-wrap: wrap;
      }
    `,
  ];

  constructor() {
    super();
    new Uses(this, me);
    this.place = "";
    this.what = "";
    /** @type {import("../protocol.js").PitBoard | null} */
    this.board = null;
    this.failed = "";
    this.timer = 0;
  }

  connectedCallback() {
    super.connectedCallback();
    void this.#look();
    this.timer = window.setInterval(() => !document.hidden && void this.#look(), AGAIN);
    this.addEventListener("acted", () => void this.#look());
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  get #may() {
    return me.value?.may ?? [];
  }

  render() {
    if (!this.#may.includes("pit")) return html`<h1>${words.title}</h1><p>${words.forbidden}</p>`;
    const place = this.place || "board";
    const parts = /** @type {(keyof typeof PARTS)[]} */ (Object.keys(PARTS)).filter((each) => this.#may.includes(PARTS[each]));
    return html`
      <div class="head"><h1>${words.title}</h1><span class="soft">${words.role(me.value?.name ?? "", me.value?.role ?? "")} · ${texts.playMoney}</span></div>
      <nav class="tabs" aria-label=${words.title}>
        ${parts.map((each) => html`<a href=${href("pit", each)} aria-current=${each === place || (each === "board" && place === "table") ? "page" : "false"}>${words.parts[each]}</a>`)}
      </nav>
      ${this.failed ? html`<p class="bad" role="alert">${this.failed}</p>` : nothing} ${this.#inside(place)}
    `;
  }

  /** @param {string} place */
  #inside(place) {
    const { board } = this;
    const may = this.#may;
    switch (place) {
      case "table":
        return html`<p><a href=${href("pit")}>${words.all}</a></p>
          <hw-pit-table .name=${this.what} .may=${may} .line=${board?.tables.find((line) => line.table === this.what) ?? null}></hw-pit-table>`;
      case "house":
        return html`<hw-pit-house .board=${board} .may=${may}></hw-pit-house>`;
      case "accounts":
        return html`<hw-pit-accounts .may=${may}></hw-pit-accounts>`;
      case "record":
        return html`<hw-pit-record .head=${board?.record[this.what || words.record.house] ?? 0} .stream=${this.what || words.record.house} .streams=${Object.keys(board?.record ?? {})}></hw-pit-record>`;
      default:
        return html`<hw-pit-board .board=${board} .may=${may}></hw-pit-board>`;
    }
  }

  async #look() {
    if (!this.#may.includes("pit")) return;
    try {
      this.board = await get("/api/pit");
      this.failed = "";
    } catch (wrong) {
      this.failed = /** @type {Error} */ (wrong).message;
    }
    this.requestUpdate();
  }
}

customElements.define("hw-pit", HousePit);
