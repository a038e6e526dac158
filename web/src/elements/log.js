/** What happened, in words, the newest first; and aloud for who cannot see it. */

import { css, html } from "lit";
import { NOTHING } from "../core/games.js";
import { joined, narrated } from "../core/narrating.js";
import { shared } from "../styles/shared.js";
import { texts } from "../texts.js";
import { AtTable } from "./at_table.js";

const KEPT = 120;

export class HouseLog extends AtTable {
  static properties = { layout: { attribute: false } };

  static styles = [
    shared,
    css`
      :host {
        display: block;
        padding: 8px 14px;
        font-size: 14px;
      }
      ol {
        list-style: none;
        margin: 0;
        padding: 0;
      }
      li {
        padding: 3px 0;
        border-bottom: 1px solid color-mix(in srgb, var(--edge) 50%, transparent);
      }
      .said {
        font-weight: 600;
      }
      .cards {
        color: var(--soft);
      }
      .win {
        color: var(--good);
      }
      .lose {
        color: var(--bad);
      }
    `,
  ];

  constructor() {
    super();
    /** @type {import("../core/games.js").Layout} */
    this.layout = NOTHING;
    /** @type {import("../core/narrating.js").Line[]} */
    this.lines = [];
    /** @type {string[]} */
    this.aloud = [];
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    super.willUpdate(changed);
    if (changed.has("table")) this.lines = [];
  }

  render() {
    return html`
      <div class="unseen" role="log" aria-live="polite" aria-label=${texts.table.log}>${this.aloud.map((text) => html`<p>${text}</p>`)}</div>
      <ol>
        ${this.lines.map(({ text, clause, kind }) => html`<li class=${kind} title=${texts.log.clause(clause)}>${text} <span class="clause">${clause}</span></li>`)}
      </ol>
    `;
  }

  /** @param {import("../protocol.js").Move} move */
  see(move) {
    const names = (/** @type {number} */ seat) => this.table?.seated(seat)?.name.replace(/^bot-/, "") ?? texts.table.seat(seat);
    const { mine, view } = this.table ?? {};
    const isHis = mine && (mine.seated || view?.seats.includes(mine.seat)); // behind a spot one sees another's hand
    const line = narrated(move, { names, mine: isHis ? mine.seat : null, me: mine?.name ?? null, layout: this.layout });
    if (!line) return;
    const at = this.lines.slice(0, 3).findIndex((before) => joined(before, line));
    const before = this.lines[at];
    this.lines = before ? this.lines.with(at, joined(before, line) ?? line) : [line, ...this.lines].slice(0, KEPT);
    if (line.spoken) this.aloud = [...this.aloud.slice(-8), line.text];
    this.requestUpdate();
  }
}

customElements.define("hw-log", HouseLog);
