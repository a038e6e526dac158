/** The house edge of each wager at a table, where everybody sees it. */

import { css, html, nothing } from "lit";
import { basis, percent, wagerLabel } from "../core/odds.js";
import { href } from "../core/router.js";
import { shared } from "../styles/shared.js";
import { tables } from "../styles/tables.js";
import { coachTexts } from "../texts/coach.js";
import { rulesTexts } from "../texts/rules.js";
import { Costing } from "./costing.js";

export class HouseEdges extends Costing {
  static styles = [
    shared,
    tables,
    css`
      :host {
        display: block;
        margin-bottom: 16px;
      }
      .note {
        font-size: 13px;
      }
      h3 {
        font: 700 15px/1.3 var(--serif);
      }
    `,
  ];

  render() {
    const view = this.table?.view;
    if (!this.table || !view) return nothing;
    const value = this.odds(this.table, view.sign);
    return html`<h3>${coachTexts.edges}</h3>
      ${value?.why ? html`<p class="soft">${value.why}</p>` : nothing}
      ${value
        ? html`<table>${value.wagers.map((wager) => html`<tr><th scope="row">${wagerLabel(value.game, wager.wager)}</th><td class="right number">${percent(wager.house_edge)}</td></tr>`)}</table>
            ${value.wagers.filter((wager) => wager.house_edge.basis === "estimated").flatMap((wager) => [`${basis(wager.house_edge)}.`, wager.reason, ...wager.notes].filter(Boolean).map((note) => html`<p class="soft note">${note}</p>`))}`
        : html`<p class="soft" role="status">${coachTexts.counted}</p>`}
      <p class="soft">${view.sign.offers.length ? coachTexts.edgesLead : coachTexts.edgesAmong} <a href=${href("rules", view.game, "odds", this.table.name)}>${rulesTexts.title}</a></p>`;
  }
}

customElements.define("hw-edges", HouseEdges);
