/** What each wager costs, in one line, where the wagers are made. */

import { css, html, nothing } from "lit";
import { percent, wagerLabel } from "../core/odds.js";
import { shared } from "../styles/shared.js";
import { coachTexts } from "../texts/coach.js";
import { Costing } from "./costing.js";

export class HouseEdgeLine extends Costing {
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

  render() {
    const view = this.table?.view;
    if (!this.table || !view) return nothing;
    const value = this.odds(this.table, view.sign);
    if (!value?.wagers.length) return nothing;
    const wagers = value.wagers.map((wager) => `${wagerLabel(value.game, wager.wager)} ${percent(wager.house_edge)}`);
    return html`${coachTexts.edges}: ${wagers.join(" · ")}`;
  }
}

customElements.define("hw-edge-line", HouseEdgeLine);
