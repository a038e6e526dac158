/** The frame around all pages: the head with who plays and with what, the page, dialogs, what is said aloud. */

import { LitElement, css, html, nothing } from "lit";
import { connection } from "../core/connection.js";
import { dollars } from "../core/money.js";
import { href, route } from "../core/router.js";
import { enter, me } from "../core/session.js";
import { Uses } from "../core/signal.js";
import { pages } from "../pages/index.js";
import { shared } from "../styles/shared.js";
import { texts } from "../texts.js";
import "./account.js";
import "./menu.js";
import "./settings.js";
import "./visit.js";

export class HouseApp extends LitElement {
  static styles = [
    shared,
    css`
      :host {
        display: flex;
        flex-direction: column;
        min-height: 100dvh;
      }
      header {
        display: flex;
        align-items: center;
        gap: 6px 16px;
        padding: 6px 14px;
        background: var(--panel);
        border-bottom: 1px solid var(--edge);
        height: 49px;
        flex: none;
        white-space: nowrap;
      }
      .brand {
        font: 700 19px/1 var(--serif);
        color: var(--ink);
        text-decoration: none;
        letter-spacing: 0.01em;
      }
      .money {
        border: 1px solid var(--gold);
        background: color-mix(in srgb, var(--gold) 25%, transparent);
        border-radius: 99px;
        padding: 2px 9px;
        font-size: 12px;
        font-weight: 600;
        white-space: nowrap;
      }
      nav {
        display: flex;
        gap: 2px;
        margin-left: auto;
        align-items: center;
      }
      nav a {
        color: var(--ink);
        text-decoration: none;
        padding: 8px 10px;
        border-radius: 8px;
        font-weight: 500;
      }
      nav a[aria-current="page"] {
        background: color-mix(in srgb, var(--accent) 14%, transparent);
      }
      nav button {
        padding: 6px 10px;
        font-weight: 500;
        white-space: nowrap;
      }
      .narrow {
        display: none;
      }
      main {
        flex: 1;
        display: flex;
        flex-direction: column;
        min-height: 0;
      }
      main > p {
        margin: 20px 16px;
      }
      .line {
        position: fixed; /* over the page: nothing jumps when the line breaks */
        inset: 49px 0 auto;
        z-index: 20;
        background: var(--warn);
        color: var(--ground);
        text-align: center;
        padding: 4px 8px;
        font-weight: 600;
      }
      .skip {
        position: absolute;
        left: -999px;
      }
      .skip:focus {
        left: 8px;
        top: 8px;
        z-index: 10;
        background: var(--panel);
        padding: 8px;
      }
      @media (max-width: 980px) {
        header {
          padding: 4px 8px;
          gap: 4px 8px;
        }
        .wide {
          display: none;
        }
        .narrow {
          display: inline-flex;
        }
        nav a,
        nav button {
          padding: 8px 7px;
          font-size: 14px;
        }
      }
    `,
  ];

  constructor() {
    super();
    new Uses(this, route, me, connection.line, connection.wallet);
    /** @type {string | null} */
    this.failed = null;
  }

  connectedCallback() {
    super.connectedCallback();
    enter().catch((/** @type {Error} */ wrong) => {
      this.failed = wrong.message;
      this.requestUpdate();
    });
  }

  updated() {
    const { page, words } = route.value;
    const named = /** @type {Record<string, string>} */ (texts.menu)[page];
    document.title = [words[0], named, texts.name, texts.playMoney].filter(Boolean).join(" · ");
  }

  render() {
    return html`
      ${this.#head()} ${this.#line()}
      <main id="main" tabindex="-1">
        ${this.failed ? html`<p class="panel">${this.failed}</p>` : me.value ? pages(route.value) : nothing}
      </main>
      <hw-menu></hw-menu>
      <hw-account></hw-account>
      <hw-settings></hw-settings>
    `;
  }

  #head() {
    const { page } = route.value;
    const link = (/** @type {string} */ to, /** @type {string} */ words) =>
      html`<a class="wide" href=${href(to)} aria-current=${page === to ? "page" : "false"}>${words}</a>`;
    const pit = me.value?.may.includes("pit");
    return html`<header>
      <button class="skip" @click=${this.#toMain}>${texts.skip}</button>
      <a class="brand" href=${href("lobby")}>${texts.name}</a>
      <span class="money" title=${texts.playMoneyLong}>${texts.playMoney}</span>
      <hw-visit class="wide"></hw-visit>
      <nav>
        ${link("lobby", texts.menu.lobby)} ${link("rules", texts.menu.rules)} ${link("rounds", texts.menu.rounds)}
        ${pit ? link("pit", texts.menu.pit) : nothing}
        <button class="plain narrow" @click=${() => this.#open("hw-menu")} aria-label=${texts.menu.menu}>☰</button>
        <button class="plain" @click=${() => this.#open("hw-settings")} aria-label=${texts.menu.settings}>⚙</button>
        <button class="plain" @click=${() => this.#open("hw-account")}>
          <span class="wide">${me.value?.name ?? ""}</span>
          <span class="number" title=${texts.table.wallet}>${dollars(connection.wallet.value)}</span>
        </button>
      </nav>
    </header>`;
  }

  #line() {
    const line = connection.line.value;
    if (line === "open" || line === "connecting" || !me.value) return nothing;
    const again = html`<button @click=${() => location.reload()}>${texts.line.again}</button>`;
    return html`<p class="line" role="status">${texts.line[line]} ${line === "ended" ? again : nothing}</p>`;
  }

  #toMain() {
    this.renderRoot.querySelector("main")?.focus();
  }

  /** @param {string} name */
  #open(name) {
    /** @type {any} */ (this.renderRoot.querySelector(name))?.open();
  }
}

customElements.define("hw-app", HouseApp);
