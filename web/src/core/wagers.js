/**
 * Wagers before the deal: chips are put on areas one by one, and can be taken back, undone and repeated.
 *
 * The house decides what may lie. Clicks come faster than answers, so what is wanted is kept apart from what the house
 * knows, and sent one wager at a time; a refusal brings what is wanted back to what lies.
 */

import { coupon, owner, plain, under } from "./felt.js";
import { Signal } from "./signal.js";

/** @typedef {import("../protocol.js").Offer} Offer */
/** What lies, by its area: `3/ante`, and `3/ante/coupon` upon it. @typedef {Record<string, number>} Lying */
/** A wager as it is sent, with the coupon upon it. @typedef {{ area: string, amount: number, laid: number }} Sent */

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
    return this.wanted ?? this.#there;
  }

  /** A chip more on an area; the first is at least what the sign says. @param {string} area @param {Offer} offer */
  add(area, offer) {
    const there = this.lying[area] ?? 0;
    this.#want({ ...this.lying, [area]: Math.min(offer.high, Math.max(offer.low, there + this.chip.value)) });
  }

  /** The wager goes back. @param {string} area */
  take(area) {
    if (this.lying[area]) this.#want({ ...this.lying, [area]: 0, [coupon(area)]: 0 });
  }

  /** A coupon upon the wager of an area, or away from it. @param {string} area @param {number} cents */
  lay(area, cents) {
    this.#want({ ...this.lying, [coupon(area)]: cents });
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

  /** What lies as the house knows it. @returns {Lying} */
  get #there() {
    return { ...this.table.wagered, ...this.table.laid };
  }

  async #send() {
    this.isSending = true;
    try {
      let next;
      while ((next = this.#next())) {
        const { area, amount, laid } = next;
        const before = this.#there;
        await this.table.command({ do: "wager", seat: owner(area) ?? 1, wager: plain(area), amount, ...(laid ? { coupon: laid } : {}) });
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
    const there = this.#there;
    const isGone = (/** @type {string} */ area, /** @type {number} */ cents) => before[area] === cents && !there[area];
    if (this.wanted) this.wanted = Object.fromEntries(Object.entries(this.wanted).filter(([area, cents]) => !isGone(area, cents)));
  }

  /** The next wager to change: those that the game needs first, and last of all when they go back. @returns {Sent | null} */
  #next() {
    const there = this.#there;
    const wanted = this.wanted ?? there;
    const offers = this.table.view?.sign.offers ?? [];
    const place = (/** @type {string} */ area) => Number(!offers.find(({ wager }) => wager === plain(area))?.required);
    const known = new Set([...Object.keys(there), ...Object.keys(wanted)].map((area) => under(area) ?? area));
    const areas = [...known].sort((a, b) => place(a) - place(b));
    const differs = areas.filter((area) => [area, coupon(area)].some((each) => (wanted[each] ?? 0) !== (there[each] ?? 0)));
    const more = differs.find((area) => wanted[area]);
    const next = more ?? differs.at(-1);
    return next ? { area: next, amount: wanted[next] ?? 0, laid: wanted[coupon(next)] ?? 0 } : null;
  }

  /** Wait until the table shows what was carried out, so that it is not sent again. @param {Sent} sent */
  #told({ area, amount, laid }) {
    return new Promise((resolve) => {
      const isShown = () => ((this.#there[area] ?? 0) === amount && (this.#there[coupon(area)] ?? 0) === laid) || !this.table.isBetting;
      if (isShown()) return resolve(null);
      const end = this.table.drawn.on(() => {
        if (!isShown()) return;
        end();
        resolve(null);
      });
    });
  }
}
