/** How a table stands, in words: what is going on, and what that means for whoever looks. No rule is applied: the house has said it all. */

import { texts, verbWords } from "../texts.js";
import { helpTexts } from "../texts/helping.js";
import { seatingTexts } from "../texts/seating.js";
import { connection } from "./connection.js";
import { label, layoutOf } from "./games.js";
import { firstAt, hasWagered, isIn } from "./spot.js";
import { reached } from "./visit.js";

/** @typedef {import("./table.js").WatchedTable} WatchedTable */

/** What is going on, in a few words; the result is told by its own. @param {WatchedTable} table */
export function saying(table) {
  const { view, mine, due } = table;
  const now = view?.now;
  if (!view || !now) return "";
  if (now.phase === "closed") return texts.phase.closed;
  if (due) return mine?.seated === false ? texts.phase.yoursHere(due.seat) : texts.phase.yours;
  if (table.isBehind) return texts.phase.dealing;
  if (now.phase === "playing") return waiting(table);
  if (!mine) return connection.welcome.value?.role === "player" ? texts.phase.sitDown : texts.phase.watching;
  const limit = reached();
  if (limit) return texts.visit.reached[limit];
  if (mine.ready) return texts.phase.ready;
  return dealable(view, mine);
}

/** A line of help: what one may do now, what it is about, or why nothing can be done yet. @param {WatchedTable} table */
export function helping(table) {
  const { view, mine, due } = table;
  if (!view) return "";
  const offered = mine || view.now.phase === "closed" ? "" : table.presence.offers(view);
  if (table.presence.notice || offered) return [table.presence.notice, offered].filter(Boolean).join(" ");
  if (view.now.closing && mine) return seatingTexts.closing;
  if (view.now.phase === "closed") return "";
  if (due) return beating(due.choices) || [helpTexts.deciding(view.game, due.ask.kind), cardsOf(due.choices)].filter(Boolean).join(" ");
  if (isValidating(table)) return helpTexts.supervisor;
  if (view.now.phase === "playing" && mine?.seated === false) return helpTexts.behind;
  if (view.now.phase !== "betting" || table.isBehind) return "";
  if (!mine) return helpTexts.betting(view.game);
  if (mine.ready) return others(table);
  const first = view.sign.consent && !hasWagered(mine) ? firstAt(table, mine.seat) : null;
  if (first?.refusals.includes(mine.name)) return helpTexts.refused(first.name);
  if (first && !first.consents.includes(mine.name)) return helpTexts.noConsent(first.name);
  if (!mine.seated) return behind(table, mine);
  return isIn(mine) ? helpTexts.placed : helpTexts.betting(view.game);
}

/** What another has laid, where it is to be beaten. @param {import("../protocol.js").ChoiceView[]} choices */
function beating(choices) {
  const pattern = choices.find(({ beats }) => beats)?.beats;
  if (!pattern) return "";
  return choices.some(({ plays }) => plays) ? helpTexts.toBeat(pattern) : helpTexts.beatsNothing(pattern);
}

/** Why the cards cannot be dealt yet, or that they can. @param {import("../protocol.js").TableView} view @param {import("../protocol.js").PersonView} mine */
function dealable(view, mine) {
  const { offers, behind } = view.sign;
  if (!offers.length) return view.now.people.length < 2 ? helpTexts.needsPlayers : texts.phase.placeNone;
  if (isIn(mine)) return texts.phase.placed;
  const open = mine.seated ? offers : offers.filter(({ wager }) => behind.includes(wager));
  const needed = open.filter(({ required }) => required).map(({ wager }) => label(layoutOf(view.game), wager));
  return needed.length ? helpTexts.needs(needed.join(", ")) : helpTexts.needsAny;
}

/** Has somebody too few chips for any wager that is posted? @param {WatchedTable} table */
export function isOutOfChips(table) {
  const { view, mine } = table;
  if (!view || !mine || isIn(mine)) return false;
  const needed = view.sign.offers.filter(({ required }) => required);
  const lows = (needed.length ? needed : view.sign.offers).map(({ low }) => low);
  return table.purse(mine) < (lows.length ? Math.min(...lows) : Math.max(1, view.sign.antes ?? 0));
}

/** @param {WatchedTable} table */
function waiting(table) {
  if (isValidating(table)) return texts.phase.validating;
  const { waiting: asked = [], names: who = {} } = table.view?.ask ?? {};
  const names = asked.map((seat) => (typeof seat === "number" ? (who[seat]?.replace(/^bot-/, "") ?? table.nameAt(seat)) : seat));
  return names.length ? texts.phase.waiting(names.join(", ")) : texts.phase.dealing;
}

/** @param {WatchedTable} table */
function isValidating({ view, isBehind }) {
  return !isBehind && !!view?.ask?.waiting.includes("supervisor");
}

/** Whom those who are ready wait for. @param {WatchedTable} table */
function others({ view, mine }) {
  const names = (view?.now.people ?? []).filter((each) => each !== mine && each.awaited);
  return names.length ? helpTexts.others(names.map(({ name }) => name).join(", ")) : "";
}

/** What somebody behind a spot waits for. @param {WatchedTable} table @param {import("../protocol.js").PersonView} mine */
function behind(table, mine) {
  const seated = table.seated(mine.seat);
  if (!seated) return helpTexts.behindNobody;
  return hasWagered(seated) ? helpTexts.behind : helpTexts.firstWagers(seated.name);
}

/** Which cards a choice takes. @param {import("../protocol.js").ChoiceView[]} choices */
function cardsOf(choices) {
  const taking = choices.find((choice) => choice.most && !choice.groups);
  if (!taking) return "";
  return helpTexts.chooseCards(verbWords(taking.verb), texts.deciding.choose(taking.least ?? 0, taking.most ?? 0).toLowerCase());
}
