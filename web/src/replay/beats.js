/** A round cut into beats: what belongs together and is shown in one step. */

import { sign, UNKNOWN } from "../core/cards.js";
import { owner, plain } from "../core/felt.js";
import { label } from "../core/games.js";
import { dollars } from "../core/money.js";
import { texts } from "../texts.js";
import { replayTexts } from "../texts/replay.js";

const MOST = 8;
const MOST_LINES = 6;

/** @typedef {import("../protocol.js").Move} Move */
/** `words`: how the house tells each of the moves. @typedef {{ moves: Move[], words: string[], who: string | null, at: number }} Beat */

/** Moves of these kinds go on with the one before where the clause is the same: a deal, a payment. */
const TOGETHER = ["cards", "chips", "meter"];

/** @param {import("../protocol.js").Step[]} steps @returns {Beat[]} */
export function beatsOf(steps) {
  /** @type {Beat[]} */
  const beats = [];
  for (const step of steps) {
    step.moves.forEach((move, index) => {
      const word = step.words[index] ?? "";
      const before = beats.at(-1)?.moves.at(-1);
      if (before && belongs(before, move)) {
        beats.at(-1)?.moves.push(move);
        beats.at(-1)?.words.push(word);
      } else {
        beats.push({ moves: [move], words: [word], who: index === 0 ? step.who : null, at: step.at });
      }
    });
  }
  return beats;
}

/** The clause that says so. @param {Move} move */
export function clauseOf(move) {
  return move.move === "resolved" ? move.payoff.clause : move.clause;
}

/**
 * What lay where and lies elsewhere now, where nobody said anything of it.
 * @param {Beat} beat
 * @param {{ names: (seat: number) => string, layout: import("../core/games.js").Layout }} told
 */
export function inWords({ moves }, told) {
  const lines = moves.flatMap((move) => {
    if (move.move === "cards") {
      const isKnown = move.cards.length <= MOST && move.cards.every((card) => card !== UNKNOWN);
      const cards = isKnown ? move.cards.map(sign).join(" ") : texts.table.cards(move.cards.length);
      return [replayTexts.moved(cards, place(move.source, told), place(move.target, told))];
    }
    return move.move === "chips" ? [paid(move, told)] : [];
  });
  return lines.length > MOST_LINES ? `${lines.slice(0, MOST_LINES).join("; ")} …` : lines.join("; ");
}

/** Whose chips go where. @param {import("../protocol.js").ChipsMoved} move @param {Parameters<typeof inWords>[1]} told */
function paid({ source, target, amount }, told) {
  const [from, to] = [owner(source), owner(target)];
  const words = dollars(amount);
  const isYou = (/** @type {number} */ seat) => told.names(seat) === texts.youSeated;
  if (from !== null && plain(source) === "chips") return replayTexts.puts(told.names(from), isYou(from), words, from === to ? label(told.layout, plain(target)) : place(target, told));
  if (to !== null && plain(target) === "chips") return replayTexts.gets(told.names(to), isYou(to), words);
  return replayTexts.moved(words, place(source, told), place(target, told));
}

/** An area as one speaks of it. @param {string} area @param {Parameters<typeof inWords>[1]} told */
function place(area, { names, layout }) {
  const seat = owner(area);
  if (seat === null) return label(layout, plain(area));
  return replayTexts.ofSeat(names(seat), names(seat) === texts.youSeated, label(layout, plain(area)));
}

/** Chips that go to or fro because of what was just said or settled belong to it. @param {Move} before @param {Move} move */
function belongs(before, move) {
  if (!TOGETHER.includes(move.move)) return move.move === "resolved" && before.move === "chips" && clauseOf(before) === clauseOf(move);
  if (before.move === "acted" && clauseOf(before) === clauseOf(move)) return true;
  if (before.move === "acted" || before.move === "announced" || before.move === "resolved") return move.move !== "cards";
  return TOGETHER.includes(before.move) && clauseOf(before) === clauseOf(move) && (before.move === "cards") === (move.move === "cards");
}
