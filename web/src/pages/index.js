/** Pages by the first word of their address. */

import { html } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { href } from "../core/router.js";
import { texts } from "../texts.js";
import { LATER } from "./later.js";
import "./lobby.js";
import "./table.js";

/** @param {import("../core/router.js").Route} route */
export function pages({ page, words }) {
  if (page === "lobby") return html`<hw-lobby></hw-lobby>`;
  if (page === "table" && words[0]) return keyed(words[0], html`<hw-table .name=${words[0]} .wish=${words[1] ?? ""}></hw-table>`);
  if (page in LATER) return html`<hw-later .page=${page} .words=${words}></hw-later>`;
  return html`<p>${texts.pages.missing} <a href=${href("lobby")}>${texts.pages.toLobby}</a></p>`;
}
