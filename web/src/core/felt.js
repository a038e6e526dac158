/**
 * The felt: which cards and chips lie where, the fold of the moves. It knows no rules and no places.
 *
 * A card keeps its identity on its way, so that it can be drawn moving. Piles (shoe, stub, discard rack) are a number of
 * cards; only the last few that came are kept to be drawn.
 */

import { UNKNOWN } from "./cards.js";

/** @typedef {import("../protocol.js").Move} Move */
/** @typedef {import("../protocol.js").FeltView} FeltView */
/**
 * A card that lies somewhere. `from`: the area it came from last; `group`: those of one number lie together.
 * @typedef {{ id: number, card: number, up: boolean, from: string | null, group: number }} Lying
 */

export const SHOE = "shoe";
export const STUB = "stub";
export const RACK = "discard rack";
export const INVENTORY = "inventory";
const PILES = [SHOE, STUB, RACK];
const DRAWN = 3;

let ids = 0;

export class Felt {
  /** @param {FeltView | null} view */
  constructor(view = null) {
    /** @type {Map<string, Lying[]>} */
    this.cards = new Map();
    /** @type {Map<string, number>} */
    this.piles = new Map();
    /** @type {Map<string, number>} */
    this.chips = new Map(Object.entries(view?.chips ?? {}));
    /** @type {Map<string, number>} */
    this.meters = new Map(Object.entries(view?.meters ?? {}));
    /** Cards of the table's own that were turned over elsewhere, by the area where they lay before. @type {Map<string, number[]>} */
    this.turned = new Map();
    for (const [area, cards] of Object.entries(view?.up ?? {})) this.#lay(area, cards, true);
    for (const [area, cards] of Object.entries(view?.down ?? {})) this.#lay(area, cards, false);
  }

  /** Cards that lie in an area, in the order in which they came. @param {string} area */
  at(area) {
    return this.cards.get(area) ?? [];
  }

  /** How many cards a pile has. @param {string} area */
  count(area) {
    return this.piles.get(area) ?? this.at(area).length;
  }

  /** @param {string} area */
  stake(area) {
    return this.chips.get(area) ?? 0;
  }

  /** Make a move. @param {Move} move */
  apply(move) {
    switch (move.move) {
      case "cards":
        return this.#moveCards(move);
      case "revealed":
        return this.#reveal(move);
      case "chips":
        this.chips.set(move.source, this.stake(move.source) - move.amount);
        this.chips.set(move.target, this.stake(move.target) + move.amount);
        return;
      case "meter":
        this.meters.set(move.meter, move.amount);
    }
  }

  /** The cards are shuffled: the shoe has so many again. @param {number} shoe */
  shuffled(shoe) {
    if (shoe <= this.count(SHOE)) return;
    this.piles = new Map([[SHOE, shoe]]);
    for (const pile of PILES) this.cards.delete(pile);
  }

  /** What was turned over and is gone already lies where it lay, open, while the result is read. */
  showTurned() {
    for (const [area, cards] of this.turned) if (!this.at(area).length) this.#lay(area, cards, true);
    this.turned.clear();
  }

  /** Nothing of the last round lies about any more. */
  clear() {
    for (const area of [...this.cards.keys()]) if (!PILES.includes(area)) this.cards.delete(area);
    for (const pile of PILES) if (this.at(pile).length > DRAWN) this.cards.set(pile, this.at(pile).slice(-DRAWN));
  }

  /** @param {string} area @param {number[]} cards @param {boolean} up */
  #lay(area, cards, up) {
    if (PILES.includes(area)) {
      this.piles.set(area, (this.piles.get(area) ?? 0) + cards.length);
    } else {
      const lying = cards.map((card) => ({ id: ++ids, card, up, from: null, group: 0 }));
      this.cards.set(area, [...this.at(area), ...lying]);
    }
  }

  /** @param {import("../protocol.js").CardsMoved} move */
  #moveCards(move) {
    const { source, target, up } = move;
    if (isTurnedOver(move)) this.turned.set(source, move.cards);
    const moved = PILES.includes(source) ? this.#drawn(source, move.cards) : this.#taken(source, move.cards);
    for (const each of moved) {
      each.from = source;
      each.up = up;
      each.group = 0;
    }
    if (PILES.includes(target)) {
      this.piles.set(target, (this.piles.get(target) ?? 0) + moved.length);
      // From pile to pile a stack goes as one: drawing each of its cards would be a flurry.
      const shown = PILES.includes(source) ? moved.slice(-1) : moved;
      this.cards.set(target, [...this.at(target).slice(-DRAWN), ...shown]);
    } else {
      this.cards.set(target, [...this.at(target), ...moved]);
    }
  }

  /** @param {string} pile @param {number[]} cards */
  #drawn(pile, cards) {
    this.piles.set(pile, Math.max(0, this.count(pile) - cards.length));
    if (!this.count(pile)) this.cards.delete(pile);
    return cards.map((card) => ({ id: ++ids, card, up: false, from: /** @type {string | null} */ (pile), group: 0 }));
  }

  /** Cards leave an area; one that is not known may be any that lies face down. @param {string} area @param {number[]} cards */
  #taken(area, cards) {
    const left = [...this.at(area)];
    const taken = cards.map((card) => {
      let index = left.findIndex((each) => each.card === card);
      if (index < 0) index = left.findIndex((each) => each.card === UNKNOWN);
      if (index < 0) index = left.findIndex((each) => !each.up);
      const [found = { id: ++ids, card, up: false, from: null, group: 0 }] = index < 0 ? [] : left.splice(index, 1);
      return Object.assign(found, { card: card === UNKNOWN ? found.card : card });
    });
    this.cards.set(area, left);
    return taken;
  }

  /** A hand that is set in parts lies as it is set. @param {import("../protocol.js").Revealed} move */
  #reveal({ area, cards, groups = [] }) {
    const left = this.at(area).filter((each) => !each.up);
    const ends = groups.map((_, index) => groups.slice(0, index + 1).reduce((sum, size) => sum + size, 0));
    /** @type {Lying[]} */
    const turned = [];
    for (const [place, card] of cards.entries()) {
      const index = left.findIndex((each) => each.card === card);
      const at = index < 0 ? left.findIndex((each) => each.card === UNKNOWN) : index;
      const [found] = at < 0 ? [] : left.splice(at, 1);
      if (found) turned.push(Object.assign(found, { card, up: true, group: ends.filter((end) => end <= place).length }));
    }
    const others = this.at(area).filter((each) => !turned.includes(each));
    this.cards.set(area, groups.length ? [...others, ...turned] : [...this.at(area)]);
  }
}

/** Are cards of the table's own, such as a pack, turned over on their way to another area? @param {import("../protocol.js").CardsMoved} move */
export function isTurnedOver({ source, target, up }) {
  return up && owner(source) === null && ![source, target].some((area) => PILES.includes(area));
}

/** The position that an area belongs to; null for the table's own. @param {string} area */
export function owner(area) {
  const first = area.split("/", 1)[0] ?? "";
  return area.includes("/") && /^\d+$/.test(first) ? Number(first) : null;
}

/** An area's name without its position: `ante` of `3/ante`. @param {string} area */
export function plain(area) {
  return owner(area) === null ? area : area.slice(area.indexOf("/") + 1);
}

/** Where a coupon upon a wager lies. @param {string} area */
export function coupon(area) {
  return `${area}/coupon`;
}

/** The area of the wager that a coupon lies upon; null where it is no coupon's. @param {string} area */
export function under(area) {
  return /^(\d+\/.+)\/coupon$/.exec(area)?.[1] ?? null;
}
