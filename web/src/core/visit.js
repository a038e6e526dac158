/** A visit to the house: since when, and what it has brought. It is kept while the browser's tab is open. */

import { connection } from "./connection.js";
import { settings } from "./settings.js";
import { Signal } from "./signal.js";

const KEY = "houseway.visit";
const COUNTED = "houseway.counted"; // the round that was added last

/** @typedef {{ name: string, since: number, net: number, rounds: number, last: number | null }} Stay */

/** @type {Signal<Stay>} */
export const stay = new Signal(kept());

/** Adds the results of one table to the visit, each once. */
export class Visit {
  constructor() {
    this.number = -1;
  }

  /** @param {import("./table.js").WatchedTable} table */
  look(table) {
    const { result } = table;
    const name = connection.welcome.value?.name;
    if (!result || !name || this.number === result.number) return;
    this.number = result.number;
    const net = result.nets[name];
    if (net === undefined) return;
    const [counted, number] = (sessionStorage.getItem(COUNTED) ?? "").split("/");
    if (counted === table.name && Number(number) >= result.number) return; // seen again, or late
    const before = stay.value;
    keep({ ...before, net: before.net + net, rounds: before.rounds + 1, last: net });
    sessionStorage.setItem(COUNTED, `${table.name}/${result.number}`);
  }
}

/** A visit is somebody's from his first moment on; who comes as another begins his own. */
connection.welcome.on((welcome) => {
  const { name } = stay.value;
  if (!welcome || welcome.name === name) return;
  keep(name ? { ...fresh(), name: welcome.name } : { ...stay.value, name: welcome.name });
});

/** Which limit that one has set is reached: of time, of loss, or none. */
export function reached() {
  const { lossLimit, timeLimit } = settings.value;
  if (timeLimit && Date.now() - stay.value.since >= timeLimit * 60_000) return "time";
  return lossLimit && -stay.value.net >= lossLimit ? "loss" : null;
}

/** @param {Stay} now */
function keep(now) {
  stay.set(now);
  sessionStorage.setItem(KEY, JSON.stringify(now));
}

/** @returns {Stay} */
function kept() {
  const first = fresh();
  try {
    const found = { ...first, ...JSON.parse(sessionStorage.getItem(KEY) ?? "{}") };
    sessionStorage.setItem(KEY, JSON.stringify(found));
    return found;
  } catch {
    return first;
  }
}

/** @returns {Stay} */
function fresh() {
  return { name: "", since: Date.now(), net: 0, rounds: 0, last: null };
}
