/** What lies on a game's felt, and what is written there. */

import layouts from "houseway:layouts";

/** @typedef {{ name: string, label: string, holds: "chips" | "cards" | "button", per: "position" | "table", clause?: string }} Area */
/** @typedef {{ name: string, text: string, place?: string, shows?: string[], clause?: string, ruling?: string }} Inscription */
/** @typedef {{ areas: Area[], inscriptions: Inscription[] }} Layout */

/** @type {Layout} */
export const NOTHING = { areas: [], inscriptions: [] };

/** @param {string} game */
export function layoutOf(game) {
  return layouts[game] ?? NOTHING;
}

/** What stands at an area; a part of one has its label, too: `ante/Bea`, `main 2`; so has what is wagered into a pot. @param {Layout} layout @param {string} area */
export function label(layout, area) {
  const base = area.replace(/\/[^/]*$/, "").replace(/ \d+$/, "");
  const found = layout.areas.find(({ name }) => name === area) ?? layout.areas.find(({ name }) => name === base || name === `pot/${area}`);
  return found?.label || area.replace(/^.*\//, "").replaceAll("_", " ");
}

/** The same at the beginning of a line: what lies in no area of its own has no label, as `buy`. @param {Layout} layout @param {string} wager */
export function titled(layout, wager) {
  const found = label(layout, wager);
  return found.charAt(0).toUpperCase() + found.slice(1);
}

/** What is written on the felt at an area, if anything. @param {Layout} layout @param {string} area */
export function written(layout, area) {
  return layout.areas.find(({ name }) => name === area)?.label ?? "";
}

/**
 * An inscription with the options of the rules in place of the words in braces; null where an option is not set, or the
 * pay tables that it shows are not in force: a progressive one stands in the place of the other of its wager.
 * @param {Inscription} inscription
 * @param {Record<string, string>} rules
 */
export function inscribed(inscription, rules) {
  const options = [...inscription.text.matchAll(/\{(\w+)\}/g)].map(([, name]) => rules[name ?? ""]);
  const isSet = (/** @type {string | undefined} */ value) => value !== undefined && value !== "none";
  if (!options.every(isSet) || inscription.shows?.some((wager) => isSet(rules[`${wager}_progressive`]) || rules[wager] === "no")) return null;
  return inscription.text.replace(/\{(\w+)\}/g, (_, name) => (rules[name] ?? "").replaceAll("_", " "));
}
