/** The menu of a small screen: the pages, and how long one has been here. */

import { html, nothing } from "lit";
import { href, route } from "../core/router.js";
import { me } from "../core/session.js";
import { Uses } from "../core/signal.js";
import { texts } from "../texts.js";
import { HouseDialog } from "./dialog.js";
import "./visit.js";

export class HouseMenu extends HouseDialog {
  constructor() {
    super();
    new Uses(this, route, me);
  }

  get heading() {
    return texts.menu.menu;
  }

  inside() {
    const link = (/** @type {string} */ to, /** @type {string} */ words) =>
      html`<a class="button" href=${href(to)} aria-current=${route.value.page === to ? "page" : "false"} @click=${this.close}>${words}</a>`;
    return html`
      <nav class="row" aria-label=${texts.menu.menu}>
        ${link("lobby", texts.menu.lobby)} ${link("rules", texts.menu.rules)} ${link("rounds", texts.menu.rounds)}
        ${me.value?.may.includes("pit") ? link("pit", texts.menu.pit) : nothing}
      </nav>
      <p class="row"><hw-visit></hw-visit></p>
    `;
  }
}

customElements.define("hw-menu", HouseMenu);
