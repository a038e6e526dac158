/** Fairness at a table: what is published for the next deal, and the last round to be verified. */

import { css, html, nothing } from "lit";
import { AtTable } from "../elements/at_table.js";
import { shared } from "../styles/shared.js";
import { fairnessTexts } from "../texts/fairness.js";
import "./check.js";
import { deckOf, isDealtOn } from "./shuffling.js";

const words = fairnessTexts;

export class HouseFairness extends AtTable {
  static styles = [
    shared,
    css`
      :host {
        display: block;
        padding: 12px 14px 24px;
        font-size: 14px;
      }
      h3 {
        font: 700 15px/1.3 var(--serif);
        margin-bottom: 4px;
      }
      code {
        font-size: 12px;
        overflow-wrap: anywhere;
      }
      hw-check {
        display: block;
        margin-top: 18px;
      }
    `,
  ];

  render() {
    const view = this.table?.view;
    if (!this.table || !view) return nothing;
    const { shuffle, number, phase } = view.now;
    const deck = deckOf(view.game, view.sign.rules).length;
    const over = phase === "playing" ? number - 1 : number;
    return html`
      <h3>${words.next}</h3>
      ${shuffle.commitment
        ? html`<p>${words.commitment} (${words.cuts(shuffle.cuts)})<br /><code>${shuffle.commitment}</code></p>
            ${isDealtOn(view.game) ? html`<p>${words.place(deck - shuffle.cards + 1, deck)}</p>` : nothing}
            ${shuffle.sealed.length ? html`<p class="soft">${words.sealed(shuffle.sealed.length)}</p>` : nothing}`
        : html`<p class="soft">${words.none}</p>`}
      ${over > 0 ? html`<hw-check .table=${this.table.name} .number=${over}></hw-check>` : html`<p class="soft">${words.noRound}</p>`}
    `;
  }
}

customElements.define("hw-fairness", HouseFairness);
