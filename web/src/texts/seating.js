/** What is said of coming, standing behind a spot, and going. */

import { dollars } from "../core/money.js";

export const seatingTexts = {
  sit: (/** @type {number} */ seat) => `Sit down at seat ${seat}`,
  back: (/** @type {string} */ name, /** @type {number} */ seat) => `Stand behind ${name} at seat ${seat}`,
  buy: "Buy chips",
  lead: {
    sit: "How many chips do you take to the table? What you leave with goes back to your wallet.",
    back: "You wager on another's spot with chips of your own. What you leave with goes back to your wallet.",
    buy: "More chips from your wallet. Chips are bought between rounds.",
  },
  chips: "Chips",
  typed: "Chips ($)",
  wallet: (/** @type {number} */ cents) => `Your wallet holds ${dollars(cents)}.`,
  all: "All",
  go: { sit: "Sit down", back: "Stand there", buy: "Buy" },
  empty: "Your wallet is empty.",
  low: "Your wallet is low.",
  more: "More play money",
  cancel: "Cancel",

  standBehind: "Stand behind",
  behind: (/** @type {string} */ names) => `behind: ${names}`,
  you: "you",
  asks: (/** @type {string} */ name) => `${name} would like to wager at your spot, where you were first.`,
  may: (/** @type {string} */ name) => `${name} may wager at your spot.`,
  let: (/** @type {string} */ name) => `Let ${name} wager`,
  not: "No",
  notAnyMore: "Not any more",

  timedOut: (/** @type {string} */ verb) => `Your time was over: the house decided for you (${verb}).`,
  leaving: "You have left: the house decides for you until this round is over.",
  sentAway: "The floor has asked you to leave: the house decides for you until this round is over.",
  closing: "The pit closes this table after this round; your chips go back to your wallet then.",
  closed: "The pit has closed this table. Your chips are back in your wallet.",
  gone: "You are no longer at this table. Your chips are back in your wallet.",
  left: "You have left the table. Your chips are back in your wallet.",
  gaveUp: /** @type {Record<string, string>} */ ({
    "not connected": "Your seat was given up because you were not connected. Your chips are back in your wallet.",
    "no wager": "Your seat was given up because you made no wager in three rounds and no other seat was free. Your chips are back in your wallet.",
  }),
  sameSeat: (/** @type {number} */ seat) => `Seat ${seat}, where you sat, is free.`,
  nextSeat: (/** @type {number} */ seat) => `Your seat is taken. Seat ${seat} is the next free one.`,
  noSeat: "Your seat is taken, and no other is free.",
  away: "not connected",
  least: (/** @type {number} */ cents) => `The least buy-in at this table is ${dollars(cents)}.`,
  toLobby: "To the other tables",
};
