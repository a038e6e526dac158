/** What the house publishes of a game: its layout, asked for once. */

import { get } from "./api.js";

/** @typedef {{ name: string, label: string, holds: "chips" | "cards" | "button", per: "position" | "table", clause?: string | null, ruling?: string | null }} Area */
/** @typedef {{ name: string, text: string, place?: string, shows?: string[], clause?: string | null, ruling?: string | null }} Inscription */
/** @typedef {{ areas: Area[], inscriptions: Inscription[] }} Layout */

/** @type {Map<string, Promise<any>>} */
const known = new Map();

/** A game as /api/games/{game} has it. @param {string} game @returns {Promise<any>} */
export function game(game) {
  const found = known.get(game) ?? get(`/api/games/${game}`);
  known.set(game, found);
  found.catch(() => known.delete(game));
  return found;
}

/** @param {string} name @returns {Promise<Layout>} */
export async function layoutOf(name) {
  const { layout } = await game(name);
  return { areas: layout?.areas ?? [], inscriptions: layout?.inscriptions ?? [] };
}

/** What stands at an area; a part of one has its label, too: `ante/Bea`, `main 2`. @param {Layout} layout @param {string} area */
export function label(layout, area) {
  const base = area.replace(/\/[^/]*$/, "").replace(/ \d+$/, "");
  const found = layout.areas.find(({ name }) => name === area) ?? layout.areas.find(({ name }) => name === base);
  return found?.label || area.replace(/^.*\//, "").replaceAll("_", " ");
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
