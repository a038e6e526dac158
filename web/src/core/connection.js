/**
 * The WebSocket: one for all tables that are watched.
 *
 * It comes back by itself. Tables are then asked for from the version that is known, in the epoch of the house in which it
 * was told (one that was begun again tells the whole table), and commands without an answer are sent again with the same
 * id, so that each is carried out once however often the line breaks.
 */

import { Refusal } from "./api.js";
import { newId } from "./ids.js";
import { Signal } from "./signal.js";

/** @typedef {import("../protocol.js").FromHouse} FromHouse */
/** @typedef {import("../protocol.js").Carried} Carried */
/** @typedef {import("../protocol.js").Command} Command */
/** @typedef {{ known: () => number | null, told: (frame: any) => void }} Listener */
/** @typedef {{ frame: object, done: (answer: Carried) => void, refused: (why: Refusal) => void }} Pending */
/** @typedef {"connecting" | "open" | "lost" | "closing" | "ended"} Line */

const PING = 20_000;
const SILENCE = 45_000;
const SLOWEST = 8_000;
const SESSION_OVER = 4001;
const AGAIN = 500;

class Connection {
  constructor() {
    /** @type {Signal<Line>} */
    this.line = new Signal(/** @type {Line} */ ("connecting"));
    /** @type {Signal<import("../protocol.js").Welcome | null>} */
    this.welcome = new Signal(/** @type {any} */ (null));
    /** @type {Signal<number>} */
    this.wallet = new Signal(0);
    /** Match play coupons that lie at no table. */
    this.coupons = new Signal(0);
    /** How far the house's clock is ahead of this machine's, in milliseconds. */
    this.ahead = 0;
    /** @type {Map<string, Listener>} */
    this.tables = new Map();
    /** In which epoch of the house each table was told whole. @type {Map<string, string | undefined>} */
    this.epochs = new Map();
    /** @type {Map<string, Pending>} */
    this.pending = new Map();
    /** @type {WebSocket | null} */
    this.socket = null;
    this.tries = 0;
    this.heard = 0;
    this.timer = 0;
  }

  /** Connect, and stay connected until `end`. */
  begin() {
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/socket`);
    this.socket = socket;
    socket.onopen = () => this.#opened(socket);
    socket.onmessage = ({ data }) => this.#told(JSON.parse(data));
    socket.onclose = ({ code }) => socket === this.socket && this.#closed(code);
  }

  /** Leave the line: the session ends, or another one begins. */
  end() {
    clearTimeout(this.timer);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    for (const { refused } of this.pending.values()) refused(new Refusal("the session has ended"));
    this.pending.clear();
  }

  /**
   * Be told of a table until what is returned is called.
   * @param {string} table
   * @param {Listener} listener
   */
  watch(table, listener) {
    this.tables.set(table, listener);
    this.#send(this.#watching(table, listener));
    return () => {
      if (this.tables.get(table) !== listener) return;
      this.tables.delete(table);
      this.#send({ type: "unwatch", table });
    };
  }

  /**
   * Have a command carried out, once.
   * @param {string} table
   * @param {Command} command
   * @returns {Promise<Carried>}
   */
  command(table, command) {
    const id = newId();
    const frame = { type: "command", id, table, command };
    return new Promise((done, refused) => {
      this.pending.set(id, { frame, done, refused });
      this.#send(frame);
    });
  }

  /** The house's clock now. */
  now() {
    return Date.now() + this.ahead;
  }

  /** @param {object} frame */
  #send(frame) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame));
  }

  /** @param {string} table @param {Listener} listener */
  #watching(table, listener) {
    const known = listener.known();
    return known === null ? { type: "watch", table } : { type: "watch", table, since: known, epoch: this.epochs.get(table) };
  }

  /** @param {WebSocket} socket */
  #opened(socket) {
    if (socket !== this.socket) return;
    this.tries = 0;
    this.heard = Date.now();
    this.line.set("open");
    for (const [table, listener] of this.tables) this.#send(this.#watching(table, listener));
    for (const { frame } of this.pending.values()) this.#send(frame);
    this.#beat(socket);
  }

  /** Ask whether the house is there, and give a silent line up. @param {WebSocket} socket */
  #beat(socket) {
    this.timer = window.setTimeout(() => {
      if (socket !== this.socket) return;
      if (Date.now() - this.heard > SILENCE) {
        socket.close();
        this.#closed(0);
      } else {
        this.#send({ type: "ping" });
        this.#beat(socket);
      }
    }, PING);
  }

  /** @param {FromHouse} frame */
  #told(frame) {
    this.heard = Date.now();
    if ("at" in frame) this.ahead = frame.at - Date.now();
    switch (frame.type) {
      case "welcome":
        this.welcome.set(frame);
        return this.#holds(frame.wallet, frame.coupons);
      case "wallet":
        return this.#holds(frame.cents, frame.coupons);
      case "table":
        this.epochs.set(frame.view.table, this.welcome.value?.epoch);
        return this.tables.get(frame.view.table)?.told(frame);
      case "moved":
      case "meters":
        return this.tables.get(frame.table)?.told(frame);
      case "done":
        return this.#answered(frame.id)?.done(frame);
      case "closing":
        return this.line.set("closing");
      case "refused":
        if (frame.id === null && frame.table !== null) return this.#notShown(frame.table, frame.code);
        return this.#answered(frame.id)?.refused(new Refusal(frame.why, frame.clause, frame.code));
    }
  }

  /**
   * A table could not be shown. Where the house failed, or had shown it before, it is asked for again in a moment.
   * @param {string} table
   * @param {string} code
   */
  #notShown(table, code) {
    const listener = this.tables.get(table);
    if (listener === undefined || (code !== "failed" && listener.known() === null)) return;
    window.setTimeout(() => {
      if (this.tables.get(table) === listener) this.#send(this.#watching(table, listener));
    }, AGAIN);
  }

  /** What one has that is at no table. @param {number} wallet @param {number} coupons */
  #holds(wallet, coupons) {
    this.wallet.set(wallet);
    this.coupons.set(coupons);
  }

  /** @param {string | null} id */
  #answered(id) {
    const pending = this.pending.get(id ?? "");
    this.pending.delete(id ?? "");
    return pending;
  }

  /** @param {number} code */
  #closed(code) {
    clearTimeout(this.timer);
    this.socket = null;
    if (code === SESSION_OVER) {
      this.end();
      return this.line.set("ended");
    }
    this.line.set(this.line.value === "closing" ? "closing" : "lost");
    const wait = Math.min(SLOWEST, 250 * 2 ** this.tries++) * (0.75 + Math.random() / 2);
    this.timer = window.setTimeout(() => this.begin(), wait);
  }
}

export const connection = new Connection();
