/** A round that is over, as a table that can be wound to any of its beats. */

import { Felt } from "../core/felt.js";
import { Refusal } from "../core/api.js";
import { WatchedTable } from "../core/table.js";
import { beatsOf } from "./beats.js";

/** @typedef {import("../protocol.js").Replay} Replay */
/** @typedef {import("../protocol.js").TableView} TableView */

export class Replayed extends WatchedTable {
  /** @param {Replay} replay */
  constructor(replay) {
    super(replay.table);
    this.replay = replay;
    this.beats = beatsOf(replay.steps);
    this.view = viewOf(replay);
    /** The felt before the first beat and after each. */
    this.felts = wound(new Felt(replay.felt), this.beats);
    this.place = 0;
    this.felt = copied(/** @type {Felt} */ (this.felts[0]));
  }

  /** Nobody does anything at a table of the past. */
  get mine() {
    return null;
  }

  get isLast() {
    return this.place >= this.beats.length;
  }

  /** One beat on, with its moves seen. */
  forward() {
    const beat = this.beats[this.place];
    if (!beat) return;
    for (const move of beat.moves) this.moved.set(move);
    this.wind(this.place + 1);
  }

  /** To a place; cards keep their identity, so that each goes from where it lies to where it lay. @param {number} place */
  wind(place) {
    this.place = Math.max(0, Math.min(this.beats.length, place));
    this.felt = copied(/** @type {Felt} */ (this.felts[this.place]));
    this.draw();
  }

  /** The cards that were seen to leave the shoe, in their order. */
  get leftShoe() {
    return this.replay.steps.flatMap(({ moves }) => moves.flatMap((move) => (move.move === "cards" && move.source === "shoe" ? move.cards : [])));
  }

  /** @returns {Promise<never>} */
  command() {
    return Promise.reject(new Refusal("the round is over"));
  }
}

/** @param {Felt} first @param {import("./beats.js").Beat[]} beats */
function wound(first, beats) {
  const felts = [first];
  for (const { moves } of beats) {
    const next = copied(/** @type {Felt} */ (felts.at(-1)));
    for (const move of moves) next.apply(move);
    felts.push(next);
  }
  return felts;
}

/** @param {Felt} felt */
function copied(felt) {
  const copy = new Felt();
  copy.cards = new Map([...felt.cards].map(([area, row]) => [area, row.map((lying) => ({ ...lying }))]));
  copy.piles = new Map(felt.piles);
  copy.chips = new Map(felt.chips);
  copy.meters = new Map(felt.meters);
  return copy;
}

/** The table as the renderer wants it: nobody is asked, nothing can be wagered. @param {Replay} replay @returns {TableView} */
function viewOf(replay) {
  const people = replay.people.map((person) => ({
    ...{ name: person.name, seat: person.seat, seated: person.seated, bot: person.bot, chips: person.chips },
    ...{ ready: false, awaited: false, leaving: false, connected: true, playing: true, wagers: {}, elsewhere: {}, coupons: {}, consents: [], refusals: [] },
  }));
  return {
    table: replay.table,
    game: replay.game,
    title: replay.title,
    version: 0,
    now: {
      phase: "closed", // nothing is offered to who looks
      deadline: null,
      number: replay.number,
      button: replay.button,
      people,
      shuffle: { commitment: replay.commitment, cuts: 0, cards: 0, sealed: [] },
      closing: false,
    },
    felt: replay.felt,
    ask: null,
    result: null,
    sign: {
      ...{ rules: replay.rules, next_rules: null, positions: replay.positions, chip_unit: 100, offers: [], behind: [], elsewhere: [], coupons: {}, consent: false, several_spots: false },
      ...{ inscriptions: [], pay_tables: [], strategies: [], clocks: {} },
    },
    you: replay.yours[0] ?? null,
    offer: null,
    seats: replay.yours,
    pit: null,
  };
}
