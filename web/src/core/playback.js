/**
 * What happened, shown move after move at a pace that a person can follow.
 *
 * It can always be cut short: when frames pile up it hurries, when nobody looks or nothing should move it shows the end
 * at once, and a whole table from the house replaces whatever was still to be shown.
 */

import { RACK, SHOE } from "./felt.js";
import { isStill, settings } from "./settings.js";

/** @typedef {import("../protocol.js").Moved} Moved */
/** @typedef {import("../protocol.js").Move} Move */
/** `isRead`: the time is for reading, which nobody does faster because nothing moves. @typedef {{ show: () => void, lasts: number, isRead?: boolean }} Step */

const DEALT = 90;
const CARDS = 330;
const CHIPS = 70;
const TURNED = 550;
const SAID = 620;
const ACTED = 380;
const SETTLED = 420;
const RESULT = 2600;
const SWEPT = 380;
const HANDS = /(^|\/)(hand( \d)?|eights|side_cards|laid)$/;

export class Playback {
  /** @param {import("./table.js").WatchedTable} table */
  constructor(table) {
    this.table = table;
    /** @type {Step[]} */
    this.steps = [];
    /** Hands that are picked up when the next thing happens: until then a result can be read. @type {Step[]} */
    this.held = [];
    this.timer = 0;
    this.isRead = false;
  }

  /** Is something still to be shown? The time for reading a result is none. */
  get isBusy() {
    return this.steps.length > 0 || (this.timer > 0 && !this.isRead);
  }

  /** @param {Moved} frame */
  add(frame) {
    if (frame.opened || (frame.now && frame.now.phase !== "result")) this.steps.push(...this.held.splice(0));
    this.steps.push(...this.#steps(frame));
    if (!this.timer) this.#next();
  }

  /** Something that is shown after what is still to be shown, and takes no time. @param {() => void} show */
  then(show) {
    this.steps.push({ show, lasts: 0 });
    if (!this.timer) this.#next();
  }

  /** Forget what was still to be shown. */
  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.steps = [];
    this.held = [];
  }

  #next() {
    this.timer = 0;
    let step;
    while ((step = this.steps.shift())) {
      step.show();
      const wait = step.lasts * this.#pace(step.isRead);
      if (wait > 0) {
        this.isRead = !!step.isRead;
        this.timer = window.setTimeout(() => this.#next(), wait);
        return;
      }
    }
    this.table.draw();
  }

  /** How slowly time goes: less where much is still to be shown. */
  #pace(isRead = false) {
    if (document.hidden || (isStill() && !isRead)) return 0;
    const hurry = this.steps.length > 120 ? 0.3 : this.steps.length > 60 ? 0.7 : 1;
    return hurry * (settings.value.pace === "quick" ? 0.45 : 1);
  }

  /** @param {Moved} frame @returns {Step[]} */
  #steps(frame) {
    const all = [...frame.beside, ...frame.moves];
    const isEnd = !!frame.result || closesWith(frame);
    const last = isEnd ? all.filter(isPickedUp) : [];
    const moves = [...all.filter((move) => !last.includes(move)), ...last];
    const placed = frame.opened ? placing(moves) : 0;
    const end = moves.length - last.length;
    // Nobody waits for what is done around a round, such as the shuffle: it is told, and wagers can be made.
    const isAround = !frame.opened && frame.now?.phase === "betting";
    const shown = moves.map((move, index) => ({
      show: () => this.table.show(move, index < placed),
      lasts: isAround || index < placed ? 0 : index < end ? lasting(move, moves[index + 1]) : 0,
    }));
    const swept = shown.slice(end);
    if (swept.length) this.held = [...swept, { show: () => {}, lasts: SWEPT }];
    return [
      { show: () => this.table.open(frame), lasts: 0 },
      ...shown.slice(0, end),
      { show: () => this.table.settle(frame), lasts: isEnd && end ? RESULT : 0, isRead: true },
    ];
  }
}

/** Does the table close with the end of a round? @param {Moved} frame */
export function closesWith({ now, moves }) {
  return now?.phase === "closed" && moves.some(({ move }) => move === "resolved");
}

/** How long a move takes to be seen. @param {Move} move @param {Move} [next] */
function lasting(move, next) {
  switch (move.move) {
    case "cards":
      if (move.target === RACK) return next?.move === "cards" ? DEALT : CARDS;
      return move.source === SHOE && next?.move === "cards" ? DEALT : CARDS;
    case "revealed":
      return next?.move === "revealed" ? TURNED / 2 : TURNED;
    case "chips":
      return next?.move === "chips" ? CHIPS : CHIPS * 3;
    case "announced":
      return move.by === "house" ? 0 : SAID;
    case "acted":
      return next?.move === "acted" ? ACTED / 2 : ACTED;
    case "resolved":
      return SETTLED;
    default:
      return 0;
  }
}

/** How many moves at the beginning of a round put chips and coupons where the wagers were seen already. @param {Move[]} moves */
function placing(moves) {
  const other = moves.findIndex((move) => move.move !== "chips" || !/\/(chips|coupons)$/.test(move.source));
  return other < 0 ? moves.length : other;
}

/** Hands that are picked up when a round ends: they stay where all can see them until the result has been read. @param {Move} move */
function isPickedUp(move) {
  return move.move === "cards" && move.target === RACK && HANDS.test(move.source);
}
