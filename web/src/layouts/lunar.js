/** Lunar Poker: Ante, Bet, Super side bet, Progressive and the options area (69E-1.13X(b)). */

/** @type {import("./geometry.js").GameLayout} */
export default {
  table: {
    "dealer/hand": { x: 360, y: 112, gap: 90, most: 520 },
  },
  hero: {
    super: { x: 100, y: 58, w: 104, h: 104, round: true },
    ante: { x: 232, y: 58, w: 104, h: 104, round: true },
    bet: { x: 364, y: 58, w: 104, h: 104, round: true },
    options: { x: 496, y: 58, w: 128, h: 92 },
    progressive: { x: 632, y: 58, w: 112, h: 112, round: true },
    hand: { x: 360, y: 246, gap: 92, most: 600, scale: 1.18 },
    discards: { x: 640, y: 330, gap: 14, most: 130, scale: 0.5 },
  },
  other: {
    hand: { x: 96, y: 32, gap: 24, most: 180, scale: 0.55 },
    discards: { x: 206, y: 30, gap: 6, most: 60, scale: 0.36 },
    super: { x: 40, y: 92, w: 38, h: 38, round: true, scale: 0.62 },
    ante: { x: 86, y: 92, w: 38, h: 38, round: true, scale: 0.62 },
    bet: { x: 132, y: 92, w: 38, h: 38, round: true, scale: 0.62 },
    options: { x: 180, y: 92, w: 46, h: 38, scale: 0.62 },
    progressive: { x: 218, y: 80, w: 26, h: 26, round: true, scale: 0.5 },
  },
  words: { dealer_plays: 27, payout_limit: 17 },
};
