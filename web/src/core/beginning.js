/** What somebody had before him when a round began. It is kept while the browser's tab is open, so that a reload in mid-round loses nothing. */

const KEY = "houseway.began";

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
