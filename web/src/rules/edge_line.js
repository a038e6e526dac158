/** What each wager costs, in one line, where the wagers are made. */

import { css, html, nothing } from "lit";
import { oddsOf, percent, rulesKey, wagerLabel } from "../core/odds.js";
import { AtTable } from "../elements/at_table.js";
import { shared } from "../styles/shared.js";
import { coachTexts } from "../texts/coach.js";

export class HouseEdgeLine extends AtTable {
  static styles = [
    shared,
    css`
      :host {
        display: block;
        flex-basis: 100%;
        min-height: 19px;
        font-size: 13px;
        color: var(--soft);
      }
    `,
  ];

  constructor() {
    super();
    this.key = "";
    this.end = () => {};
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.end();
    this.key = "";
  }

  render() {
    const view = this.table?.view;
    if (!this.table || !view) return nothing;
    const key = rulesKey(view.sign);
    const odds = oddsOf(this.table.name, key);
    if (key !== this.key) {
      this.end();
      this.key = key;
      this.end = odds.on(() => this.requestUpdate());
    }
    const { value } = odds;
    if (!value?.wagers.length) return nothing;
    const wagers = value.wagers.map((wager) => `${wagerLabel(value.game, wager.wager)} ${percent(wager.house_edge)}`);
    return html`${coachTexts.edges}: ${wagers.join(" · ")}`;
  }
}

customElements.define("hw-edge-line", HouseEdgeLine);
