/** Whether one is at a table, and what there is to know about it: that one leaves, was made to, or was decided for. */

import { verbWords } from "../texts.js";
import { seatingTexts } from "../texts/seating.js";

export class Presence {
  constructor() {
    /** What is to be known until something else is. */
    this.notice = "";
    /** Somebody who was here and is not any more. */
    this.isGone = false;
    this.hasAsked = false;
    /** The seat that one had last. @type {number | null} */
    this.seat = null;
    /** @type {import("../protocol.js").PersonView | null} */
    this.before = null;
  }

  /** A command is on its way. @param {import("../protocol.js").Command} command */
  asks(command) {
    if (command.do === "leave") this.hasAsked = true;
    if (command.do === "sit" || command.do === "back") this.#forget();
  }

  /** A round begins: what was to be known of the last one is old. */
  opens() {
    if (!this.before?.leaving) this.notice = "";
  }

  /** A move is shown. @param {import("./table.js").WatchedTable} table @param {import("../protocol.js").Move} move */
  see(table, move) {
    if (move.move !== "acted") return;
    const isMine = table.mine?.seat === move.seat && table.mine.seated && !table.mine.bot;
    if (isMine && !table.mine?.leaving) this.notice = move.by_house ? seatingTexts.timedOut(verbWords(move.verb).toLowerCase()) : "";
  }

  /** The table stands otherwise. @param {import("./table.js").WatchedTable} table */
  look(table) {
    const { mine } = table;
    const { before } = this;
    this.before = mine;
    if (mine?.leaving) this.notice = this.hasAsked ? seatingTexts.leaving : seatingTexts.sentAway;
    if (mine) this.isGone = false;
    if (mine) this.seat = mine.seated ? mine.seat : null;
    if (mine || !before) return;
    this.isGone = true;
    this.notice = this.#farewell(table);
    this.hasAsked = false;
  }

  /** @param {import("./table.js").WatchedTable} table */
  #farewell({ view }) {
    if (view?.now.phase === "closed") return seatingTexts.closed;
    if (this.hasAsked) return seatingTexts.left;
    return (view?.offer && seatingTexts.gaveUp[view.offer.cause]) ?? seatingTexts.gone;
  }

  /** The seat that a player who returns is offered, and why they lost theirs. @param {import("../protocol.js").TableView} view */
  offers({ offer }) {
    if (!offer) return "";
    const { had, seat, cause } = offer;
    const where = seat === null ? seatingTexts.noSeat : seat === had ? seatingTexts.sameSeat(seat) : seatingTexts.nextSeat(seat);
    return [this.isGone ? "" : seatingTexts.gaveUp[cause], where].filter(Boolean).join(" ");
  }

  #forget() {
    this.hasAsked = false;
    this.isGone = false;
    this.notice = "";
  }
}
