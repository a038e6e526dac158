/** A round cut into beats: what belongs together and is shown in one step. */

import { sign, UNKNOWN } from "../core/cards.js";
import { owner, plain } from "../core/felt.js";
import { label } from "../core/games.js";
import { dollars } from "../core/money.js";
import { texts } from "../texts.js";

const MOST = 8;
const MOST_LINES = 3;

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
export function inWords({ moves }, { names, layout }) {
  const area = (/** @type {string} */ name) => {
    const seat = owner(name);
    const place = label(layout, plain(name));
    return seat === null ? place : `${names(seat)}: ${place}`;
  };
  const lines = moves.flatMap((move) => {
    if (move.move === "cards") {
      const isKnown = move.cards.length <= MOST && move.cards.every((card) => card !== UNKNOWN);
      return [`${isKnown ? move.cards.map(sign).join(" ") : texts.table.cards(move.cards.length)}, ${area(move.source)} → ${area(move.target)}`];
    }
    return move.move === "chips" ? [`${dollars(move.amount)} ${paid(move, area, names)}`] : [];
  });
  return lines.length > MOST_LINES ? `${lines.slice(0, MOST_LINES).join("; ")} …` : lines.join("; ");
}

/** Whose chips go where. @param {import("../protocol.js").ChipsMoved} move @param {(area: string) => string} area @param {(seat: number) => string} names */
function paid({ source, target }, area, names) {
  const [from, to] = [owner(source), owner(target)];
  if (from !== null && plain(source) === "chips") return texts.log.puts(names(from), from === to ? area(target).replace(/^.*: /, "") : area(target));
  return to !== null && plain(target) === "chips" ? texts.log.goesTo(names(to)) : `${area(source)} → ${area(target)}`;
}

/** Chips that go to or fro because of what was just said or settled belong to it. @param {Move} before @param {Move} move */
function belongs(before, move) {
  if (!TOGETHER.includes(move.move)) return move.move === "resolved" && before.move === "chips" && clauseOf(before) === clauseOf(move);
  if (before.move === "acted" && clauseOf(before) === clauseOf(move)) return true;
  if (before.move === "acted" || before.move === "announced" || before.move === "resolved") return move.move !== "cards";
  return TOGETHER.includes(before.move) && clauseOf(before) === clauseOf(move) && (before.move === "cards") === (move.move === "cards");
}
