/**
 * Wagers before the deal: chips are put on areas one by one, and can be taken back, undone and repeated.
 *
 * The house decides what may lie. Clicks come faster than answers, so what is wanted is kept apart from what the house
 * knows, and sent one wager at a time; a refusal brings what is wanted back to what lies.
 */

import { owner, plain } from "./felt.js";
import { Signal } from "./signal.js";

/** @typedef {import("../protocol.js").Offer} Offer */
/** What lies, by its area: `3/ante`. @typedef {Record<string, number>} Lying */

export class Wagers {
  /** @param {import("./table.js").WatchedTable} table */
  constructor(table) {
    this.table = table;
    /** The chip that is put down, in cents. @type {Signal<number>} */
    this.chip = new Signal(500);
    /** What I want to lie, while it differs from what lies. @type {Lying | null} */
    this.wanted = null;
    /** @type {Lying[]} */
    this.before = [];
    this.isSending = false;
  }

  /** What lies, or is to lie. @returns {Lying} */
  get lying() {
    return this.wanted ?? this.table.wagered;
  }

  /** A chip more on an area; the first is at least what the sign says. @param {string} area @param {Offer} offer */
  add(area, offer) {
    const there = this.lying[area] ?? 0;
    this.#want({ ...this.lying, [area]: Math.min(offer.high, Math.max(offer.low, there + this.chip.value)) });
  }

  /** The wager goes back. @param {string} area */
  take(area) {
    if (this.lying[area]) this.#want({ ...this.lying, [area]: 0 });
  }

  undo() {
    const before = this.before.pop();
    if (before) this.#want(before, false);
  }

  clear() {
    this.#want({});
  }

  /** The wagers of the last round again, where they may lie now. */
  repeat() {
    this.#want(Object.fromEntries(Object.entries(this.table.lastWagers).filter(([area]) => this.table.isOpen(area))));
  }

  get canRepeat() {
    return Object.keys(this.table.lastWagers).length > 0;
  }

  /** A new round of betting has its own undo. */
  forget() {
    this.before = [];
    this.wanted = null;
  }

  /** @param {Lying} wanted */
  #want(wanted, remember = true) {
    if (remember) this.before.push(this.lying);
    this.wanted = wanted;
    if (!this.isSending) void this.#send();
  }

  async #send() {
    this.isSending = true;
    try {
      let next;
      while ((next = this.#next())) {
        const [area, amount] = next;
        const before = this.table.wagered;
        await this.table.command({ do: "wager", seat: owner(area) ?? 1, wager: plain(area), amount });
        await this.#told(next);
        if (!amount) this.#goesWith(before);
      }
    } catch {
      this.before.pop();
    }
    this.wanted = null;
    this.isSending = false;
    this.table.draw();
  }

  /** What the house has given back together with a wager, as side bets with the main one, is not wanted any more either. @param {Lying} before */
  #goesWith(before) {
    const there = this.table.wagered;
    const isGone = (/** @type {string} */ area, /** @type {number} */ cents) => before[area] === cents && !there[area];
    if (this.wanted) this.wanted = Object.fromEntries(Object.entries(this.wanted).filter(([area, cents]) => !isGone(area, cents)));
  }

  /** The next wager to change: those that the game needs first, and last of all when they go back. @returns {[string, number] | null} */
  #next() {
    const there = this.table.wagered;
    const wanted = this.wanted ?? there;
    const offers = this.table.view?.sign.offers ?? [];
    const place = (/** @type {string} */ area) => Number(!offers.find(({ wager }) => wager === plain(area))?.required);
    const areas = [...new Set([...Object.keys(there), ...Object.keys(wanted)])].sort((a, b) => place(a) - place(b));
    const differs = areas.filter((area) => (wanted[area] ?? 0) !== (there[area] ?? 0));
    const more = differs.find((area) => wanted[area]);
    const next = more ?? differs.at(-1);
    return next ? [next, wanted[next] ?? 0] : null;
  }

  /** Wait until the table shows what was carried out, so that it is not sent again. @param {[string, number]} sent */
  #told([area, amount]) {
    return new Promise((resolve) => {
      const isShown = () => (this.table.wagered[area] ?? 0) === amount || !this.table.isBetting;
      if (isShown()) return resolve(null);
      const end = this.table.drawn.on(() => {
        if (!isShown()) return;
        end();
        resolve(null);
      });
    });
  }
}
