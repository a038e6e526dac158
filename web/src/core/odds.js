/** What every wager of a table costs, as the house counts it: asked for once, and again while it is being counted. */

import { get } from "./api.js";
import { label, layoutOf } from "./games.js";
import { Signal } from "./signal.js";
import { rulesTexts } from "../texts/rules.js";

/** @typedef {import("../protocol.js").TableOdds} TableOdds */
/** @typedef {import("../protocol.js").CountedWager} CountedWager */
/** @typedef {CountedWager["house_edge"]} Figure */

const AGAIN = 1500;
const TRIES = 80;

/** @type {Map<string, Signal<TableOdds | null>>} */
const known = new Map();

/** The odds of a table under the rules that its sign shows; null while they are counted. @param {string} table @param {string} [rules] */
export function oddsOf(table, rules = "") {
  const key = `${table} ${rules}`;
  let found = known.get(key);
  if (!found) {
    found = new Signal(/** @type {TableOdds | null} */ (null));
    known.set(key, found);
    void ask(table, found);
  }
  return found;
}

/** The rules of a sign as a text that changes when they do. @param {import("../protocol.js").Sign} sign */
export function rulesKey(sign) {
  return Object.entries(sign.rules).join(" ");
}

/**
 * The odds of a wager by its name at the table: `pack_2` is a `pack`, `five_card_1` may be progressive.
 * @param {TableOdds | null} odds
 * @param {string} wager
 * @returns {CountedWager | null}
 */
export function wagerOdds(odds, wager) {
  const plain = wager.replace(/[_ ]\d+$/, "");
  const names = [wager, plain, `${plain}_progressive`];
  return odds?.wagers.find((each) => names.includes(each.wager)) ?? null;
}

/** What a wager of the odds is called on the felt: `five_card_progressive` stands for the areas `five_card_1` to `_3`. @param {string} game @param {string} wager */
export function wagerLabel(game, wager) {
  const layout = layoutOf(game);
  const plain = wager.replace(/_progressive$/, "");
  const isArea = (/** @type {string} */ name) => layout.areas.some((each) => each.name === name);
  if (isArea(`${plain}_1`)) return label(layout, `${plain}_1`).replace(/ \d+$/, "");
  return label(layout, isArea(wager) ? wager : plain);
}

/** A share as a percentage, `1.97%`; an estimate with its 95% interval, `26.344% ± 0.069%`. @param {Figure} share */
export function percent(share) {
  return written(share, 100, 2, "%");
}

/** A number with so many decimals; an estimate with its 95% interval. @param {Figure} number @param {number} places */
export function decimals(number, places) {
  return written(number, 1, places, "");
}

/** The basis of a figure, in words. @param {Figure} figure */
export function basis(figure) {
  if (figure.basis === "exact") return rulesTexts.exact;
  if (figure.basis === "computed") return rulesTexts.computed(figure.digits);
  return rulesTexts.estimated(figure.n, figure.sampled);
}

/** An estimate has as many decimals as its interval allows. @param {Figure} figure @param {number} times @param {number} places @param {string} unit */
function written(figure, times, places, unit) {
  const value = Number(figure.value) * times;
  const sign = (/** @type {string} */ text) => text.replace("-", "−");
  if (figure.basis !== "estimated") return sign(`${value.toFixed(places)}${unit}`);
  const margin = Math.max(Number(figure.high) * times - value, value - Number(figure.low) * times);
  const known = Math.min(12, Math.max(0, 1 - Math.floor(Math.log10(margin))));
  return sign(`${value.toFixed(known)}${unit} ± ${margin.toFixed(known)}${unit}`);
}

/** @param {string} table @param {Signal<TableOdds | null>} into */
async function ask(table, into) {
  for (let tries = 0; tries < TRIES; tries += 1) {
    try {
      /** @type {TableOdds | import("../protocol.js").Later} */
      const told = await get(`/api/tables/${table}/odds`);
      if (!("wait" in told)) return into.set(told);
    } catch {
      // the house does not answer now: asked again
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN));
  }
}
