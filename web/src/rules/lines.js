/** Lines of pay tables and options of the rules as they are read: with what is counted, and in dollars. */

import { dollars } from "../core/money.js";
import { rulesTexts } from "../texts/rules.js";

/** A line of a pay table: one that is a mere number says of what. @param {string} game @param {string} line */
export function payLine(game, line) {
  const counted = rulesTexts.counted[game];
  return /^\d+$/.test(line) && counted ? counted(line) : line.replaceAll("_", " ");
}

/** What is chosen for an option. `values`: what it may be, where that is known. @param {string} value @param {string} [values] */
export function chosen(value, values = "") {
  if (/^\d{9,}$/.test(value)) return rulesTexts.noLimit;
  if (values.startsWith("an amount") && /^\d/.test(value)) return dollars(Math.round(Number(value) * 100));
  return values.startsWith("a percentage") ? `${value}%` : value.replaceAll("_", " ");
}
