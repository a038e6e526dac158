/** What stands above the felt: the game, one's chips, bet and last result; buying chips and leaving. */

import { css, html, nothing } from "lit";
import { owner, plain, under } from "../core/felt.js";
import { dollars, signed } from "../core/money.js";
import { Uses } from "../core/signal.js";
import { sum } from "../core/table.js";
import { stay } from "../core/visit.js";
import { shared } from "../styles/shared.js";
import { texts } from "../texts.js";
import { AtTable } from "./at_table.js";

export class HouseBar extends AtTable {
  static styles = [
    shared,
    css`
      :host {
        display: flex;
        align-items: center;
        gap: 4px 16px;
        height: 44px;
        flex: none;
        padding: 0 14px;
        color: #e9ede8;
        font-size: 14px;
      }
      h1 {
        font: 700 18px/1.2 var(--serif);
        white-space: nowrap;
        overflow: hidden;
        text-overflow: ellipsis;
        min-width: 0;
      }
      small {
        font: 400 13px/1.2 var(--body);
        color: #b8c2bb;
      }
      .soft {
        color: #b8c2bb;
        white-space: nowrap;
      }
      dl {
        display: flex;
        gap: 4px 16px;
        margin: 0 0 0 auto;
      }
      div {
        display: flex;
        gap: 5px;
        white-space: nowrap;
      }
      dt {
        color: #b8c2bb;
      }
      dd {
        margin: 0;
        font-weight: 600;
      }
      button {
        min-height: 32px;
        padding: 3px 11px;
        background: transparent;
        border-color: #56625b;
        color: inherit;
        font-size: 14px;
        white-space: nowrap;
      }
      .up {
        color: var(--win);
      }
      .down {
        color: var(--lose);
      }
      @media (max-width: 1080px) {
        .round {
          display: none;
        }
      }
      @media (max-width: 700px) {
        :host {
          padding: 0 8px;
          gap: 2px 9px;
          font-size: 13px;
        }
        h1 {
          font-size: 14px;
          white-space: normal;
          max-height: 2.4em;
        }
        dl {
          gap: 10px;
        }
        div {
          flex-direction: column;
          gap: 0;
          line-height: 1.2;
        }
        dt {
          font-size: 11px;
        }
        button {
          padding: 3px 9px;
        }
        .extra {
          display: none;
        }
      }
    `,
  ];

  constructor() {
    super();
    new Uses(this, stay);
  }

  render() {
    const { table } = this;
    const view = table?.view;
    if (!table || !view) return nothing;
    const { mine } = table;
    const { last } = stay.value;
    const bet = mine && this.#bet(table, mine);
    return html`
      <h1>${view.title} <small>${view.table}</small></h1>
      <span class="round">${view.now.number ? texts.table.round(view.now.number) : ""}</span>
      ${table.delayed ? html`<span role="status" class="soft">${texts.table.delayed}</span>` : nothing}
      <dl>
        ${mine ? html`<div><dt>${texts.table.balance}</dt><dd class="number">${dollars(table.purse(mine))}</dd></div>
        ${bet === null ? nothing : html`<div><dt>${texts.table.bet}</dt><dd class="number">${dollars(bet)}</dd></div>`}` : nothing}
        ${last === null ? nothing : html`<div><dt>${texts.table.lastWin}</dt><dd class="number ${last > 0 ? "up" : last < 0 ? "down" : ""}">${signed(last)}</dd></div>`}
      </dl>
      ${mine ? this.#doors(table, mine) : nothing}
    `;
  }

  /** @param {import("../core/table.js").WatchedTable} table @param {import("../protocol.js").PersonView} mine */
  #doors(table, mine) {
    const buy = () => this.dispatchEvent(new CustomEvent("buy", { bubbles: true, composed: true }));
    return html`<button @click=${buy} ?disabled=${mine.playing} aria-label=${texts.table.buy}>+ <span class="extra">${texts.table.buy}</span></button>
      <button @click=${() => void table.command({ do: "leave" }).catch(() => {})} ?disabled=${mine.leaving}>${mine.leaving ? texts.table.leavingNow : texts.table.leave}</button>`;
  }

  /** What I have said that I wager, or have put in since the round began; null where that is not known. @param {import("../core/table.js").WatchedTable} table @param {import("../protocol.js").PersonView} mine */
  #bet(table, mine) {
    const said = sum(Object.values(table.wagered));
    if (said || !mine.playing || table.view?.now.phase === "result") return said;
    const lies = [...table.felt.chips].filter(([area]) => isMine(area, mine));
    return table.view?.sign.offers.length ? sum(lies.map(([, cents]) => cents)) : table.putIn;
  }
}

/** Of several who wager on a spot, the areas of those who are not seated there have their names: `3/ante/Bea`. @param {string} area @param {import("../protocol.js").PersonView} mine */
function isMine(area, mine) {
  const [wager = "", name] = plain(area).split("/");
  return !["chips", "coupons"].includes(wager) && under(area) === null && (name ? name === mine.name : mine.seated && owner(area) === mine.seat);
}

customElements.define("hw-bar", HouseBar);
