/** How to play a game, on one page: the aim, then step by step, each with its clause. */

import { LitElement, css, html, nothing } from "lit";
import { href } from "../core/router.js";
import { shared } from "../styles/shared.js";
import { rulesTexts } from "../texts/rules.js";

export class HouseHowTo extends LitElement {
  static properties = { view: { attribute: false } };

  static styles = [
    shared,
    css`
      .aim {
        font: 600 19px/1.4 var(--serif);
        max-width: 44em;
        margin-bottom: 16px;
      }
      .parts {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 300px), 1fr));
        gap: 14px;
      }
      h2 {
        font: 700 17px/1.3 var(--serif);
        margin-bottom: 8px;
      }
      .number {
        display: inline-grid;
        place-items: center;
        width: 26px;
        height: 26px;
        border-radius: 50%;
        background: var(--felt);
        color: #fff;
        font: 700 14px/1 var(--body);
        margin-right: 8px;
      }
      ul {
        margin: 0;
        padding-left: 18px;
      }
      li {
        margin: 6px 0;
      }
      .clause {
        text-decoration: none;
      }
      .clause:hover {
        text-decoration: underline;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {import("../protocol.js").GameView | null} */
    this.view = null;
  }

  render() {
    const { view } = this;
    if (!view) return nothing;
    return html`
      <p class="aim">${view.howto.aim}</p>
      <div class="parts">
        ${view.howto.part.map(
          (part, index) => html`<section class="panel">
            <h2><span class="number" aria-hidden="true">${index + 1}</span>${part.title}</h2>
            <ul>
              ${part.line.map(({ text, clause }) => html`<li>${text} <a class="clause" href=${href("rules", view.name, "clauses", clause)} aria-label=${rulesTexts.clause(clause)}>${clause}</a></li>`)}
            </ul>
          </section>`,
        )}
      </div>
    `;
  }
}

customElements.define("hw-howto", HouseHowTo);
