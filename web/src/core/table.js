/**
 * A table that is watched: what the house tells of it, as far as it has been shown.
 *
 * Frames come at once; what happened in them is shown move after move (see playback). `shown` is the table as it is drawn
 * now, `isBehind` says that more is known than drawn. Choices are offered only when nothing is left to show.
 */

import { get } from "./api.js";
import { began, hadBefore } from "./beginning.js";
import { connection } from "./connection.js";
import { Felt, coupon, owner, plain, under } from "./felt.js";
import { Playback, closesWith } from "./playback.js";
import { Presence } from "./presence.js";
import { Signal } from "./signal.js";
import { hasWagered } from "./spot.js";
import { Visit } from "./visit.js";
import { texts } from "../texts.js";

/** @typedef {import("../protocol.js").TableView} TableView */
/** @typedef {import("../protocol.js").Whole} Whole */
/** @typedef {import("../protocol.js").Moved} Moved */
/** @typedef {import("../protocol.js").Meters} Meters */
/** @typedef {import("../protocol.js").Move} Move */
/** @typedef {import("../protocol.js").PersonView} PersonView */
/** @typedef {import("../protocol.js").Command} Command */
/** What a round came to. `seat`: where I sat. @typedef {Pick<import("../protocol.js").ResultView, "number" | "void" | "payoffs" | "nets" | "coupons"> & { seat?: number | null }} Outcome */
/** @typedef {{ amount: number, source: string, target: string }} Flight chips on their way */

export class WatchedTable {
  /** @param {string} name */
  constructor(name) {
    this.name = name;
    /** Told whenever what is drawn changes. @type {Signal<number>} */
    this.drawn = new Signal(0);
    /** Told of each move when it is shown. @type {Signal<Move | null>} */
    this.moved = new Signal(/** @type {Move | null} */ (null));
    /** Told of the last refusal; nothing when something was carried out since. @type {Signal<import("./api.js").Refusal | null>} */
    this.refused = new Signal(/** @type {any} */ (null));
    /** @type {TableView | null} */
    this.view = null;
    this.felt = new Felt();
    /** My chips when the round began, as far as this tab has seen it. @type {number | null} */
    this.before = null;
    /** The same of the round that the house told of last. @type {number | null} */
    this.opening = null;
    /** Where buttons lie, as the dealer has said: at a word of an area, or before a seat. @type {Map<string, string>} */
    this.buttons = new Map();
    /** What the round came to with which the table closed. @type {Outcome | null} */
    this.last = null;
    this.delayed = false;
    this.isKnown = false;
    /** @type {number | null} */
    this.version = null;
    /** @type {Record<string, number>} what I wagered in the round before */
    this.lastWagers = {};
    this.playback = new Playback(this);
    this.visit = new Visit();
    this.presence = new Presence();
  }

  /** Watch it until what is returned is called. */
  begin() {
    const end = connection.watch(this.name, { known: () => this.version, told: (frame) => this.#told(frame) });
    return () => {
      this.playback.stop();
      end();
    };
  }

  get isBehind() {
    return this.playback.isBusy;
  }

  /** Whoever looks, where he is at the table. */
  get mine() {
    const me = connection.welcome.value?.name;
    return this.view?.now.people.find((person) => person.name === me) ?? null;
  }

  /** The decision that waits for me: the seat, and what is legal. */
  get due() {
    const ask = this.isBehind ? null : this.view?.ask;
    const [seat, choices] = Object.entries(ask?.yours ?? {})[0] ?? [];
    return ask && seat && choices ? { seat: Number(seat), choices, ask, standard: ask.default[seat] ?? "" } : null;
  }

  /** May wagers be made now? */
  get isBetting() {
    return !this.isBehind && this.view?.now.phase === "betting";
  }

  /** What the last round came to, while it is to be read. @returns {Outcome | null} */
  get result() {
    const { view, last } = this;
    if (view?.now.phase === "closed") return last;
    return view?.now.phase === "result" ? view.result : null;
  }

  /** @param {number} seat */
  seated(seat) {
    return this.view?.now.people.find((person) => person.seat === seat && person.seated) ?? null;
  }

  /** What I have put in since the round began, wherever it lies now; null where this browser has not seen it begin. */
  get putIn() {
    const { mine } = this;
    return mine && this.before !== null ? Math.max(0, this.before - this.purse(mine)) : null;
  }

  /** Who is at a seat, by name; a bot without its mark. @param {number} seat */
  nameAt(seat) {
    return this.seated(seat)?.name.replace(/^bot-/, "") ?? texts.table.seat(seat);
  }

  /** May one stand behind a seat and wager there? Where the first bettor has to consent it needs a person. @param {number} seat */
  canStandBehind(seat) {
    const seated = this.seated(seat);
    const sign = this.view?.sign;
    return !!seated && !this.mine && !!sign?.behind.length && !(sign.consent && seated.bot);
  }

  /** Is an area one where I may wager: at my spot, at any if the house permits that, or beside what who sits there has wagered? @param {string} area */
  isOpen(area) {
    const { mine, view } = this;
    const seat = owner(area);
    if (!mine || !view || seat === null) return false;
    if (seat === mine.seat || (mine.seated && view.sign.several_spots)) return true;
    const there = this.seated(seat);
    return !!there && hasWagered(there) && view.sign.elsewhere.includes(plain(area));
  }

  /** An area as one wagers there: at another's spot it has one's name. @param {string} area */
  own(area) {
    const { mine } = this;
    return mine && !(mine.seated && mine.seat === owner(area)) ? `${area}/${mine.name}` : area;
  }

  /** What I have said that I wager, by the areas, at my spot and at further ones. @returns {Record<string, number>} */
  get wagered() {
    const { mine } = this;
    const spots = mine ? { ...mine.elsewhere, [mine.seat]: mine.wagers } : {};
    const said = Object.entries(spots).flatMap(([seat, made]) => Object.entries(made).map(([wager, cents]) => [`${seat}/${wager}`, cents]));
    return Object.fromEntries(said);
  }

  /** The coupons that I have laid, by their areas: `3/ante/coupon`. @returns {Record<string, number>} */
  get laid() {
    const spots = Object.entries(this.mine?.coupons ?? {});
    const lying = spots.flatMap(([seat, made]) => Object.entries(made).map(([wager, cents]) => [coupon(`${seat}/${wager}`), cents]));
    return Object.fromEntries(lying);
  }

  /** What lies as a wager in an area, before the deal or in the round. @param {string} area */
  stake(area) {
    return this.felt.stake(area) + (this.#said(area) ?? 0);
  }

  /** What somebody has before him, less what he has said that he wagers. @param {PersonView} person */
  purse(person) {
    const wagers = [person.wagers, ...Object.values(person.elsewhere)];
    const said = this.view?.now.phase === "betting" ? sum(wagers.flatMap((each) => Object.values(each))) : 0;
    return (this.felt.chips.get(this.#purse(person)) ?? person.chips) - said;
  }

  /** Have a command carried out; what is refused is said, and thrown. @param {Command} command */
  async command(command) {
    this.presence.asks(command);
    try {
      const carried = await connection.command(this.name, command);
      this.refused.set(null);
      return carried;
    } catch (wrong) {
      this.refused.set(/** @type {any} */ (wrong));
      throw wrong;
    }
  }

  /** Show the table anew. */
  draw() {
    this.drawn.set(this.drawn.value + 1);
  }

  /** A move is shown; `isKnown`: what it brings was seen there already, as wagers are before the deal. @param {Move} move */
  show(move, isKnown = false) {
    this.isKnown = isKnown;
    this.felt.apply(move);
    if (move.move === "announced") this.#hear(move.text);
    this.presence.see(this, move);
    this.moved.set(move);
    this.draw();
  }

  /** The first part of a round's frame: the table as the round began. @param {Moved} frame */
  open(frame) {
    if (!frame.opened) return;
    const mine = this.mine;
    if (Object.keys(this.wagered).length) this.lastWagers = this.wagered;
    this.felt = new Felt(frame.opened);
    this.before = mine && (frame.opened.chips[this.#purse(mine)] ?? 0);
    this.buttons = new Map();
    this.presence.opens();
    if (this.view) this.view = { ...this.view, result: null, now: { ...this.view.now, phase: "playing" } };
  }

  /** The last part of a frame: how the table stands now. @param {Moved} frame */
  settle(frame) {
    const { now, ask, result, you, offer, seats, pit } = frame;
    if (!this.view || !now) return;
    const closes = closesWith(frame);
    this.last = null;
    this.view = { ...this.view, version: frame.version, now, ask, result, you, offer, seats, pit };
    for (const person of now.people) {
      this.felt.chips.set(this.#purse(person), person.chips);
    }
    if (closes) void this.#lookUp(now.number);
    if (result || closes) this.felt.showTurned();
    if (now.phase === "betting" || (now.phase === "closed" && !closes)) {
      this.felt.clear();
      this.felt.shuffled(now.shuffle.cards);
    }
    this.visit.look(this);
    this.presence.look(this);
    this.draw();
  }

  /** With a round that was its last a table is closed at once: what it came to is read where rounds are kept. @param {number} number */
  async #lookUp(number) {
    /** @type {import("../protocol.js").Replay | null} */
    const found = await get(`/api/tables/${this.name}/rounds/${number}`).catch(() => null);
    const now = this.view?.now;
    const me = connection.welcome.value?.name ?? "";
    if (!found || now?.phase !== "closed" || now.number !== number || found.nets[me] === undefined) return;
    const seat = found.people.find(({ name, seated }) => seated && name === me)?.seat ?? null;
    this.last = { number, void: found.void, payoffs: found.payoffs, nets: found.nets, coupons: found.coupons, seat };
    this.visit.look(this);
    this.draw();
  }

  /** Where somebody's chips are. @param {PersonView} person */
  #purse(person) {
    return person.seated ? `${person.seat}/chips` : `${person.name}/chips`;
  }

  /** @param {string} said */
  #hear(said) {
    const [, button, where] = /\bthe (\w+ button) lies (?:on|before) (.+)$/i.exec(said) ?? [];
    if (button && where) this.buttons.set(button, where);
  }

  /** A word of a wager before the deal; chips move when the round begins. @param {string} area */
  #said(area) {
    if (this.view?.now.phase !== "betting") return null;
    const upon = under(area);
    const [wager, name] = plain(upon ?? area).split("/");
    const seat = owner(area);
    const isHis = (/** @type {PersonView} */ each) => (name ? each.name === name : each.seated && each.seat === seat);
    const who = this.view.now.people.find(isHis);
    if (upon) return who?.coupons[seat ?? 0]?.[wager ?? ""] ?? null;
    return (who?.seat === seat ? who.wagers : who?.elsewhere[seat ?? 0])?.[wager ?? ""] ?? null;
  }

  /** @param {Whole | Moved | Meters} frame */
  #told(frame) {
    if (frame.type === "meters") return this.playback.then(() => this.#meter(frame));
    if (frame.type === "table") {
      this.playback.stop();
      this.view = frame.view;
      this.felt = new Felt(frame.view.felt);
      this.before = this.mine && hadBefore(this.#round(frame.view.now, this.mine));
      this.delayed = frame.delayed;
      this.version = frame.view.version;
      this.last = null;
      if (frame.view.now.phase === "closed" && frame.view.now.number) void this.#lookUp(frame.view.now.number);
      this.visit.look(this);
      this.presence.look(this);
      return this.draw();
    }
    if (this.version !== null && frame.version <= this.version && !frame.now) return;
    this.version = frame.version;
    this.delayed = frame.delayed;
    this.#keep(frame);
    this.playback.add(frame);
  }

  /** Other tables have moved meters, or the house has chosen what they are reset to. @param {Meters} frame */
  #meter(frame) {
    for (const [name, cents] of Object.entries(frame.meters)) this.felt.meters.set(name, cents);
    if (this.view) this.view = { ...this.view, sign: { ...this.view.sign, rules: { ...this.view.sign.rules, ...frame.rules } } };
    this.draw();
  }

  /** A reload may come before the cards lie: what I had when the round began is kept as soon as it is known. @param {Moved} frame */
  #keep({ opened, now }) {
    const { mine } = this;
    if (!mine) return;
    if (opened) this.opening = opened.chips[this.#purse(mine)] ?? 0;
    if (now && this.opening !== null) began(this.#round(now, mine), this.opening);
  }

  /** @param {import("../protocol.js").Now} now @param {PersonView} mine */
  #round(now, mine) {
    return { table: this.name, name: mine.name, number: now.number };
  }
}

/** @param {number[]} numbers */
export function sum(numbers) {
  return numbers.reduce((total, each) => total + each, 0);
}
