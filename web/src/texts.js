/** All that the web client says, in one place. */

import { dollars } from "./core/money.js";

const NO_MOST = 10 ** 13; // cents: so the house writes that there is no maximum

export const texts = {
  name: "houseway",
  playMoney: "Play money",
  playMoneyLong: "Play money only: it cannot be bought, won or paid out.",
  skip: "Skip to the table",
  guest: "guest",
  bot: "bot",
  youSeated: "You",

  line: {
    connecting: "Connecting…",
    lost: "The line is broken. Your seat is kept; it comes back by itself…",
    closing: "The house starts again. Your seat is kept; it comes back by itself…",
    ended: "This session has ended: somebody logged in elsewhere, or the house closed it.",
    again: "Come in again",
    open: "",
  },

  menu: {
    lobby: "Lobby",
    rules: "Rules and odds",
    rounds: "My rounds",
    pit: "Pit",
    settings: "Settings",
    account: "Account",
    menu: "Menu",
  },

  account: {
    title: "Account",
    logIn: "Log in",
    signUp: "Sign up",
    logOut: "Log out",
    name: "Name",
    password: "Password",
    chosen: "New password",
    change: "Change the password",
    changed: "Your password is changed.",
    guest: "You play as a guest. An account has play money and rounds of its own, and keeps them; what you have as a guest stays with the guest.",
    leaveFirst: (/** @type {string} */ title) => `You are at a table, ${title}: leave it first, so that no chips of yours stay there.`,
    as: (/** @type {string} */ name) => `You play as ${name}.`,
    more: "More play money",
    moreDone: "Your wallet is filled.",
    wallet: "Wallet",
    wanted: "A name has 2 to 24 letters, digits or _, a letter first. A password has at least 8 characters.",
  },

  settings: {
    title: "Settings",
    room: "Room (light or dark)",
    rooms: { auto: "As your device has it", light: "Light", dark: "Dark" },
    cards: "Cards",
    fourColours: "Four colours: clubs green, diamonds blue",
    index: "Index of the cards",
    indices: { auto: "By the size of the screen", small: "Small", large: "Large" },
    pace: "Movement of cards and chips",
    paces: { calm: "Calm", quick: "Quick", none: "None" },
    limits: "Limits of a visit",
    loss: "Stop when I have lost ($, 0: no limit)",
    time: "Stop after (minutes, 0: no limit)",
    unread: {
      lossLimit: (/** @type {string} */ typed, /** @type {number} */ before) =>
        `“${typed}” is no amount in dollars, such as 50 or 12.50: ${before ? `the limit of ${dollars(before)} stays` : "there is still no limit"}.`,
      timeLimit: (/** @type {string} */ typed, /** @type {number} */ before) =>
        `“${typed}” is no number of minutes, such as 90: ${before ? `the limit of ${before} minutes stays` : "there is still no limit"}.`,
    },
    close: "Close",
  },

  visit: {
    time: "Time",
    net: "Net",
    rounds: "Rounds",
    reached: {
      time: "You have played as long as you wanted to. The limit is in the settings.",
      loss: "You have lost as much as you were ready to. The limit is in the settings.",
    },
  },

  lobby: {
    title: "Tables",
    lead: "Five table games, dealt exactly as their rulebooks say.",
    playNow: "Play now",
    withBots: "With bots",
    watch: "Watch",
    go: "To my seat",
    seats: (/** @type {number} */ taken, /** @type {number} */ all) => `${taken} of ${all} seats taken`,
    watching: (/** @type {number} */ number) => (number === 1 ? "1 watches" : `${number} watch`),
    outOfOrder: "Out of order",
    closed: "Closed",
    limits: "Limits",
    tableMost: "Table maximum",
    payTables: "Pay tables",
    none: "The house has no tables yet.",
    full: "Full",
  },

  games: /** @type {Record<string, string>} */ ({
    lucky8s: "Make hands of 8 from eight cards. More of them than the dealer wins.",
    ultimate8: "Players against players: be the first without cards, pattern by pattern.",
    blackjack: "Closer to 21 than the dealer, who has no hole card.",
    lunar: "Five cards against the dealer. Exchange, buy a sixth, or force him to draw.",
    packs: "Your five cards meet three packs, one after the other. Nothing to decide.",
  }),

  table: {
    sitHere: "Sit",
    addBot: "Add bot",
    dismissBot: "Let the bot go",
    seat: (/** @type {number} */ seat) => `Seat ${seat}`,
    free: "Free",
    leave: "Leave",
    leaving: "leaves",
    leavingNow: "Leaving…",
    buy: "Buy chips",
    dealer: "Dealer",
    shuffled: "Shuffle",
    round: (/** @type {number} */ number) => `Round ${number}`,
    balance: "Chips",
    bet: "Bet",
    lastWin: "Last round",
    wallet: "Wallet",
    delayed: "You see this table half a minute late.",
    button: "Player button",
    cards: (/** @type {number} */ count) => (count === 1 ? "1 card" : `${count} cards`),
    log: "What happened",
    sign: "Sign",
    fairness: "Fairness",
    coach: "Coach",
    felt: "The felt",
    controls: "Your move",
    meters: /** @type {Record<string, string>} */ ({ progressive: "Progressive", ace_pot: "Ace pot", five_card: "Five-card bonus", seven_card: "Seven-card bonus" }),
  },

  phase: {
    sitDown: "Take a free seat to play.",
    placeNone: "Are you in?",
    placed: "Deal when you are ready.",
    ready: "Ready. The others have a moment yet.",
    waiting: (/** @type {string} */ names) => `Waiting for ${names}`,
    validating: "A supervisor looks at a payout.",
    dealing: "The dealer deals.",
    watching: "You are watching.",
    closed: "The table is closed.",
    yours: "Your turn",
    yoursHere: (/** @type {number} */ seat) => `You decide for seat ${seat}`,
  },

  betting: {
    chips: "Chip",
    deal: "Deal",
    ready: "I'm in",
    wait: "Wait",
    undo: "Undo",
    clear: "Clear",
    repeat: "Repeat",
    spot: (/** @type {string} */ label, /** @type {number} */ stake) => `${label}: ${stake ? `${dollars(stake)} wagered` : "nothing wagered"}`,
    range: (/** @type {number} */ low, /** @type {number} */ high) => 
      low === high ? dollars(low) : high >= NO_MOST ? `from ${dollars(low)}` : `${dollars(low)} to ${dollars(high)}`,
    required: "needed to play",
    optional: "as you like",
    take: "Right click, or Backspace, takes it back",
    edge: (/** @type {string} */ edge) => `House edge ${edge}`,
  },

  deciding: {
    choose: (/** @type {number} */ least, /** @type {number} */ most) => (least === most ? `Choose ${least} cards` : `Choose ${least} to ${most} cards`),
    costs: (/** @type {number} */ cents) => dollars(cents),
    amount: "Amount",
    least: "Least",
    half: "Half",
    most: "Most",
    plays: "What you may lay",
    newHand: "New hand of 8",
    side: "Side cards",
    hand: (/** @type {number} */ number) => `Hand of 8, no. ${number}`,
    setHelp: "Click a card to put it into the marked hand of 8, or drag it. Cards in a hand add up to 8.",
    set: "Set so",
    seconds: (/** @type {number} */ number) => `${number} s`,
    then: (/** @type {string} */ verb) => `, then ${verb}`,
  },

  verbs: /** @type {Record<string, { words: string, key: string }>} */ ({
    set: { words: "Set", key: "s" },
    "house way": { words: "House Way", key: "w" },
    play: { words: "Play", key: "p" },
    fold: { words: "Fold", key: "f" },
    check: { words: "Check", key: "k" },
    bet: { words: "Bet", key: "b" },
    call: { words: "Call", key: "c" },
    raise: { words: "Raise by", key: "r" },
    lay: { words: "Lay", key: "l" },
    pass: { words: "Pass", key: "p" },
    hit: { words: "Hit", key: "h" },
    stand: { words: "Stand", key: "s" },
    double: { words: "Double", key: "d" },
    split: { words: "Split", key: "t" },
    surrender: { words: "Surrender", key: "r" },
    insure: { words: "Insure", key: "i" },
    "even money": { words: "Even money", key: "e" },
    decline: { words: "Decline", key: "n" },
    buy: { words: "Buy a card", key: "y" },
    exchange: { words: "Exchange", key: "x" },
    force: { words: "Force the dealer", key: "o" },
    declare: { words: "Declare", key: "d" },
  }),

  result: {
    won: (/** @type {number} */ cents) => `You won ${dollars(cents)}`,
    lost: (/** @type {number} */ cents) => `You lost ${dollars(cents)}`,
    even: "Neither won nor lost",
    void: "The round is void: all wagers went back.",
    over: "The round is over.",
    payoffs: "What became of your wagers",
    replay: "Replay",
    outcome: /** @type {Record<string, string>} */ ({ win: "wins", lose: "loses", push: "pushes", void: "is void" }),
  },

  log: {
    clause: (/** @type {string} */ clause) => `Clause ${clause}`,
    dealt: (/** @type {string} */ cards) => `You get ${cards}.`,
    turned: (/** @type {string} */ whose, /** @type {string} */ cards) => `${whose} turned over: ${cards}.`,
    dealerCard: (/** @type {string} */ cards) => `The dealer gets ${cards}.`,
    timedOut: "(time-out)",
    dealerHand: "The dealer's hand",
    handOf: (/** @type {string} */ name) => `${name}'s hand`,
    yourHand: "Your hand",
    yourSeat: (/** @type {number} */ seat) => `seat ${seat} (you)`,
  },

  sign: {
    rules: "Rules of this table",
    wagers: "Wagers",
    shuffle: "Commitment of the shuffle",
    posted: "Posted",
  },

  pages: {
    missing: "There is no such page.",
    toLobby: "To the lobby",
    failed: "This page could not be shown.",
  },
};

/** A verb as a button has it. @param {string} verb */
export function verbWords(verb) {
  return texts.verbs[verb]?.words ?? verb;
}
