/** The shuffle that a seed gives, as docs/fairness.md tells it, and the hashes that were published before. */

import { JOKER } from "../core/cards.js";
import { shake256 } from "./shake.js";

const LEAST_CUT = 10;
const WORDS = 2 ** 32;
const LOW = [0, 1, 2, 3, 4, 5, 6, 12]; // the ranks of Lucky 8's: two to eight, and the ace

/** The deck of a table in its own order. @param {string} game @param {Record<string, string>} rules */
export function deckOf(game, rules) {
  const one = Array.from({ length: 52 }, (_, card) => card);
  if (game === "lucky8s") {
    const half = [...one.filter((card) => LOW.includes(card >> 2)), JOKER];
    return [...half, ...half];
  }
  return Array.from({ length: Number(rules["decks"] ?? 1) }, () => one).flat();
}

/** Is the shoe of a game dealt on from round to round? Where it is not, every round has a whole shuffle of its own. @param {string} game */
export function isDealtOn(game) {
  return game === "blackjack";
}

/**
 * May the cards have been cut so often, by the rules? A supervisor may have Lunar's cut again; what a device shuffles is not cut.
 * @param {string} game
 * @param {Record<string, string>} rules
 * @param {number} cuts
 */
export function mayBeCut(game, rules, cuts) {
  if (game === "lunar" && (rules["shuffler"] ?? "none") === "none") return cuts >= 1;
  return cuts === (game === "lucky8s" && rules["dealing"] === "hand_shuffle" ? 1 : 0);
}

/**
 * The order that a seed gives these cards: Fisher-Yates from the last card down, then as many cuts as were made.
 * @param {number[]} cards
 * @param {Uint8Array} seed
 * @param {number} cuts
 */
export function shuffled(cards, seed, cuts) {
  const below = numbersBelow(seed);
  let order = [...cards];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const chosen = below(last + 1);
    [order[last], order[chosen]] = [/** @type {number} */ (order[chosen]), /** @type {number} */ (order[last])];
  }
  for (let cut = 0; cut < cuts; cut += 1) {
    const depth = LEAST_CUT + below(order.length - 2 * LEAST_CUT + 1);
    order = [...order.slice(depth), ...order.slice(0, depth)];
  }
  return order;
}

/** What is published before a round: the SHA-256 of the seed. @param {Uint8Array} seed */
export function commitmentOf(seed) {
  return sha256(seed);
}

/** The hash of one place of a shoe that is sealed card by card. @param {Uint8Array} salt @param {number} card @param {number} place */
export function sealOf(salt, card, place) {
  return sha256(Uint8Array.from([...salt, card, place]));
}

/** @param {string} text hexadecimal digits @returns {Uint8Array<ArrayBuffer>} */
export function bytes(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Whole numbers below a bound, each equally likely: words past the largest multiple of it are passed over. @param {Uint8Array} seed */
function numbersBelow(seed) {
  const stream = shake256(seed);
  const word = () => {
    let made = 0;
    for (let place = 0; place < 4; place += 1) made = made * 256 + stream.next().value;
    return made;
  };
  return (/** @type {number} */ bound) => {
    const limit = WORDS - (WORDS % bound);
    let made = word();
    while (made >= limit) made = word();
    return made % bound;
  };
}

/** @param {Uint8Array} data */
async function sha256(data) {
  const digest = await crypto.subtle.digest("SHA-256", Uint8Array.from(data));
  return Array.from(new Uint8Array(digest), (each) => each.toString(16).padStart(2, "0")).join("");
}
