/** What somebody had before him when a round began, and what he was told since. It is kept while the browser's tab is open, so that a reload in mid-round loses nothing. */

const KEY = "houseway.began";
const TOLD = "houseway.told";

/** @typedef {{ table: string, name: string, number: number }} Round a round as somebody played it */

/** @param {Round} round @param {number} cents */
export function began(round, cents) {
  sessionStorage.setItem(KEY, JSON.stringify({ ...round, cents }));
}

/** Null where this tab has not seen the round begin. @param {Round} round @returns {number | null} */
export function hadBefore({ table, name, number }) {
  const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
  return kept.table === table && kept.name === name && kept.number === number ? kept.cents : null;
}

/** @param {Round} round @param {import("./narrating.js").Line[]} lines */
export function wasTold(round, lines) {
  sessionStorage.setItem(TOLD, JSON.stringify({ ...round, lines }));
}

/** Of this round, or of what was told while it was still called by the number before it. @param {Round} round @returns {import("./narrating.js").Line[]} */
export function toldBefore({ table, name, number }) {
  const kept = JSON.parse(sessionStorage.getItem(TOLD) ?? "{}");
  return kept.table === table && kept.name === name && [number, number - 1].includes(kept.number) ? kept.lines : [];
}
