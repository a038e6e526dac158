/** What somebody prefers, kept in his browser. */

import { Signal } from "./signal.js";

/**
 * @typedef {object} Settings
 * @property {"auto" | "light" | "dark"} room
 * @property {boolean} fourColours
 * @property {"auto" | "large" | "small"} index
 * @property {"calm" | "quick" | "none"} pace how fast cards and chips move
 * @property {number} lossLimit cents that one is ready to lose in a visit; 0: no limit
 * @property {number} timeLimit minutes; 0: no limit
 * @property {boolean} coach is told what each choice is worth
 */

const KEY = "houseway.settings";

/** @type {Settings} */
const FIRST = { room: "auto", fourColours: false, index: "auto", pace: "calm", lossLimit: 0, timeLimit: 0, coach: false };

/** @type {Signal<Settings>} */
export const settings = new Signal(kept());

/** @param {Partial<Settings>} some */
export function prefer(some) {
  settings.set({ ...settings.value, ...some });
  try {
    localStorage.setItem(KEY, JSON.stringify(settings.value));
  } catch {
    // a browser that keeps nothing: the choice holds for this visit
  }
}

/** Does this person want nothing to move? */
export function isStill() {
  return settings.value.pace === "none" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** The deck of card faces, by the settings and the room there is. */
export function deck() {
  const { fourColours, index } = settings.value;
  const big = index === "large" || (index === "auto" && matchMedia("(max-width: 700px)").matches);
  return `${fourColours ? "four" : "two"}${big ? "-big" : ""}`;
}

/** The room is light or dark by choice, or as the machine has it. */
export function furnish() {
  document.documentElement.dataset["room"] = settings.value.room;
}

function kept() {
  try {
    return { ...FIRST, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return FIRST;
  }
}
