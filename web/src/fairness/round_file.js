/** What a round file says of its shuffle. */

import { read } from "../core/cards.js";

/** @typedef {{ place: number, card: number, salt: string }} Opened */
/**
 * @typedef {object} Told
 * @property {string} game
 * @property {Record<string, string>} rules those that the file names
 * @property {string | null} commitment
 * @property {{ seed: string, cuts: number, commitment: string, game: string } | null} seed
 * @property {[number, number] | null} numbers which of the order the cards are, from one
 * @property {boolean} isLater the seed is shown when the shoe is done
 * @property {string[]} sealed
 * @property {Opened[]} opened
 * @property {number[]} shoe
 */

/** @param {string} text @returns {Told} */
export function readFile(text) {
  const lines = text.split("\n").map((line) => line.trim());
  const upper = lines.slice(0, lines.indexOf("---") < 0 ? lines.length : lines.indexOf("---"));
  const found = (/** @type {RegExp} */ pattern) => upper.flatMap((line) => (pattern.exec(line) ? [/** @type {RegExpExecArray} */ (pattern.exec(line))] : []));
  const one = (/** @type {RegExp} */ pattern) => found(pattern)[0] ?? null;
  const seed = one(/^# houseway verify-shuffle ([0-9a-f]{64}) --game (\w+)(?: --rules \S+)* --cuts (\d+) --commitment ([0-9a-f]{64})$/);
  const numbers = one(/^# the cards below are numbers (\d+) to (\d+) of that order$/);
  return {
    game: one(/^game (\w+)$/)?.[1] ?? "",
    rules: Object.fromEntries(found(/^rules (\w+)=(.*)$/).map(([, key, value]) => [key ?? "", value ?? ""])),
    commitment: one(/^# commitment ([0-9a-f]{64})$/)?.[1] ?? null,
    seed: seed && { seed: seed[1] ?? "", game: seed[2] ?? "", cuts: Number(seed[3]), commitment: seed[4] ?? "" },
    numbers: numbers && [Number(numbers[1]), Number(numbers[2])],
    isLater: upper.includes("# the seed is shown when the shoe is done"),
    sealed: found(/^# sealed (\d+) ([0-9a-f]{64})$/).map(([, , hash]) => hash ?? ""),
    opened: found(/^# opened (\d+) (\w\w) ([0-9a-f]{64})$/).map(([, place, card, salt]) => ({ place: Number(place), card: read(card ?? ""), salt: salt ?? "" })),
    shoe: found(/^shoe (?!ends$)(.*)$/).flatMap(([, cards]) => (cards ?? "").split(/[\s,/]+/).filter(Boolean).map((card) => read(card.replace("^", "")))),
  };
}
