/** Blackjack Lucky 8: a box with its main wager, Pair, Lucky 8 and insurance; split hands side by side (2.2, 3.8). */

const HANDS = ["", " 2", " 3", " 4"];

/** Split hands lie in columns, each with its wager and what doubling adds; the side bets make room. */
const SPLIT = {
  hero: {
    width: 164,
    middle: 360,
    hand: { y: 96, gap: 30, most: 160, scale: 0.95 },
    main: { x: -26, y: 250, w: 78, h: 78, round: true, scale: 0.85 },
    double: { x: 48, y: 250, w: 56, h: 56, round: true, scale: 0.75 },
    side: {
      pair: { x: 108, y: 366, w: 62, h: 62, round: true, scale: 0.8 },
      lucky8: { x: 622, y: 366, w: 62, h: 62, round: true, scale: 0.8 },
      insurance: { x: 526, y: 366, w: 90, h: 56, scale: 0.8 },
    },
  },
  other: {
    width: 56,
    middle: 118,
    hand: { y: 32, gap: 30, most: 124, scale: 0.45 },
    main: { x: -8, y: 92, w: 24, h: 24, round: true, scale: 0.45 },
    double: { x: 14, y: 92, w: 18, h: 18, round: true, scale: 0.4 },
    side: {},
  },
};

/** @type {import("./geometry.js").GameLayout} */
export default {
  table: {
    "dealer/hand": { x: 360, y: 112, gap: 62, most: 520 },
  },
  hero: {
    hand: { x: 360, y: 96, gap: 44, most: 330, scale: 1.18 },
    main: { x: 360, y: 262, w: 112, h: 112, round: true },
    double: { x: 460, y: 262, w: 72, h: 72, round: true, scale: 0.9 },
    pair: { x: 120, y: 262, w: 100, h: 100, round: true },
    lucky8: { x: 600, y: 262, w: 100, h: 100, round: true },
    insurance: { x: 600, y: 112, w: 150, h: 70 },
  },
  other: {
    hand: { x: 118, y: 32, gap: 22, most: 150, scale: 0.55 },
    main: { x: 118, y: 92, w: 40, h: 40, round: true, scale: 0.62 },
    double: { x: 156, y: 92, w: 26, h: 26, round: true, scale: 0.5 },
    pair: { x: 60, y: 92, w: 34, h: 34, round: true, scale: 0.55 },
    lucky8: { x: 200, y: 92, w: 34, h: 34, round: true, scale: 0.55 },
    insurance: { x: 206, y: 40, w: 50, h: 28, scale: 0.5 },
  },
  split(count, block) {
    const { width, middle, hand, main, double } = SPLIT[block];
    /** @type {import("./geometry.js").Block} */
    const found = { ...SPLIT[block].side };
    for (const [index, suffix] of HANDS.slice(0, count).entries()) {
      const x = middle + (index - (count - 1) / 2) * width;
      found[`hand${suffix}`] = { ...hand, x };
      found[`main${suffix}`] = { ...main, x: x + main.x };
      found[`double${suffix}`] = { ...double, x: x + double.x };
    }
    return found;
  },
  words: { blackjack_pays: 28, dealer_draws: 19, insurance_pays: 17 },
};
