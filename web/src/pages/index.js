/** Pages by the first word of their address. A page is loaded when it is first looked at. */

import { html } from "lit";
import { until } from "lit/directives/until.js";
import { href } from "../core/router.js";
import { texts } from "../texts.js";
import "./lobby.js";
import "./table.js";

/** @typedef {import("../core/router.js").Route} Route */

/** Pages that are not loaded at once: who imports them, and what is drawn then. */
/** @type {Record<string, { load: () => Promise<unknown>, draw: (words: string[]) => unknown }>} */
const LATER = {};

/** @param {Route} route */
export function pages({ page, words }) {
  if (page === "lobby") return html`<hw-lobby></hw-lobby>`;
  if (page === "table" && words[0]) return html`<hw-table .name=${words[0]} .wish=${words[1] ?? ""}></hw-table>`;
  const later = LATER[page];
  if (!later) return missing(texts.pages.missing);
  const drawn = later.load().then(
    () => later.draw(words),
    () => missing(texts.pages.failed),
  );
  return until(drawn, html`<p class="soft"></p>`);
}

/** @param {string} why */
function missing(why) {
  return html`<p>${why} <a href=${href("lobby")}>${texts.pages.toLobby}</a></p>`;
}
