/** What happened, in words, the newest first; and aloud for who cannot see it. */

import { css, html } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { toldBefore, wasTold } from "../core/beginning.js";
import { connection } from "../core/connection.js";
import { NOTHING } from "../core/games.js";
import { joined, narrated } from "../core/narrating.js";
import { shared } from "../styles/shared.js";
import { texts } from "../texts.js";
import { AtTable } from "./at_table.js";

const KEPT = 120;
const SPOKEN = 20;

export class HouseLog extends AtTable {
  /** `silent`: nothing is written, because something else is looked at; what is said aloud still is. */
  static properties = { layout: { attribute: false }, silent: { type: Boolean, reflect: true } };

  static styles = [
    shared,
    css`
      :host {
        display: block;
        padding: 8px 14px;
        font-size: 14px;
      }
      :host([silent]) {
        padding: 0;
      }
      :host([silent]) ol {
        display: none;
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
    /** Is what was told before a reload among the lines? */
    this.isKnown = false;
    this.kept = this.lines;
    this.silent = false;
    /** Each keeps its place on the page while others come: it is read out once. @type {{ text: string, number: number }[]} */
    this.aloud = [];
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    super.willUpdate(changed);
    if (changed.has("table")) [this.lines, this.isKnown] = [[], false];
    const round = this.#round;
    if (this.isKnown || !round) return;
    this.isKnown = true;
    this.lines = [...this.lines, ...toldBefore(round)].slice(0, KEPT);
  }

  /** The round that is looked at, and by whom; null as long as that is not known. */
  get #round() {
    const { view } = this.table ?? {};
    const name = connection.welcome.value?.name;
    return view && name ? { table: view.table, name, number: view.now.number } : null;
  }

  render() {
    return html`
      <div class="unseen" role="log" aria-live="polite" aria-label=${texts.table.log}>${repeat(this.aloud, ({ number }) => number, ({ text }) => html`<p>${text}</p>`)}</div>
      <ol>
        ${this.lines.map(({ text, clause, kind }) => html`<li class=${kind} title=${texts.log.clause(clause)}>${text} <span class="clause">${clause}</span></li>`)}
      </ol>
    `;
  }

  updated() {
    this.toggleAttribute("empty", !this.lines.length);
    const round = this.#round;
    if (!this.isKnown || !round || this.lines === this.kept) return;
    this.kept = this.lines;
    wasTold(round, this.lines);
  }

  /** @param {import("../protocol.js").Move} move */
  see(move) {
    const names = (/** @type {number} */ seat) => this.table?.seated(seat)?.name.replace(/^bot-/, "") ?? texts.table.seat(seat);
    const { mine, view } = this.table ?? {};
    const isHis = mine && (mine.seated || view?.seats.includes(mine.seat)); // behind a spot one sees another's hand
    const line = narrated(move, { names, mine: isHis ? mine.seat : null, me: mine?.name ?? null, layout: this.layout });
    if (!line) return;
    const recent = this.lines.slice(0, 3);
    const decided = recent.findIndex(({ kind }) => kind === "acted"); // what is dealt then is another deal
    const at = recent.slice(0, decided < 0 ? 3 : decided).findIndex((before) => joined(before, line));
    const before = this.lines[at];
    this.lines = before ? this.lines.with(at, joined(before, line) ?? line) : [line, ...this.lines].slice(0, KEPT);
    if (line.spoken) this.aloud = [...this.aloud, { text: line.text, number: (this.aloud.at(-1)?.number ?? 0) + 1 }].slice(-SPOKEN);
    this.requestUpdate();
  }
}

customElements.define("hw-log", HouseLog);
