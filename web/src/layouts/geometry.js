/**
 * Where things lie on the stage, in its own units.
 *
 * The stage has two shapes, wide and tall. Each is made of the same blocks: the dealer's side above, the block of whoever
 * looks below, large, and the other positions around it, small. A game says where its areas lie within these blocks; where
 * the blocks lie is the same for all games. Positions go clockwise, as they are dealt to.
 */

/** @typedef {"wide" | "tall"} Shape */
/**
 * A place for cards or chips within a block. `gap`: from card to card; `most`: the width that a row may take.
 * @typedef {object} Spot
 * @property {number} x
 * @property {number} y
 * @property {number} [w] of its outline; none is drawn without
 * @property {number} [h]
 * @property {boolean} [round]
 * @property {number} [scale]
 * @property {number} [gap]
 * @property {number} [most]
 * @property {number} [aside] how far from the middle chips lie, beside the label
 */
/** @typedef {Record<string, Spot>} Block */
/** @typedef {(names: string[]) => Block} Columns spots that depend on how many hands there are */
/**
 * @typedef {object} GameLayout
 * @property {Block} table areas of the dealer's side
 * @property {Block} hero areas of who looks
 * @property {Block} other areas of another position
 * @property {(count: number, block: "hero" | "other") => Block} [split] hands side by side
 * @property {boolean} [sorts] the viewer's hand is held from the highest card down
 * @property {boolean} [sets] hands are set in trays below the felt, which need room
 * @property {Record<string, number>} [words] inscriptions that lie in the middle of the felt, with their sizes
 */
/** @typedef {{ x: number, y: number, scale: number }} Frame where a block lies */

export const CARD = { w: 84, h: 118 };
const TALL = { table: 270, row: 156, step: 172, scale: 0.72, apart: 14, edge: 14 };
const IN_A_ROW = 4;
const HERO = { w: 720, h: 432 };
const OTHER = { w: 236, h: 168 };
const ASIDE = { hero: 48, other: 22 }; // from one's chips to those of the next on the same spot

/** Where the other positions are in the wide stage, clockwise from the viewer's left. By how many there are. */
/** @type {Record<number, [number, number][]>} */
const AROUND = {
  4: [
    [320, 730],
    [180, 430],
    [1420, 430],
    [1280, 730],
  ],
  5: [
    [328, 752],
    [182, 545],
    [182, 330],
    [1418, 420],
    [1280, 726],
  ],
  6: [
    [330, 756],
    [182, 552],
    [182, 330],
    [1418, 330],
    [1418, 552],
    [1270, 756],
  ],
};

export class Geometry {
  /**
   * @param {GameLayout} layout
   * @param {Shape} shape
   * @param {number} positions
   * @param {number} hero the position that lies before the viewer
   */
  constructor(layout, shape, positions, hero) {
    this.layout = layout;
    this.shape = shape;
    this.positions = positions;
    this.hero = hero;
    this.rows = Math.ceil((positions - 1) / IN_A_ROW);
    this.width = shape === "wide" ? 1600 : 720;
    this.height = shape === "wide" ? 920 : TALL.table + this.rows * TALL.row + TALL.apart + HERO.h;
  }

  /** The dealer's side. @returns {Frame} */
  get tableFrame() {
    return this.shape === "wide" ? { x: 440, y: 14, scale: 1 } : { x: 72, y: 6, scale: 0.8 };
  }

  /** What stands beside the dealer. @returns {Frame} */
  get #sideFrame() {
    return this.shape === "wide" ? { x: 440, y: 14, scale: 1 } : { x: 0, y: 0, scale: 1 };
  }

  /** The block of a position. @param {number} seat @returns {Frame} */
  seatFrame(seat) {
    if (seat === this.hero) {
      return this.shape === "wide" ? { x: 440, y: 474, scale: 1 } : { x: 0, y: this.height - HERO.h, scale: 1 };
    }
    const after = (seat - this.hero + this.positions) % this.positions; // clockwise from the viewer, beginning with 1
    if (this.shape === "wide") {
      const [x, y] = around(this.positions - 1, after - 1);
      return { x: x - (OTHER.w * 1.22) / 2, y: y - (OTHER.h * 1.22) / 2, scale: 1.22 };
    }
    return this.#tallFrame(after);
  }

  /**
   * In the tall stage the others stand in a row; more than four in two, as they sit: the first and the last beside the
   * viewer, the rest before the dealer from left to right.
   * @param {number} after
   * @returns {Frame}
   */
  #tallFrame(after) {
    const others = this.positions - 1;
    const isBeside = this.rows > 1 && (after === 1 || after === others);
    const above = this.rows > 1 ? others - 2 : others;
    const index = this.rows > 1 ? after - 2 : after - 1;
    const left = (this.width - above * TALL.step) / 2;
    const beside = after === 1 ? TALL.edge : this.width - TALL.step - TALL.edge;
    const x = isBeside ? beside : left + index * TALL.step;
    return { x, y: TALL.table + (isBeside ? TALL.row : 0), scale: TALL.scale };
  }

  /** Where a seat's name stands. @param {number} seat */
  plate(seat) {
    const frame = this.seatFrame(seat);
    const low = this.shape === "wide" ? 22 : 0;
    const at = seat === this.hero ? { x: HERO.w / 2, y: HERO.h - 36 } : { x: OTHER.w / 2, y: OTHER.h - low };
    return { x: frame.x + at.x * frame.scale, y: frame.y + at.y * frame.scale, scale: frame.scale };
  }

  /**
   * The place of an area on the stage; null where it is not drawn.
   * @param {string} area
   * @param {number} hands how many hands its position has
   * @param {number} behind the first or the second of those who wager from behind; 0: who sits there
   * @returns {(Spot & { scale: number }) | null}
   */
  place(area, hands = 1, behind = 0) {
    const [first = "", rest = ""] = split(area);
    if (!/^\d+$/.test(first)) return this.#ofTable(area);
    const seat = Number(first);
    const name = rest.replace(/\/(?!coupon)[^/]*$/, "");
    const mine = seat === this.hero;
    if (name === "chips" || name === "coupons") return { ...this.plate(seat), scale: this.seatFrame(seat).scale * 0.7 };
    const block = mine ? this.layout.hero : this.layout.other;
    const columns = hands > 1 ? this.layout.split?.(hands, mine ? "hero" : "other") : undefined;
    const spot = columns?.[name] ?? block[name];
    if (!spot) return null;
    return framed(spot, this.seatFrame(seat), (behind > 1 ? -1 : behind) * (mine ? ASIDE.hero : ASIDE.other));
  }

  /** @param {string} area */
  #ofTable(area) {
    if (/\/chips$|\/coupons$/.test(area)) return this.plate(this.hero);
    const spot = this.layout.table[area] ?? this.layout.table[area.replace(/ \d+$/, "")];
    if (spot) return framed(spot, this.tableFrame, sidePot(area));
    const beside = this.#furniture(area);
    return beside && framed(beside, this.#sideFrame, 0);
  }

  /** What stands at every table beside the dealer. @param {string} area @returns {Spot | null} */
  #furniture(area) {
    const out = this.shape === "wide" ? 210 : 0;
    switch (area) {
      case "discard rack":
        return { x: 76 - out, y: 78, scale: 0.62 };
      case "shoe":
        return { x: 644 + out, y: 78, scale: 0.62 };
      case "stub":
        return this.shape === "wide" ? { x: 582 + out, y: 78, scale: 0.62 } : { x: 644, y: 78, scale: 0.62 };
      case "inventory":
      case "cage":
      case "coupon box":
        return { x: 360, y: 16, scale: 0.8 };
      case "drop box":
        return this.shape === "wide" ? { x: 28, y: 60 } : { x: 76, y: 172 };
      case "tip box":
        return this.shape === "wide" ? { x: 692, y: 60 } : { x: 644, y: 172 };
      default:
        return null;
    }
  }
}

/**
 * Where each card of a row lies: the row is centred at its place, and closer together where it would be too wide.
 * @param {Spot & { scale: number }} place
 * @param {number} count of cards, and of what is left free between groups of them
 * @param {number} index
 */
export function inRow(place, count, index) {
  const wanted = (place.gap ?? 30) * place.scale;
  const most = (place.most ?? 400) * place.scale - CARD.w * place.scale;
  const gap = count > 1 ? Math.min(wanted, Math.max(0, most) / (count - 1)) : 0;
  return { x: place.x + (index - (count - 1) / 2) * gap, y: place.y };
}

/** @param {string} area */
function split(area) {
  const slash = area.indexOf("/");
  return slash < 0 ? [area, ""] : [area.slice(0, slash), area.slice(slash + 1)];
}

/** @param {number} count @param {number} index @returns {[number, number]} */
function around(count, index) {
  const known = AROUND[Math.max(4, Math.min(6, count))] ?? [];
  return known[index] ?? [800, 500];
}

/** Side pots lie beside their label, one after the other. @param {string} area */
function sidePot(area) {
  const [, number] = /^pot\/side (\d+)$/.exec(area) ?? [];
  return number ? 50 + Number(number) * 62 : 0;
}

/** @param {Spot} spot @param {Frame} frame @param {number} aside */
function framed(spot, frame, aside) {
  return {
    ...spot,
    x: frame.x + (spot.x + aside) * frame.scale,
    y: frame.y + spot.y * frame.scale,
    w: spot.w === undefined ? undefined : spot.w * frame.scale,
    h: spot.h === undefined ? undefined : spot.h * frame.scale,
    aside: (spot.aside ?? 0) * frame.scale,
    scale: (spot.scale ?? 1) * frame.scale,
  };
}
