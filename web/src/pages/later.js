/** Pages that are loaded when they are first looked at. */

import { LitElement, html } from "lit";
import { href } from "../core/router.js";
import { texts } from "../texts.js";

/** Who imports a page, and what is drawn then. @type {Record<string, { load: () => Promise<unknown>, draw: (words: string[]) => unknown }>} */
export const LATER = {
  replay: {
    load: () => import("../replay/viewer.js"),
    draw: ([table = "", number = "0", start = "0"]) => html`<hw-replay .table=${table} .number=${Number(number)} .start=${Number(start)}></hw-replay>`,
  },
  rounds: { load: () => import("../replay/rounds.js"), draw: () => html`<hw-rounds></hw-rounds>` },
  rules: { load: () => import("../rules/page.js"), draw: ([game = "", part = "", what = ""]) => html`<hw-rules .game=${game} .place=${part} .what=${what}></hw-rules>` },
  pit: { load: () => import("../pit/page.js"), draw: ([part = "", what = ""]) => html`<hw-pit .place=${part} .what=${what}></hw-pit>` },
};

/** The place of such a page. It stays while the page does: what somebody types there is not lost when the frame is drawn anew. */
class HouseLater extends LitElement {
  static properties = { page: {}, words: { attribute: false } };

  constructor() {
    super();
    this.page = "";
    /** @type {string[]} */
    this.words = [];
    /** @type {Record<string, "here" | "failed">} */
    this.loaded = {};
    this.style.display = "contents";
  }

  createRenderRoot() {
    return this;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    const { page } = this;
    if (!changed.has("page") || this.loaded[page] === "here") return;
    LATER[page]?.load().then(
      () => this.#know(page, "here"),
      () => this.#know(page, "failed"),
    );
  }

  render() {
    const { page } = this;
    if (this.loaded[page] === "here") return LATER[page]?.draw(this.words);
    return this.loaded[page] ? html`<p>${texts.pages.failed} <a href=${href("lobby")}>${texts.pages.toLobby}</a></p>` : html`<p role="status"></p>`;
  }

  /** @param {string} page @param {"here" | "failed"} state */
  #know(page, state) {
    this.loaded[page] = state;
    this.requestUpdate();
  }
}

customElements.define("hw-later", HouseLater);
