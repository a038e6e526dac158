/** Chips as they are drawn: a stack, the largest below, with the amount beneath; and coupons. */

import { css, svg } from "lit";
import { asChips, brief } from "../core/money.js";

/** The colours of chips by their worth in cents: body and edge. */
/** @type {Record<number, [string, string]>} */
const COLOURS = {
  100: ["#f4f1e8", "#8b93a1"],
  500: ["#c0283d", "#ffe9e3"],
  2500: ["#1d8a55", "#e6fff1"],
  10000: ["#22262d", "#e9ecf1"],
  50000: ["#6a3aa8", "#f2e8ff"],
  100000: ["#d98a14", "#fff4dc"],
  500000: ["#8a5a3a", "#fff0e2"],
};
const COIN = /** @type {[string, string]} */ (["#b7bcc4", "#ffffff"]);
const MOST = 7; // a higher stack says its worth by its amount
const STEP = 5.2;

export const chipStyles = css`
  .amount {
    font: 700 17px/1 var(--body);
    fill: #fff;
    paint-order: stroke;
    stroke: rgb(0 0 0 / 0.75);
    stroke-width: 4px;
    text-anchor: middle;
    font-variant-numeric: tabular-nums;
  }
`;

/** @param {number} cents */
export function colours(cents) {
  return COLOURS[cents] ?? COIN;
}

/** A stack in the units of the stage, its foot in the middle. @param {number} cents @param {boolean} [named] */
export function stack(cents, named = true) {
  const chips = asChips(cents);
  const shown = chips.length > MOST ? [...chips.slice(0, MOST - 1), chips.at(-1) ?? 100] : chips;
  return svg`<svg class="stack" width="76" height="96" viewBox="-38 -62 76 96" aria-hidden="true">
    <ellipse cx="0" cy="6" rx="27" ry="14" fill="rgb(0 0 0 / .3)"/>
    ${shown.map((worth, index) => disc(worth, 2 - index * STEP))}
    ${named ? svg`<text class="amount" x="0" y="30">${brief(cents)}</text>` : ""}
  </svg>`;
}

/** A match play coupon, as it lies beside the chips of its wager. @param {number} cents @param {boolean} [named] */
export function ticket(cents, named = true) {
  return svg`<svg class="ticket" width="58" height="70" viewBox="-29 -36 58 70" aria-hidden="true">
    <g transform="rotate(-8)">
      <rect x="-25" y="-15" width="50" height="28" rx="3" fill="#f6ecd2" stroke="#7d1d2d" stroke-width="2" stroke-dasharray="4 2.5"/>
      <text y="-3" text-anchor="middle" font-weight="700" font-size="9" fill="#7d1d2d">MATCH</text>
      <text y="8" text-anchor="middle" font-weight="700" font-size="9" fill="#7d1d2d">PLAY</text>
    </g>
    ${named ? svg`<text class="amount" x="0" y="30">${brief(cents)}</text>` : ""}
  </svg>`;
}

/** One chip, seen from the seat. @param {number} worth @param {number} y */
function disc(worth, y) {
  const [body, edge] = colours(worth);
  return svg`<g transform="translate(0 ${y})">
    <path d="M-25 0v5a25 13 0 0 0 50 0v-5z" fill="${body}" stroke="rgb(0 0 0 / .45)" stroke-width="1"/>
    <path d="M-12 11.5v5M12 11.5v5M0 13v5" stroke="${edge}" stroke-width="6" opacity=".9"/>
    <ellipse rx="25" ry="13" fill="${body}" stroke="rgb(0 0 0 / .35)" stroke-width="1"/>
    <ellipse rx="21" ry="10.5" fill="none" stroke="${edge}" stroke-width="5" stroke-dasharray="8 9.5"/>
    <ellipse rx="14" ry="7" fill="${body}" stroke="${edge}" stroke-width="1"/>
  </g>`;
}

/** One chip from above, as in the rack before the player. @param {number} worth */
export function chip(worth) {
  const [body, edge] = colours(worth);
  return svg`<svg class="chip" viewBox="-30 -30 60 60" aria-hidden="true">
    <circle r="28" fill="${body}" stroke="rgb(0 0 0 / .45)" stroke-width="1.5"/>
    <circle r="24" fill="none" stroke="${edge}" stroke-width="7" stroke-dasharray="12.6 12.6"/>
    <circle r="18" fill="${body}" stroke="${edge}" stroke-width="1.5"/>
    <text y="5.5" text-anchor="middle" font-weight="700" font-size="15" fill="${edge === "#8b93a1" ? "#22262d" : edge}">${brief(worth)}</text>
  </svg>`;
}
