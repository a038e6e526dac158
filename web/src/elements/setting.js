/** Setting a hand: cards are put into hands of 8 by click, by drag or by key; what is left are side cards. Whether they add up the house says. */

import { LitElement, css, html, nothing } from "lit";
import { descending, picture, words } from "../core/cards.js";
import { onKey } from "../core/keys.js";
import { deck } from "../core/settings.js";
import { shared } from "../styles/shared.js";
import { texts, verbWords } from "../texts.js";

const SIDE = -1;

export class HouseSetting extends LitElement {
  static properties = { choice: { attribute: false }, others: { attribute: false } };

  static styles = [
    shared,
    css`
      .all {
        display: flex;
        flex-wrap: wrap;
        gap: 8px 16px;
        align-items: center;
      }
      .row {
        flex: 1 1 250px;
      }
      .trays {
        display: flex;
        gap: 8px;
        overflow-x: auto;
        padding-bottom: 6px;
      }
      .tray {
        border: 2px dashed var(--edge);
        border-radius: 10px;
        padding: 4px 6px 6px;
        min-width: 84px;
        flex: none;
      }
      .tray.marked {
        border-color: var(--accent);
        background: color-mix(in srgb, var(--accent) 9%, transparent);
      }
      .tray .title {
        font: 600 12px/1.4 var(--body);
        color: var(--soft);
        white-space: nowrap;
      }
      .cards {
        display: flex;
        min-height: 64px;
      }
      .cards button {
        padding: 0;
        border: 0;
        min-height: 0;
        background: none;
        margin-right: 3px;
        border-radius: 4px;
        touch-action: none;
      }
      img {
        width: 46px;
        height: 64px;
        display: block;
        border-radius: 4px;
        box-shadow: 0 0 0 1px rgb(0 0 0 / 0.28);
      }
      .row {
        display: flex;
        gap: 8px;
        flex-wrap: wrap;
        align-items: center;
      }
      .help {
        font-size: 13px;
      }
      @media (min-width: 1081px) {
        .all {
          flex-flow: column nowrap;
          align-items: stretch;
        }
        .all .row {
          order: -1;
          flex: none;
          flex-wrap: nowrap;
          white-space: nowrap;
        }
        .row .help {
          white-space: normal;
          line-height: 1.3;
        }
      }
      @media (max-width: 1080px) {
        .help,
        kbd {
          display: none;
        }
        .row {
          flex-basis: 200px;
        }
        .cards {
          min-height: 53px;
        }
        img {
          width: 38px;
          height: 53px;
        }
      }
      @media (max-width: 700px) {
        .all {
          gap: 4px;
        }
        .row {
          order: -1;
          flex: 1 1 100%;
          gap: 6px;
        }
        .row button {
          flex: 1;
          padding: 4px;
          min-height: 36px;
          font-size: 13px;
          white-space: nowrap;
        }
        .trays {
          flex-wrap: wrap;
          gap: 4px;
          padding: 0;
        }
        .tray {
          padding: 0 3px 3px;
          min-width: 58px;
          border-width: 1.5px;
        }
        .tray .title {
          font-size: 11px;
          line-height: 1.3;
        }
        .cards {
          min-height: 44px;
        }
        .cards button {
          margin-right: 2px;
        }
        img {
          width: 31px;
          height: 44px;
        }
      }
    `,
  ];

  constructor() {
    super();
    /** @type {import("../protocol.js").ChoiceView | null} */
    this.choice = null;
    /** @type {import("../protocol.js").ChoiceView[]} */
    this.others = [];
    /** Which hand each card is in, by its place among the cards. @type {number[]} */
    this.in = [];
    this.marked = 0;
    this.end = () => {};
  }

  connectedCallback() {
    super.connectedCallback();
    this.end = onKey((key) => this.#key(key));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.end();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    const hand = this.choice?.hand ?? [];
    const before = /** @type {import("../protocol.js").ChoiceView | undefined} */ (changed.get("choice"))?.hand ?? [];
    if (this.in.length === hand.length && before.join() === hand.join()) return;
    if (!changed.has("choice")) return;
    this.in = hand.map(() => SIDE);
    this.marked = 0;
  }

  get #hands() {
    return Math.max(this.marked, ...this.in) + 1;
  }

  render() {
    if (!this.choice) return nothing;
    const groups = this.#groups();
    return html`<div class="all">
      <div class="trays">
        ${this.#tray(SIDE, texts.deciding.side)} ${Array.from({ length: this.#hands }, (_, index) => this.#tray(index, texts.deciding.hand(index + 1)))}
      </div>
      <div class="row">
        ${this.others.map((other) => html`<button class="main" @click=${() => this.#say({ verb: other.verb })}>${verbWords(other.verb)} <kbd>${(texts.verbs[other.verb]?.key ?? "").toUpperCase()}</kbd></button>`)}
        <button @click=${this.#open} ?disabled=${!this.in.includes(this.marked)}>${texts.deciding.newHand} <kbd>N</kbd></button>
        <button @click=${this.#set} ?disabled=${!groups.length}>${texts.deciding.set} <kbd>S</kbd></button>
        <span class="help soft">${texts.deciding.setHelp}</span>
      </div>
    </div>`;
  }

  /** @param {number} tray @param {string} title */
  #tray(tray, title) {
    const hand = this.choice?.hand ?? [];
    const inside = hand
      .flatMap((card, index) => (this.in[index] === tray ? [{ card, index }] : []))
      .sort((a, b) => descending(a.card, b.card)); // as the hand is held on the felt
    const over = (/** @type {DragEvent} */ event) => event.preventDefault();
    const drop = (/** @type {DragEvent} */ event) => this.#put(Number(event.dataTransfer?.getData("text/plain")), tray);
    return html`<div class="tray ${tray === this.marked ? "marked" : ""}" role="group" aria-label=${title} @dragover=${over} @drop=${drop} @click=${() => tray !== SIDE && this.#mark(tray)}>
      <p class="title" aria-hidden="true">${title}</p>
      <div class="cards">
        ${inside.map(
          ({
            card,
            index,
          }) => html`<button draggable="true" aria-label=${words(card)} @click=${(/** @type {Event} */ event) => this.#clicked(event, index)} @dragstart=${(/** @type {DragEvent} */ event) => event.dataTransfer?.setData("text/plain", String(index))}>
            <img src=${picture(card, deck())} alt="" draggable="false" />
          </button>`,
        )}
      </div>
    </div>`;
  }

  /** @param {Event} event @param {number} index */
  #clicked(event, index) {
    event.stopPropagation();
    this.#put(index, this.in[index] === SIDE ? this.marked : SIDE);
  }

  /** @param {number} index @param {number} tray */
  #put(index, tray) {
    if (!Number.isInteger(index) || index < 0 || index >= this.in.length) return;
    this.in[index] = tray;
    this.requestUpdate();
  }

  /** @param {number} tray */
  #mark(tray) {
    this.marked = tray;
    this.requestUpdate();
  }

  #open() {
    this.#mark(this.#hands);
  }

  #groups() {
    const hand = this.choice?.hand ?? [];
    return Array.from({ length: this.#hands }, (_, tray) => hand.filter((_, index) => this.in[index] === tray)).filter(
      (group) => group.length,
    );
  }

  #set() {
    this.#say({ verb: this.choice?.verb, groups: this.#groups() });
  }

  /** @param {object} act */
  #say(act) {
    this.dispatchEvent(new CustomEvent("decide", { detail: act }));
  }

  /** @param {string} key */
  #key(key) {
    const other = this.others.find(({ verb }) => texts.verbs[verb]?.key === key);
    if (other) this.#say({ verb: other.verb });
    else if (key === "n" && this.in.includes(this.marked)) this.#open();
    else if (key === "s" && this.#groups().length) this.#set();
    else return false;
    return true;
  }
}

customElements.define("hw-setting", HouseSetting);
