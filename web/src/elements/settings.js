/** What one prefers: the room, the cards, the pace, one's own limits. */

import { html } from "lit";
import { parsed } from "../core/money.js";
import { prefer, settings } from "../core/settings.js";
import { Uses } from "../core/signal.js";
import { texts } from "../texts.js";
import { HouseDialog } from "./dialog.js";

export class HouseSettings extends HouseDialog {
  constructor() {
    super();
    new Uses(this, settings);
  }

  get heading() {
    return texts.settings.title;
  }

  inside() {
    const { fourColours, lossLimit, timeLimit } = settings.value;
    const value = (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).value;
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
        <input inputmode="decimal" .value=${String(lossLimit / 100)} @change=${(/** @type {Event} */ event) => prefer({ lossLimit: parsed(value(event)) ?? 0 })} />
      </label>
      <label>
        ${texts.settings.time}
        <input inputmode="numeric" .value=${String(timeLimit)} @change=${(/** @type {Event} */ event) => prefer({ timeLimit: Math.max(0, Number.parseInt(value(event)) || 0) })} />
      </label>
    `;
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

customElements.define("hw-settings", HouseSettings);
