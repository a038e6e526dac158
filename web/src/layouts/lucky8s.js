/** Lucky 8's: Ante, In to Win and the bonus; hands of 8 and side cards are laid apart (69E-1.10E(b)). */

/** @type {import("./geometry.js").GameLayout} */
export default {
  table: {
    "dealer/hand": { x: 360, y: 112, gap: 62, most: 560 },
  },
  hero: {
    bonus: { x: 170, y: 58, w: 116, h: 104, round: true },
    ante: { x: 360, y: 58, w: 108, h: 108, round: true },
    in_to_win: { x: 550, y: 58, w: 108, h: 108, round: true },
    hand: { x: 360, y: 246, gap: 72, most: 680, scale: 1.12 },
    eights: { x: 258, y: 246, gap: 54, most: 470 },
    side_cards: { x: 612, y: 246, gap: 40, most: 190 },
  },
  other: {
    hand: { x: 118, y: 32, gap: 24, most: 220, scale: 0.5 },
    eights: { x: 80, y: 32, gap: 34, most: 300, scale: 0.5 },
    side_cards: { x: 202, y: 32, gap: 24, most: 165, scale: 0.42 },
    bonus: { x: 56, y: 92, w: 38, h: 38, round: true, scale: 0.62 },
    ante: { x: 118, y: 92, w: 38, h: 38, round: true, scale: 0.62 },
    in_to_win: { x: 180, y: 92, w: 38, h: 38, round: true, scale: 0.62 },
  },
  sorts: true,
  sets: true,
  words: { dealer_qualifies: 27, equal_amounts: 18 },
};
