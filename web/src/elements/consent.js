/** Somebody is at the spot where one wagered first: he may wager there if one lets him (50.7(a)). */

import { css, html, nothing } from "lit";
import { firstAt, hasWagered } from "../core/spot.js";
import { shared } from "../styles/shared.js";
import { wrapping } from "../styles/wrapping.js";
import { seatingTexts } from "../texts/seating.js";
import { AtTable } from "./at_table.js";

export class HouseConsent extends AtTable {
  static styles = [
    shared,
    wrapping,
    css`
      :host {
        gap: 4px;
      }
      p {
        display: flex;
        align-items: center;
        flex-wrap: wrap;
        gap: 4px 8px;
        font-size: 14px;
        font-weight: 500;
      }
      p.asks {
        background: color-mix(in srgb, var(--gold) 28%, transparent);
        border-radius: 8px;
        padding: 1px 8px;
      }
      button {
        min-height: 28px;
        padding: 2px 10px;
        font-size: 13px;
      }
    `,
  ];

  render() {
    const { table } = this;
    const view = table?.view;
    const mine = table?.mine;
    if (!table?.isBetting || !view?.sign.consent || !mine || firstAt(table, mine.seat) !== mine) return nothing;
    return view.now.people.filter((each) => each.seat === mine.seat && each !== mine && !hasWagered(each)).map(({ name }) => {
      if (mine.consents.includes(name)) return this.#may(name);
      return mine.refusals.includes(name) ? nothing : this.#asks(name);
    });
  }

  updated() {
    this.toggleAttribute("asking", !!this.renderRoot.querySelector(".asks"));
  }

  /** @param {string} name */
  #asks(name) {
    return html`<p role="alert" class="asks">${seatingTexts.asks(name)}
      <button class="main" @click=${() => this.#say(name, true)}>${seatingTexts.let(name)}</button>
      <button @click=${() => this.#say(name, false)}>${seatingTexts.not}</button></p>`;
  }

  /** @param {string} name */
  #may(name) {
    return html`<p role="status" class="soft">${seatingTexts.may(name)} <button @click=${() => this.#say(name, false)}>${seatingTexts.notAnyMore}</button></p>`;
  }

  /** @param {string} player @param {boolean} allowed */
  #say(player, allowed) {
    void this.table?.command({ do: "consent", player, allowed }).catch(() => {});
  }
}

customElements.define("hw-consent", HouseConsent);
