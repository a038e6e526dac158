/** What one prefers: the room, the cards, the pace, one's own limits. */

import { html } from "lit";
import { live } from "lit/directives/live.js";
import { parsed } from "../core/money.js";
import { prefer, settings } from "../core/settings.js";
import { Uses } from "../core/signal.js";
import { texts } from "../texts.js";
import { HouseDialog } from "./dialog.js";

export class HouseSettings extends HouseDialog {
  constructor() {
    super();
    new Uses(this, settings);
    this.why = "";
  }

  get heading() {
    return texts.settings.title;
  }

  inside() {
    const { fourColours, lossLimit, timeLimit } = settings.value;
    return html`
      ${this.#select("room", texts.settings.room, texts.settings.rooms)}
      <label class="line">
        <input type="checkbox" .checked=${fourColours} @change=${() => prefer({ fourColours: !fourColours })} />
        ${texts.settings.fourColours}
      </label>
      ${this.#select("index", texts.settings.index, texts.settings.indices)} ${this.#select("pace", texts.settings.pace, texts.settings.paces)}
      <h3>${texts.settings.limits}</h3>
      <label>
        ${texts.settings.loss}
        <input inputmode="decimal" .value=${live(String(lossLimit / 100))} @change=${(/** @type {Event} */ event) => this.#limit("lossLimit", event, parsed)} />
      </label>
      <label>
        ${texts.settings.time}
        <input inputmode="numeric" .value=${live(String(timeLimit))} @change=${(/** @type {Event} */ event) => this.#limit("timeLimit", event, minutes)} />
      </label>
      <p role="alert" class="bad">${this.why}</p>
    `;
  }

  /**
   * A limit that cannot be read is said to be none, and the one before stays; an empty field is no limit.
   * @param {"lossLimit" | "timeLimit"} name
   * @param {Event} event
   * @param {(text: string) => number | null} read
   */
  #limit(name, event, read) {
    const typed = /** @type {HTMLInputElement} */ (event.target).value.trim();
    const limit = typed ? read(typed) : 0;
    this.why = limit === null ? texts.settings.unread[name](typed, settings.value[name]) : "";
    if (limit !== null) prefer({ [name]: limit });
    this.requestUpdate();
  }

  /**
   * @param {"room" | "index" | "pace"} name
   * @param {string} words
   * @param {Record<string, string>} options
   */
  #select(name, words, options) {
    const chosen = (/** @type {Event} */ event) => prefer({ [name]: /** @type {HTMLSelectElement} */ (event.target).value });
    return html`<label>
      ${words}
      <select @change=${chosen}>
        ${Object.entries(options).map(([value, said]) => html`<option value=${value} ?selected=${settings.value[name] === value}>${said}</option>`)}
      </select>
    </label>`;
  }
}

/** Whole minutes that somebody typed; null where they are none. @param {string} text */
function minutes(text) {
  return /^\d{1,6}$/.test(text) ? Number(text) : null;
}

customElements.define("hw-settings", HouseSettings);
