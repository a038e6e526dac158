/** What a round came to for whoever looks: won or lost, and each wager with its clause. */

import { css, html } from "lit";
import { signs } from "../core/cards.js";
import { connection } from "../core/connection.js";
import { label, titled } from "../core/games.js";
import { dollars, signed } from "../core/money.js";
import { href } from "../core/router.js";
import { texts } from "../texts.js";

/** @typedef {import("../core/table.js").Outcome} Result */

const MATCH_PLAY = "G2"; // the ruling on coupons
const MANY = 6; // more than these are shown in columns

export const resultStyles = css`
  ul {
    list-style: none;
    margin: 0;
    padding: 0;
    display: flex;
    flex-wrap: wrap;
    gap: 3px 18px;
    font-size: 14px;
  }
  ul.many {
    display: grid;
    grid-template-columns: repeat(3, minmax(0, 1fr));
    gap: 5px 12px;
  }
  ul.many .soft {
    display: none; /* of so many the result is seen at a glance; why, the log says, and the title */
  }
  li strong {
    white-space: nowrap;
  }
  .replay {
    margin-left: auto;
    font-weight: 400;
  }
  .big {
    font: 700 20px/1.2 var(--serif);
  }
  @media (max-width: 700px) {
    ul {
      font-size: 13px;
      line-height: 1.3;
      gap: 2px 18px;
    }
    ul.many {
      font-size: 12px;
      line-height: 1.2;
      gap: 4px 8px;
    }
    ul.many .clause {
      font-size: 11px;
    }
  }
`;

/** @param {Result} result */
export function outcome(result) {
  if (result.void) return texts.result.void;
  const net = result.nets[connection.welcome.value?.name ?? ""];
  if (net === undefined) return texts.result.over;
  const words = net > 0 ? texts.result.won(net) : net < 0 ? texts.result.lost(-net) : texts.result.even;
  return html`<span class="big ${net > 0 ? "good" : net < 0 ? "bad" : ""}">${words}</span>`;
}

/** What became of my wagers. @param {import("../core/table.js").WatchedTable} table @param {import("../core/games.js").Layout} layout @param {Result} result */
export function payoffs(table, layout, result) {
  const me = connection.welcome.value?.name;
  const seat = result.seat ?? table.presence.seat; // who leaves with the end of a round sees what it brought
  const mine = result.payoffs.filter((payoff) => (payoff.player ? payoff.player === me : payoff.seat === seat));
  const isMany = mine.length > MANY;
  const line = (/** @type {any} */ payoff) => html`<li title=${isMany ? `${signs(payoff.words)} · ${texts.log.clause(payoff.clause)}` : texts.log.clause(payoff.clause)}>
    ${titled(layout, payoff.wager)} ${dollars(payoff.stake)}
    <strong class="number ${payoff.net > 0 ? "good" : payoff.net < 0 ? "bad" : ""}">${payoff.net ? signed(payoff.net) : texts.result.outcome[payoff.result]}</strong>
    <span class="soft">${signs(payoff.words)}</span> <span class="clause">${payoff.clause}</span>
  </li>`;
  const laid = result.coupons.filter(({ player, seat: at }) => (player ? player === me : at === seat));
  const ticket = (/** @type {import("../protocol.js").Laid} */ each) => html`<li title=${texts.log.clause(MATCH_PLAY)}>
    ${texts.betting.coupon(label(layout, each.wager), each.cents)} <strong>${each.returned ? texts.result.returned : texts.result.collected}</strong> <span class="clause">${MATCH_PLAY}</span>
  </li>`;
  return html`<ul class=${isMany ? "many" : ""} tabindex="0" aria-label=${texts.result.payoffs}>${mine.map(line)} ${laid.map(ticket)}</ul>`;
}

/** The way to see the round again. @param {string} table @param {Result} result */
export function replay(table, result) {
  return html`<a class="replay" href=${href("replay", table, result.number)}>${texts.result.replay}</a>`;
}
