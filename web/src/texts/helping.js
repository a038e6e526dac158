/** One line for each thing that one is asked to do: what it is about, for who has never played here. */

/** @type {Record<string, string>} */
const BETTING = {
  lucky8s: "Click chips onto Ante. From eight cards you make as many hands that add up to 8 as you can.",
  blackjack: "Click chips onto Main. Get closer to 21 than the dealer, not above it. Pair and Lucky 8 are extra.",
  lunar: "Click chips onto Ante. Five cards against the dealer's five: better them, bet, or fold.",
  packs: "Click chips onto the bets, a column for each pack. Then just watch: there is nothing to decide.",
  ultimate8: "Everybody pays two antes and gets eight cards. Who lays all of them down first wins the main pot.",
};

/** What is asked, by game and kind. @type {Record<string, Record<string, string>>} */
const DECIDING = {
  lucky8s: {
    set: "Put cards that add up to 8 together, or let the house do it: House Way makes the most of them.",
    call: "Play puts a second wager, as high as your Ante, against the dealer. Fold gives your Ante up.",
  },
  blackjack: {
    hand: "Hit takes a card, Stand keeps what you have. Above 21 loses at once.",
    insurance: "The dealer shows an ace: insurance pays if he has a blackjack.",
  },
  lunar: {
    declare: "Show what you have if it pays now, or say nothing.",
    elect: "Better your hand for an Ante, bet twice your Ante that you beat the dealer, or fold.",
    "bet or fold": "Bet twice your Ante that you beat the dealer, or fold and lose your Ante.",
    force: "The dealer does not play. For the price of an Ante his highest card is replaced by a new one.",
  },
  ultimate8: {
    bet: "A bet goes into the main pot. Call to stay in, fold to give up.",
    discard: "Any pattern may be led. Who has no cards left wins.",
  },
};

export const helpTexts = {
  /** @param {string} game */
  betting: (game) => BETTING[game] ?? "",
  /** Split hands are asked for like the first: `hand 2`. @param {string} game @param {string} kind */
  deciding: (game, kind) => DECIDING[game]?.[kind] ?? DECIDING[game]?.[kind.replace(/ \d+$/, "")] ?? "",
  toBeat: (/** @type {string} */ pattern) => `To beat: ${pattern}.`,
  beatsNothing: (/** @type {string} */ pattern) => `You cannot beat the last pattern: ${pattern}.`,
  chooseCards: (/** @type {string} */ verb, /** @type {string} */ cards) => `${verb}: ${cards}, by clicking them.`,
  behind: "You wager on another's spot; who sits there decides.",
  behindNobody: "Nobody sits here: of those who wager, the one with the highest wager decides (50.7(b)).",
  firstWagers: (/** @type {string} */ name) => `${name} sits here and wagers first.`,
  noConsent: (/** @type {string} */ name) => `${name} wagered first here and is asked whether you may join (50.7(a)).`,
  refused: (/** @type {string} */ name) => `${name} wagered first here and does not let you join (50.7(a)).`,
  needs: (/** @type {string} */ names) => `Wager on ${names} to be dealt in.`,
  needsAny: "Wager on any area to be dealt in.",
  needsPlayers: "Two players at least are needed: add a bot.",
  placed: "More chips, or other areas, until the cards are dealt.",
  others: (/** @type {string} */ names) => `Waiting for ${names}, until the time is over.`,
  outOfChips: "You have too few chips for a wager.",
  supervisor: "Such a payout is paid after a supervisor has looked at it. Nothing to do for you.",
};
