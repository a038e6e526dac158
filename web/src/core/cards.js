/** Cards are small integers: four times the rank plus the suit; 52 is a joker, 53 a card that one may not see. */

export const JOKER = 52;
export const UNKNOWN = 53;

const RANKS = "23456789TJQKA";
const SUITS = "cdhs";
const RANK_WORDS = [
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "jack",
  "queen",
  "king",
  "ace",
];
const SUIT_WORDS = ["clubs", "diamonds", "hearts", "spades"];
const SUIT_SIGNS = "♣♦♥♠";

/** As round files write it: `8c`, `Jk`. @param {number} card */
export function name(card) {
  if (card === JOKER) return "Jk";
  return card === UNKNOWN ? "??" : `${RANKS[card >> 2]}${SUITS[card & 3]}`;
}

/** `eight of clubs`. @param {number} card */
export function words(card) {
  if (card === JOKER) return "joker";
  return card === UNKNOWN ? "a card face down" : `${RANK_WORDS[card >> 2]} of ${SUIT_WORDS[card & 3]}`;
}

/** `8♣`. @param {number} card */
export function sign(card) {
  if (card === JOKER) return "Joker";
  if (card === UNKNOWN) return "▮";
  const rank = RANKS[card >> 2] === "T" ? "10" : RANKS[card >> 2];
  return `${rank}${SUIT_SIGNS[card & 3]}`;
}

// In a sentence `8s` may be several eights and `As` a word: they are cards only beside another card.
const ANY = "(?:[2-9TJQKA][cdhs]|Jk)";
const IN_WORDS = new RegExp(
  `\\b(?:[2-9TJQKA][cdh]|[TJQK]s|Jk|(?<=[2-9TJQKA][cdhs] )[2-9A]s|[2-9A]s(?= ${ANY}\\b))\\b`,
  "g",
);

/** A sentence of the house with its cards as signs: `Tc 4s` is `10♣ 4♠`. @param {string} text */
export function signs(text) {
  return text.replace(IN_WORDS, (found) =>
    found === "Jk" ? "Joker" : sign(4 * RANKS.indexOf(found.charAt(0)) + SUITS.indexOf(found.charAt(1))),
  );
}

/** The suit for its colour: clubs, diamonds, hearts, spades, joker. @param {number} card */
export function suit(card) {
  return card >= JOKER ? "joker" : /** @type {string} */ (SUIT_WORDS[card & 3]);
}

/** From the highest rank and suit down, jokers first: how a hand is held. @param {number} a @param {number} b */
export function descending(a, b) {
  return b - a;
}

/** Where the picture of a card is. @param {number} card @param {string} deck */
export function picture(card, deck) {
  return CARDS.replace("*", card === UNKNOWN ? "back" : `${deck}/${name(card)}`);
}

/** The card of its name, `8c`; an unknown one is that of `??` and of whatever is no card. @param {string} text */
export function read(text) {
  if (text === "Jk") return JOKER;
  const [rank, suit] = [RANKS.indexOf(text[0] ?? "?"), SUITS.indexOf(text[1] ?? "?")];
  return rank < 0 || suit < 0 ? UNKNOWN : 4 * rank + suit;
}
