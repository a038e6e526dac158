/**
 * The card faces, put together from the pieces of a public-domain set: its ranks, suits and court figures.
 *
 * At a table cards are small and overlap, so the index in the corner is larger and bolder than in print. There are four
 * decks: two or four colours, each with small or large indices; and one back.
 */

import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { optimize } from "svgo";

const ART = join(dirname(fileURLToPath(import.meta.url)), "node_modules/react-free-playing-cards/src/images/2color");
const RANKS = "23456789TJQKA";
const COURTS = "JQK";
const INK = { C: "#15181c", D: "#c4122f", H: "#c4122f", S: "#15181c" };
const DECKS = {
  two: { ink: INK, big: false },
  four: { ink: { ...INK, C: "#0b7a3b", D: "#1450c8" }, big: false },
  "two-big": { ink: INK, big: true },
  "four-big": { ink: { ...INK, C: "#0b7a3b", D: "#1450c8" }, big: true },
};

/** All faces by their paths: `two/8c.svg`, `four-big/Jk.svg`, `back.svg`. */
export async function faces() {
  /** @type {Map<string, string>} */
  const made = new Map([["back.svg", tidy(back())]]);
  for (const [deck, { ink, big }] of Object.entries(DECKS)) {
    for (const suit of /** @type {const} */ (["C", "D", "H", "S"])) {
      for (const rank of RANKS) {
        const art = await readFile(join(ART, `${rank}${suit}.svg`), "utf8");
        made.set(`${deck}/${rank}${suit.toLowerCase()}.svg`, tidy(face(art, rank, ink[suit], big)));
      }
    }
    made.set(`${deck}/Jk.svg`, tidy(joker(await readFile(join(ART, "2J.svg"), "utf8"), big)));
  }
  return made;
}

/**
 * @param {string} art
 * @param {string} rank
 * @param {string} ink
 * @param {boolean} big
 */
function face(art, rank, ink, big) {
  const value = found(art, /<symbol id="V[^>]*>.*?<path d="([^"]+)"/s);
  const suit = found(art, /<symbol id="S[^>]*>.*?<path d="([^"]+)"/s);
  const pieces = `
    <symbol id="v" viewBox="-500 -500 1000 1000"><path d="${value}" stroke="${ink}" stroke-width="118" fill="none"
      stroke-linecap="square" stroke-miterlimit="1.5"/></symbol>
    <symbol id="s" viewBox="-600 -600 1200 1200"><path d="${suit}" fill="${ink}"/></symbol>`;
  if (big)
    return card(`${pieces}${placed("v", -66, -104, 104)}${placed("s", -66, -18, 86)}${placed("s", 46, 82, 150)}`);
  const corner = placed("v", -90, -126, 60) + placed("s", -90, -74, 50);
  const middle = COURTS.includes(rank) ? court(art, ink) : `<g transform="scale(.68 .9)">${pips(art, rank)}</g>`;
  return card(`${pieces}${middle}${corner}<g transform="rotate(180)">${corner}</g>`);
}

/**
 * The figure of a court card, its suits in our ink, between the corners.
 * @param {string} art
 * @param {string} ink
 */
function court(art, ink) {
  const symbols = [...art.matchAll(/<symbol id="(?![VS][CDHS][JQK]")[^>]*>.*?<\/symbol>/gs)]
    .map(([each]) => each)
    .join("");
  const drawn = art
    .slice(art.lastIndexOf("</symbol>") + 9, art.indexOf('<use xlink:href="#V'))
    .replace(/<rect[^>]*?><\/rect>/, "");
  const frame =
    '<rect width="164.8" height="260.8" x="-82.4" y="-130.4" fill="none" stroke="#8a8f98" stroke-width="1.5"/>';
  const defs = [...art.matchAll(/<defs>.*?<\/defs>/gs)].map(([each]) => each).join("");
  const suit = placed("s", -58, -104, 44);
  return `<g transform="scale(.8 1)">${defs}${symbols}${drawn}${suit}<g transform="rotate(180)">${suit}</g>${frame}</g>`.replaceAll(
    'fill="red"',
    `fill="${ink === INK.S ? INK.H : ink}"`,
  );
}

/**
 * The suits in the middle of a number card, where the set has them.
 * @param {string} art
 * @param {string} rank
 */
function pips(art, rank) {
  if (rank === "A") return placed("s", 0, 0, 120);
  const spots = [...art.matchAll(/<use xlink:href="#S\w+" height="70" x="([-\d.]+)" y="([-\d.]+)"><\/use>/g)];
  const turned = art.indexOf("<g transform");
  return spots
    .map((spot) => {
      const at = placed("s", Number(spot[1]) + 35, Number(spot[2]) + 35, 70);
      return (spot.index ?? 0) > turned ? `<g transform="rotate(180)">${at}</g>` : at;
    })
    .join("");
}

/**
 * @param {string} art
 * @param {boolean} big
 */
function joker(art, big) {
  const [eyes, lines] = [...art.matchAll(/<path [^>]*?d="([^"]+)"/g)].map((each) => each[1]);
  const word = `<g transform="translate(-92 ${big ? 20 : 0}) rotate(-90)">${letters(big ? 44 : 34)}</g>`;
  return card(`
    <svg x="-72" y="-112" width="178" height="240" viewBox="0 0 1300 2000" preserveAspectRatio="none">
      <circle cx="650" cy="1000" r="445" fill="#fbe3b4"/>
      <path d="${lines}" fill="none" stroke="#6b2fa0" stroke-width="34" stroke-linecap="round" stroke-linejoin="round"/>
      <path d="${eyes}" fill="#15181c"/>
    </svg>${word}`);
}

/** The letters JOKER, drawn as strokes so that no font is needed, and centred. */
function letters(/** @type {number} */ size) {
  const strokes = [
    "M3 0V7Q3 10 0 9",
    "M8 0A5 5 0 0 1 8 10A5 5 0 0 1 8 0",
    "M14 0V10M20 0L14 6M16 4L20 10",
    "M29 0H23V10H29M23 5H28",
    "M32 10V0H36A2.7 2.7 0 0 1 36 5.4H32M36 5.4L38.5 10",
  ].map((d) => `<path d="${d}"/>`);
  const scale = size / 10;
  const middle = `translate(${-19.5 * scale} ${-5 * scale}) scale(${scale})`;
  return `<g transform="${middle}" fill="none" stroke="#6b2fa0" stroke-width="1.7">${strokes.join("")}</g>`;
}

function back() {
  return card(`
    <defs><pattern id="p" width="24" height="24" patternUnits="userSpaceOnUse">
      <rect width="24" height="24" fill="#7d1d2d"/><path d="M12 1L23 12L12 23L1 12Z" fill="none" stroke="#c98a8f" stroke-width="1.6"/>
      <circle cx="12" cy="12" r="2.6" fill="#e7c9a0"/></pattern></defs>
    <rect x="-108" y="-156" width="216" height="312" rx="9" fill="url(#p)"/>
    <rect x="-101" y="-149" width="202" height="298" rx="6" fill="none" stroke="#f0dcc0" stroke-width="2"/>`);
}

/**
 * A symbol, centred at a point.
 * @param {string} id
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function placed(id, x, y, size) {
  return `<use xlink:href="#${id}" x="${x - size / 2}" y="${y - size / 2}" width="${size}" height="${size}"/>`;
}

/** @param {string} inside */
function card(inside) {
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="-120 -168 240 336"
    width="240" height="336"><rect x="-119.5" y="-167.5" width="239" height="335" rx="13" fill="#fffefb" stroke="#b9bcc2"/>${inside}</svg>`;
}

/** @param {string} svg */
function tidy(svg) {
  return optimize(svg, { multipass: true, floatPrecision: 1, plugins: ["preset-default"] }).data;
}

/**
 * @param {string} text
 * @param {RegExp} pattern
 */
function found(text, pattern) {
  const match = pattern.exec(text);
  if (!match?.[1]) throw new Error(`the card art has no ${pattern}`);
  return match[1];
}
