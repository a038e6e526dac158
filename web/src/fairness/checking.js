/** A round's shuffle, checked from its file, in the browser: what was published before against what was dealt. */

import { UNKNOWN, sign } from "../core/cards.js";
import { fairnessTexts } from "../texts/fairness.js";
import { readFile } from "./round_file.js";
import { bytes, commitmentOf, deckOf, isDealtOn, mayBeCut, sealOf, shuffled } from "./shuffling.js";

const { cards, places, atPlaces, differs, numbers, shownAs } = fairnessTexts.more;

/** @typedef {{ name: keyof typeof import("../texts/fairness.js").fairnessTexts["checks"], isGood: boolean | null, more: string }} Check null: it cannot be told */
/** `dealt`: it left the shoe in this round; `isWrong`: it is not what the file has. @typedef {{ card: number, dealt: boolean, isWrong: boolean }} Place */
/** What somebody knows beside the file. @typedef {{ rules: Record<string, string>, shown: import("../core/witness.js").Shown | null, seen: (number | null)[] }} Known */
/** `seed`: as the file tells it; null where it does not. @typedef {{ checks: Check[], deck: Place[], isSealed: boolean, commitment: string | null, seed: string | null }} Checked */

/**
 * @param {string} text the round file
 * @param {Known} known the table's rules, what was published before the deal, the cards that were seen to leave the shoe
 * @returns {Promise<Checked>}
 */
export async function check(text, known) {
  const told = readFile(text);
  if (told.sealed.length) return sealed(told, known);
  /** @type {Check[]} */
  const checks = [published(told, known)];
  if (!told.seed || !told.numbers) {
    checks.push({ name: told.isLater ? "later" : "nothing", isGood: null, more: "" });
    return { checks, deck: [], isSealed: false, commitment: told.commitment, seed: null };
  }
  const seed = bytes(told.seed.seed);
  const made = await commitmentOf(seed);
  checks.push({ name: "seed", isGood: made === told.commitment && made === told.seed.commitment, more: made });
  checks.push({ name: "game", isGood: told.seed.game === told.game, more: told.seed.game });
  const rules = { ...known.rules, ...told.rules };
  const order = shuffled(deckOf(told.game, rules), seed, told.seed.cuts);
  const [first, last] = told.numbers;
  const deck = order.map((card, place) => {
    const dealt = place + 1 >= first && place + 1 <= last;
    return { card, dealt, isWrong: dealt && told.shoe[place + 1 - first] !== card };
  });
  const isWhole = last - first + 1 === told.shoe.length && last <= order.length && (isDealtOn(told.game) || told.shoe.length === order.length);
  const isByRules = isWhole && mayBeCut(told.game, rules, told.seed.cuts);
  const wrong = deck.findIndex((place) => place.isWrong);
  const at = deck[wrong];
  checks.push({ name: "order", isGood: isByRules && wrong < 0, more: at ? differs(wrong + 1, sign(told.shoe[wrong + 1 - first] ?? UNKNOWN), sign(at.card)) : numbers(first, last, order.length, told.seed.cuts) });
  checks.push(dealtAsSeen(told.shoe, known));
  return { checks, deck, isSealed: false, commitment: told.commitment, seed: told.seed.seed };
}

/**
 * Where hands stay private each place of the shoe was sealed for itself.
 * @param {import("./round_file.js").Told} told
 * @param {Known} known
 * @returns {Promise<Checked>}
 */
async function sealed(told, known) {
  const size = deckOf(told.game, known.rules).length;
  /** @type {number[]} */
  const wrong = [];
  for (const { place, card, salt } of told.opened) {
    if ((await sealOf(bytes(salt), card, place)) !== told.sealed[place]) wrong.push(place);
  }
  const opened = new Map(told.opened.map((each) => [each.place, each.card]));
  const misplaced = told.shoe.findIndex((card, place) => card !== (opened.get(place) ?? UNKNOWN));
  const isTwice = new Set(opened.values()).size !== told.opened.length;
  /** @type {Check[]} */
  const checks = [
    published(told, known),
    { name: "whole", isGood: told.sealed.length === size && told.shoe.length === size && !isTwice, more: places(told.sealed.length) },
    { name: "opened", isGood: told.opened.length ? !wrong.length : null, more: wrong.length ? atPlaces(wrong.map((place) => place + 1)) : cards(told.opened.length) },
    { name: "order", isGood: misplaced < 0, more: misplaced < 0 ? "" : atPlaces([misplaced + 1]) },
    dealtAsSeen(told.shoe, known),
  ];
  const deck = told.shoe.map((card, place) => ({ card, dealt: opened.has(place), isWrong: wrong.includes(place) || place === misplaced }));
  return { checks, deck, isSealed: true, commitment: told.commitment, seed: null };
}

/**
 * Was just this published before the deal? The browser remembers what it was shown: also how often the cards were cut, and how many had left the shoe.
 * @param {import("./round_file.js").Told} told
 * @param {Known} known
 * @returns {Check}
 */
function published(told, { rules, shown }) {
  if (!shown) return { name: "unseen", isGood: null, more: told.commitment ?? "" };
  const isSame = shown.commitment === told.commitment && (!told.sealed.length || told.sealed.join() === shown.sealed.join());
  if (!isSame || !told.seed || !told.numbers) return { name: "published", isGood: isSame, more: shown.commitment };
  const left = shown.cards ?? null;
  const first = left === null ? told.numbers[0] : deckOf(told.game, { ...rules, ...told.rules }).length - left + 1;
  const isSameDeal = told.seed.cuts === shown.cuts && told.numbers[0] === first;
  return { name: "published", isGood: isSameDeal, more: isSameDeal ? shown.commitment : shownAs(shown.cuts, first) };
}

/**
 * Did the cards leave the shoe that the file has? Those that one may not see are passed over.
 * @param {number[]} shoe
 * @param {Known} known
 * @returns {Check}
 */
function dealtAsSeen(shoe, { seen }) {
  const isOpen = (/** @type {number | null} */ card) => card !== null && card !== UNKNOWN;
  if (!seen.some(isOpen)) return { name: "dealt", isGood: null, more: "" };
  const wrong = seen.findIndex((card, place) => isOpen(card) && card !== shoe[place]);
  return { name: "dealt", isGood: wrong < 0, more: wrong < 0 ? cards(seen.filter(isOpen).length) : differs(wrong + 1, sign(shoe[wrong] ?? UNKNOWN), sign(seen[wrong] ?? UNKNOWN)) };
}
