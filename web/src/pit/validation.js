/** A payout that waits for a supervisor: what it is, by which clause, and the two answers. */

import { LitElement, css, html, nothing } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { label, layoutOf } from "../core/games.js";
import { dollars } from "../core/money.js";
import { href } from "../core/router.js";
import { time } from "../core/when.js";
import { shared } from "../styles/shared.js";
import { pitTexts } from "../texts/pit.js";
import "./act.js";

const words = pitTexts;

export class HouseValidation extends LitElement {
  static properties = { line: { attribute: false }, may: { attribute: false } };

  static styles = [
    shared,
    css`
      .panel {
        border-color: var(--warn);
        margin-bottom: 10px;
      }
      .two {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 300px), 1fr));
        gap: 10px;
        margin-top: 10px;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {import("../protocol.js").PitLine | null} */
    this.line = null;
    /** @type {string[]} */
    this.may = [];
  }

  render() {
    const waiting = this.line?.validation;
    if (!this.line || !waiting) return nothing;
    const to = `/api/tables/${this.line.table}/commands`;
    const { round, seat, wager, nth } = waiting.of;
    const act = (/** @type {boolean} */ granted) => ({
      do: "validate",
      called: granted ? words.validate.granting : words.validate.refusing,
      command: () => ({ granted, of: waiting.of }),
      submit: granted ? words.validate.grant : words.validate.refuse,
      isDanger: !granted,
    });
    const form = (/** @type {boolean} */ granted) => html`<hw-act open .act=${act(granted)} .to=${to}></hw-act>`;
    return html`<section class="panel" role="alert">
      <strong><a href=${href("pit", "table", this.line.table)}>${this.line.table}</a>: ${words.validate.what(seat, label(layoutOf(this.line.game), wager))}</strong>
      ${waiting.amount === null ? nothing : html`<strong class="number">${dollars(waiting.amount)}</strong>`} <span class="clause">${words.clause(waiting.clause)}</span>
      ${waiting.until ? html`<span class="soft">${words.board.until(time(waiting.until))}</span>` : nothing}
      ${this.may.includes("validate") ? keyed(`${this.line.table} ${round} ${seat} ${wager} ${nth ?? 1}`, html`<div class="two">${form(true)}${form(false)}</div>`) : nothing}
    </section>`;
  }
}

customElements.define("hw-validation", HouseValidation);
