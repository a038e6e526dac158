/** What the house published before a deal, as this browser was shown it: to be held against what is told afterwards. */

const KEY = "houseway.shown";
const KEPT = 40;

/** `cards`: so many were left in the shoe; earlier clients did not keep it. @typedef {{ commitment: string, cuts: number, cards?: number, sealed: string[] }} Shown */

let last = "";

/** Remember what is published for the next round of a table. @param {import("./table.js").WatchedTable} table */
export function witness({ name, view }) {
  const shuffle = view?.now.shuffle;
  if (!view || view.now.phase !== "betting" || !shuffle?.commitment) return;
  const round = `${name}/${view.now.number + 1}`;
  const now = `${round} ${shuffle.commitment} ${shuffle.cuts} ${shuffle.cards}`;
  if (now === last) return;
  last = now;
  const { commitment, cuts, cards, sealed } = shuffle;
  const others = kept().filter(([of]) => of !== round);
  keep([...others.slice(1 - KEPT), [round, { commitment, cuts, cards, sealed }]]);
}

/** What was shown before a round; null where this browser did not see it. @param {string} table @param {number} number @returns {Shown | null} */
export function shownBefore(table, number) {
  return kept().find(([of]) => of === `${table}/${number}`)?.[1] ?? null;
}

/** @returns {[string, Shown][]} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

/** @param {[string, Shown][]} all */
function keep(all) {
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // a browser that keeps nothing: the panel says that it has not seen what was published
  }
}
