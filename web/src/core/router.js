/** Addresses behind the `#`: which page is shown, and with what. */

import { Signal } from "./signal.js";

/** @typedef {{ page: string, words: string[] }} Route */

/** @type {Signal<Route>} */
export const route = new Signal(read());

/** @param {...(string | number)} words */
export function href(...words) {
  return `#/${words.map((word) => encodeURIComponent(word)).join("/")}`;
}

/** @param {...(string | number)} words */
export function go(...words) {
  location.hash = href(...words);
}

/** Another address in the place of this one: a wish that has been fulfilled is not made again by going back. @param {...(string | number)} words */
export function instead(...words) {
  history.replaceState(null, "", href(...words));
  route.set(read());
}

/** @returns {Route} */
function read() {
  const [page = "", ...words] = location.hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  return { page: page || "lobby", words };
}

addEventListener("hashchange", () => route.set(read()));
