/** Pack's Poker: packs 1 to 3 and the place where a pack is turned over; nine bets before each player (69E-1.13Z(b)). */

/** @type {import("./geometry.js").Block} */
const hero = { hand: { x: 360, y: 306, gap: 90, most: 620, scale: 0.96 } };
/** @type {import("./geometry.js").Block} */
const other = { hand: { x: 72, y: 42, gap: 20, most: 140, scale: 0.55 } };

for (const [row, bet] of ["pack", "five_card", "seven_card"].entries()) {
  for (const pack of [1, 2, 3]) {
    hero[`${bet}_${pack}`] = { x: 138 + (pack - 1) * 222, y: 38 + row * 80, w: 206, h: 72, scale: 0.9, aside: 66 };
    other[`${bet}_${pack}`] = { x: 164 + (pack - 1) * 27, y: 22 + row * 38, w: 25, h: 34, scale: 0.45 };
  }
}

/** @type {import("./geometry.js").GameLayout} */
export default {
  table: {
    "dealer/hand": { x: 360, y: 92, gap: 72, most: 420, scale: 0.76 },
    "pack/1": { x: 176, y: 194, gap: 26, most: 130, scale: 0.62, w: 104, h: 92 },
    "pack/2": { x: 296, y: 194, gap: 26, most: 130, scale: 0.62, w: 104, h: 92 },
    "pack/3": { x: 416, y: 194, gap: 26, most: 130, scale: 0.62, w: 104, h: 92 },
    community: { x: 556, y: 194, gap: 62, most: 170, scale: 0.76, w: 150, h: 96 },
  },
  hero,
  other,
  words: { odds_pack: 25, below_a_pair: 17 },
};
