/** The time that is left, of the house's clock. */

import { css, html, nothing } from "lit";
import { connection } from "../core/connection.js";
import { shared } from "../styles/shared.js";
import { texts, verbWords } from "../texts.js";
import { AtTable } from "./at_table.js";

export class HouseCountdown extends AtTable {
  static styles = [
    shared,
    css`
      span {
        font-variant-numeric: tabular-nums;
        font-weight: 600;
        color: var(--soft);
      }
      .hurry {
        color: var(--warn);
      }
    `,
  ];

  constructor() {
    super();
    this.timer = 0;
  }

  connectedCallback() {
    super.connectedCallback();
    this.timer = window.setInterval(() => this.requestUpdate(), 250);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  render() {
    const now = this.table?.view?.now;
    // Of a table that is shown late the time is over: it runs for others.
    if (!now?.deadline || this.table?.isBehind || this.table?.delayed || now.phase === "result") return nothing;
    const { due } = this.table ?? {};
    const left = Math.max(0, Math.ceil((now.deadline - connection.now()) / 1000));
    return html`<span class=${left <= 7 ? "hurry" : ""} ><span role="timer">${texts.deciding.seconds(left)}</span>${due?.standard ? texts.deciding.then(verbWords(due.standard).toLowerCase()) : nothing}</span>`;
  }
}

customElements.define("hw-countdown", HouseCountdown);
