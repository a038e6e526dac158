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

/** What is written on the felt at an area, if anything. @param {Layout} layout @param {string} area */
export function written(layout, area) {
  return layout.areas.find(({ name }) => name === area)?.label ?? "";
}

/**
 * An inscription with the options of the rules in place of the words in braces; null where an option is not set.
 * @param {Inscription} inscription
 * @param {Record<string, string>} rules
 */
export function inscribed(inscription, rules) {
  const options = [...inscription.text.matchAll(/\{(\w+)\}/g)].map(([, name]) => rules[name ?? ""]);
  if (options.some((value) => value === undefined || value === "none")) return null;
  return inscription.text.replace(/\{(\w+)\}/g, (_, name) => (rules[name] ?? "").replaceAll("_", " "));
}
