/** Ultimate 8 Poker: main pot, side pots and ace pot in the middle; antes and three betting rounds before each player (69E-1.13BB(b)). */

/** @type {import("./geometry.js").GameLayout} */
export default {
  table: {
    "pot/main": { x: 360, y: 132, w: 190, h: 112, round: true, scale: 1.1 },
    "pot/side": { x: 168, y: 220, w: 150, h: 50, scale: 0.7 },
    "ace pot": { x: 560, y: 138, w: 140, h: 86, round: true },
    "raise button": { x: 164, y: 132, w: 178, h: 56 },
  },
  hero: {
    main_ante: { x: 150, y: 38, w: 84, h: 66, round: true, scale: 0.85 },
    ace_ante: { x: 250, y: 38, w: 84, h: 66, round: true, scale: 0.85 },
    round_1: { x: 362, y: 38, w: 84, h: 66, scale: 0.85 },
    round_2: { x: 462, y: 38, w: 84, h: 66, scale: 0.85 },
    round_3: { x: 562, y: 38, w: 84, h: 66, scale: 0.85 },
    laid: { x: 360, y: 130, gap: 36, most: 620, scale: 0.72 },
    hand: { x: 360, y: 276, gap: 74, most: 700, scale: 1.14 },
    player_button: { x: 60, y: 52, scale: 1 },
    ace_button: { x: 660, y: 52, scale: 1 },
  },
  other: {
    hand: { x: 66, y: 32, gap: 12, most: 120, scale: 0.5 },
    laid: { x: 166, y: 32, gap: 15, most: 146, scale: 0.5 },
    main_ante: { x: 28, y: 92, w: 36, h: 34, round: true, scale: 0.55 },
    ace_ante: { x: 68, y: 92, w: 36, h: 34, round: true, scale: 0.55 },
    round_1: { x: 114, y: 92, w: 38, h: 34, scale: 0.55 },
    round_2: { x: 157, y: 92, w: 38, h: 34, scale: 0.55 },
    round_3: { x: 200, y: 92, w: 38, h: 34, scale: 0.55 },
    player_button: { x: 0, y: 70, scale: 0.6 },
    ace_button: { x: 232, y: 76, scale: 0.6 },
  },
  sorts: true,
  words: { first_out_wins: 25, suits: 17 },
};
