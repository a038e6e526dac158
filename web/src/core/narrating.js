/** Moves in words: what stands in the log, and what a screen reader is told. */

import { texts } from "../texts.js";
import { UNKNOWN, sign, signs, words } from "./cards.js";
import { isTurnedOver, owner, plain } from "./felt.js";
import { label, titled } from "./games.js";
import { dollars } from "./money.js";

/** @typedef {import("../protocol.js").Move} Move */
/** `spoken`: also told aloud. @typedef {{ text: string, clause: string, kind: "said" | "acted" | "cards" | "win" | "lose" | "push", spoken: boolean, dealt?: { whose: "yours" | "dealer", cards: number[] } }} Line */

/**
 * A move in words, or null where it goes without saying.
 * @param {Move} move
 * @param {{ names: (seat: number) => string, mine: number | null, me?: string | null, layout: import("./games.js").Layout }} told
 * @returns {Line | null}
 */
export function narrated(move, told) {
  const yours = (/** @type {number | null} */ seat) => seat !== null && seat === told.mine;
  const who = (/** @type {number} */ seat) => (yours(seat) ? "You" : told.names(seat));
  switch (move.move) {
    case "announced": {
      if (/commitment/.test(move.text)) return null;
      const text = labelled(move.text, told.layout).replace(/\b([Ss])eat (\d)\b/g, (_, __, seat) =>
        yours(Number(seat)) ? texts.log.yourSeat(Number(seat)) : told.names(Number(seat)),
      );
      const by = move.by === "dealer" ? "" : `${capital(move.by ?? "")} `;
      return { text: capital(by + signs(text)), clause: move.clause, kind: "said", spoken: true };
    }
    case "acted": {
      const amount = move.amount ? ` ${dollars(move.amount)}` : "";
      const seen = (move.cards ?? []).filter((card) => card !== UNKNOWN);
      const cards = seen.length ? ` ${seen.map(sign).join(" ")}` : "";
      const house = move.by_house ? ` ${texts.log.timedOut}` : "";
      const verb = yours(move.seat) || move.verb.includes(" ") ? move.verb : third(move.verb);
      const colon = move.verb.includes(" ") ? ":" : "";
      return {
        text: `${who(move.seat)}${colon} ${verb}${amount}${cards}${house}`,
        clause: move.clause,
        kind: "acted",
        spoken: !yours(move.seat),
      };
    }
    case "cards": {
      const known = move.cards.filter((card) => card !== UNKNOWN);
      if (known.length && isTurnedOver(move)) return turned(area(move.source, told.layout), move);
      if (!known.length || !["shoe", "stub"].includes(move.source)) return null;
      if (yours(owner(move.target))) return dealt("yours", known, move.clause);
      return move.target === "dealer/hand" ? dealt("dealer", known, move.clause) : null;
    }
    case "revealed": {
      const seat = owner(move.area);
      const whose =
        seat === null
          ? area(move.area, told.layout)
          : yours(seat)
            ? texts.log.yourHand
            : texts.log.handOf(told.names(seat));
      return turned(whose, move);
    }
    case "resolved": {
      const { payoff } = move;
      const isMine = payoff.player ? payoff.player === told.me : yours(payoff.seat);
      const named = isMine ? "You" : (payoff.player ?? who(payoff.seat));
      const outcome = texts.result.outcome[payoff.result] ?? payoff.result;
      const by = payoff.net ? ` ${dollars(Math.abs(payoff.net))}` : "";
      const why = payoff.words ? `: ${signs(payoff.words)}` : "";
      const kind = payoff.result === "win" || payoff.result === "lose" ? payoff.result : "push";
      return {
        text: `${named}: ${titled(told.layout, payoff.wager)} ${dollars(payoff.stake)} ${outcome}${by}${why}`,
        clause: payoff.clause,
        kind,
        spoken: isMine,
      };
    }
    default:
      return null;
  }
}

/** A line that goes on from one before it, so that a deal is one line. @param {Line} before @param {Line} line @returns {Line | null} */
export function joined(before, line) {
  if (!before.dealt || !line.dealt || before.dealt.whose !== line.dealt.whose) return null;
  return dealt(line.dealt.whose, [...before.dealt.cards, ...line.dealt.cards], line.clause);
}

/** @param {"yours" | "dealer"} whose @param {number[]} cards @param {string} clause @returns {Line} */
function dealt(whose, cards, clause) {
  const said = (whose === "yours" ? texts.log.dealt : texts.log.dealerCard)(cards.map(words).join(", "));
  return { text: said, clause, kind: "cards", spoken: true, dealt: { whose, cards } };
}

/** @param {string} whose @param {{ cards: number[], clause: string, groups?: number[] }} move @returns {Line} */
function turned(whose, move) {
  return { text: texts.log.turned(capital(whose), inGroups(move)), clause: move.clause, kind: "cards", spoken: true };
}

/** The cards of a hand: what lies together, and what is left over. @param {{ cards: number[], groups?: number[] }} move */
function inGroups({ cards, groups = [] }) {
  const left = [...cards];
  const parts = [...groups.map((size) => left.splice(0, size)), left].filter(({ length }) => length);
  return parts.map((part) => part.map(sign).join(" ")).join(", ");
}

/** Areas by what stands there, amounts as amounts. @param {string} text @param {import("./games.js").Layout} layout */
function labelled(text, layout) {
  const named = text.replace(/\b[a-z]+(?:_[a-z0-9]+)+\b/g, (word) => label(layout, word));
  return named.replace(/(?<![\d.$])\d+\.\d\d(?![\d.])|(?<=\bverifies )\d+\b/g, (amount) => dollars(Math.round(Number(amount) * 100)));
}

/** @param {string} name @param {import("./games.js").Layout} layout */
function area(name, layout) {
  return name === "dealer/hand" ? texts.log.dealerHand : label(layout, plain(name));
}

/** @param {string} verb */
function third(verb) {
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ies`;
  return /(s|x|ch|sh)$/.test(verb) ? `${verb}es` : `${verb}s`;
}

/** @param {string} text */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
