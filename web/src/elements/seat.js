/** A position: who sits there, his chips, his clock, what he did last; or a free chair. */

import { css, html, nothing, svg } from "lit";
import { connection } from "../core/connection.js";
import { dollars } from "../core/money.js";
import { shared } from "../styles/shared.js";
import { texts, verbWords } from "../texts.js";
import { seatingTexts } from "../texts/seating.js";
import { AtTable } from "./at_table.js";

const ROUND = 2 * Math.PI * 20;

export class HouseSeat extends AtTable {
  static properties = {
    seat: { type: Number },
    large: { type: Boolean, reflect: true },
    tall: { type: Boolean, reflect: true },
  };

  static styles = [
    shared,
    css`
      :host {
        position: absolute;
        z-index: 5;
        display: block;
        font-family: var(--body);
      }
      .plate {
        position: relative;
        display: flex;
        align-items: center;
        gap: 8px;
        background: rgb(8 20 14 / 0.78);
        border: 1.5px solid rgb(242 231 201 / 0.28);
        border-radius: 99px;
        padding: 3px 16px 3px 3px;
        color: #fff;
        white-space: nowrap;
        min-width: 190px;
      }
      .plate.turn {
        border-color: var(--gold);
        box-shadow: 0 0 0 3px rgb(243 207 122 / 0.3);
      }
      .plate.idle {
        opacity: 0.75;
      }
      .mark {
        position: relative;
        width: 44px;
        height: 44px;
        flex: none;
      }
      .mark b {
        position: absolute;
        inset: 5px;
        border-radius: 50%;
        background: #35516f;
        display: grid;
        place-items: center;
        font-size: 17px;
      }
      .mark.bot b {
        background: #5b6067;
      }
      .mark.mine b {
        background: #a06a12;
      }
      .mark svg {
        position: absolute;
        inset: 0;
        transform: rotate(-90deg);
      }
      .name {
        font-weight: 600;
        font-size: 20px;
        line-height: 1.15;
        max-width: 150px;
        overflow: hidden;
        text-overflow: ellipsis;
      }
      small {
        font-size: 14px;
        font-weight: 500;
        opacity: 0.7;
      }
      .chips {
        font-size: 18px;
        line-height: 1.15;
        color: #ffe3a3;
        font-variant-numeric: tabular-nums;
      }
      .did {
        display: inline-block; /* in the place of the name: it lies over nothing, however long it is */
        background: #fffdf4;
        color: #1d2420;
        font-weight: 700;
        font-size: 0.8em;
        line-height: 1.25;
        border-radius: 99px;
        padding: 0 9px;
        margin-left: -3px;
      }
      :host([tall]) .name {
        font-size: 24px;
      }
      :host([tall]) .chips {
        font-size: 22px;
      }
      :host([tall]:not([large])) .plate {
        min-width: 160px;
        max-width: 168px;
        padding: 2px 12px;
        border-radius: 14px;
      }
      :host([tall]:not([large])) .mark {
        display: none;
      }
      :host([tall]:not([large])) small {
        font-size: 18px;
      }
      :host([tall]) .free button {
        padding: 4px 12px;
        font-size: 22px;
        min-height: 58px; /* for a finger, where the stage is as small as a telephone */
      }
      .free {
        display: flex;
        gap: 6px;
        justify-content: center;
      }
      .free button {
        border-radius: 99px;
        border: 1.5px dashed rgb(242 231 201 / 0.55);
        background: rgb(0 0 0 / 0.18);
        color: var(--line);
        min-height: 48px;
        padding: 4px 18px;
        font-size: 17px;
        white-space: nowrap;
      }
      .free span {
        color: var(--line);
        opacity: 0.6;
        font-size: 16px;
        padding: 10px;
        white-space: nowrap;
      }
      .behind {
        font-size: 14px;
        line-height: 1.2;
        max-width: 170px;
        overflow: hidden;
        text-overflow: ellipsis;
        opacity: 0.9;
      }
      :host([tall]) .behind {
        font-size: 18px;
        max-width: 150px;
      }
      :host([tall][large]) .behind {
        position: absolute; /* beside the plate: below it the felt ends */
        left: calc(100% + 8px);
        bottom: 4px;
        max-width: 230px;
      }
      .back {
        min-height: 34px;
        width: 34px;
        padding: 0;
        border-radius: 50%;
        color: var(--line);
        background: rgb(0 0 0 / 0.25);
        border: 1.5px dashed rgb(242 231 201 / 0.55);
        margin: 0 -8px 0 auto;
        font-size: 18px;
      }
      :host([tall]) .back {
        width: 58px;
        min-height: 58px;
      }
      .who {
        min-width: 0;
      }
      .go,
      .back,
      .button {
        flex: none;
      }
      .go {
        min-height: 30px;
        width: 30px;
        padding: 0;
        border-radius: 50%;
        color: inherit;
        background: none;
        border: 0;
        margin-right: -8px;
        opacity: 0.7;
      }
      :host([tall]) .go {
        width: 58px;
        height: 58px;
        margin: -6px -12px -6px auto;
        font-size: 22px;
      }
      .button {
        background: #fffdf4;
        color: #1d2420;
        border-radius: 50%;
        width: 28px;
        height: 28px;
        display: grid;
        place-items: center;
        font-weight: 800;
        font-size: 13px;
        padding: 0;
        min-height: 0;
        border: 2px solid #b58a2a;
        cursor: default;
      }
      :host([tall]:not([large])) .button {
        position: absolute; /* at the corner: the plate is narrow */
        left: -9px;
        top: -11px;
      }
    `,
  ];

  constructor() {
    super();
    this.seat = 0;
    this.large = false;
    this.tall = false;
    this.did = "";
    this.timer = 0;
    this.sayTimer = 0;
  }

  render() {
    const { table, seat } = this;
    const view = table?.view;
    if (!table || !view) return nothing;
    const person = table.seated(seat);
    if (!person) return this.#free();
    const isMine = person.name === connection.welcome.value?.name;
    const isTurn = !table.isBehind && !!view.ask?.waiting.includes(seat);
    const isIdle = !table.isBehind && view.now.phase === "playing" && !person.playing;
    return html`<div class="plate ${isTurn ? "turn" : ""} ${isIdle ? "idle" : ""}">
      <span class="mark ${person.bot ? "bot" : ""} ${isMine ? "mine" : ""}"><b aria-hidden="true">${initial(person)}</b>${isTurn ? this.#ring() : nothing}</span>
      <span class="who">
        <div class="name" title=${person.name}>${this.did ? html`<span class="did">${this.did}</span>` : this.#name(person, isMine)}</div>
        <div class="chips">${dollars(table.purse(person))}${person.ready && view.now.phase === "betting" ? " ✓" : ""}${person.leaving ? ` · ${texts.table.leaving}` : person.connected ? "" : ` · ${seatingTexts.away}`}</div>
        ${this.#behind()}
      </span>
      ${view.now.button === seat ? html`<span class="button" title=${texts.table.button}>D</span>` : nothing}
      ${person.bot && person.name.startsWith("bot-") && table.mine ? html`<button class="go" @click=${this.#dismiss} aria-label="${texts.table.dismissBot}: ${person.name}" title=${texts.table.dismissBot}>✕</button>` : nothing}
      ${table.canStandBehind(seat) && connection.welcome.value?.role === "player" ? html`<button class="back" @click=${this.#back} aria-label="${seatingTexts.standBehind}: ${table.nameAt(seat)}, ${texts.table.seat(seat)}" title=${seatingTexts.standBehind}>+</button>` : nothing}
    </div>`;
  }

  /** @param {import("../protocol.js").PersonView} person @param {boolean} isMine */
  #name(person, isMine) {
    return html`${isMine ? texts.youSeated : person.name.replace(/^bot-/, "")}${person.bot ? html` <small>${texts.bot}</small>` : nothing}`;
  }

  /** Who stands behind the spot, with his chips. */
  #behind() {
    const { table, seat } = this;
    const me = connection.welcome.value?.name;
    const there = table?.view?.now.people.filter((each) => each.seat === seat && !each.seated) ?? [];
    const names = there.map((each) => `${each.name === me ? seatingTexts.you : each.name} ${dollars(table?.purse(each) ?? 0)}`);
    return there.length ? html`<div class="behind" title=${seatingTexts.behind(names.join(", "))}>${seatingTexts.behind(names.join(", "))}</div>` : nothing;
  }

  #free() {
    const { table, seat } = this;
    if (table?.mine) {
      return html`<div class="free"><button @click=${this.#addBot} aria-label="${texts.table.addBot}: ${texts.table.seat(seat)}">+ ${texts.table.addBot}</button></div>`;
    }
    const isOpen = table?.view?.now.phase !== "closed" && connection.welcome.value?.role === "player";
    return html`<div class="free">
      ${isOpen ? html`<button @click=${this.#sit} aria-label="${texts.table.sitHere}: ${texts.table.seat(seat)}">${texts.table.sitHere} · ${seat}</button>` : html`<span>${texts.table.seat(seat)}</span>`}
    </div>`;
  }

  /** How much of the time is left, around the mark. */
  #ring() {
    const view = this.table?.view;
    const deadline = view?.now.deadline;
    const whole = view?.sign.clocks["decision"];
    if (!deadline || !whole) return nothing;
    const left = Math.max(0, Math.min(1, (deadline - connection.now()) / whole));
    if (left > 0) {
      clearTimeout(this.timer);
      this.timer = window.setTimeout(() => this.requestUpdate(), 500);
    }
    return svg`<svg viewBox="0 0 44 44" aria-hidden="true"><circle cx="22" cy="22" r="20" fill="none" stroke="${left < 0.25 ? "#ff8a73" : "#f3cf7a"}" stroke-width="4"
      stroke-dasharray="${ROUND}" stroke-dashoffset="${ROUND * (1 - left)}"/></svg>`;
  }

  /** @param {import("../protocol.js").Move} move */
  see(move) {
    if (move.move === "acted" && move.seat === this.seat) {
      this.#say(`${verbWords(move.verb)}${move.amount ? ` ${dollars(move.amount)}` : ""}`);
    }
    if (move.move === "resolved" && move.payoff.seat === this.seat && move.payoff.net > 0)
      this.#say(`+${dollars(move.payoff.net)}`);
  }

  /** @param {string} did */
  #say(did) {
    this.did = did;
    this.requestUpdate();
    clearTimeout(this.sayTimer);
    this.sayTimer = window.setTimeout(() => {
      this.did = "";
      this.requestUpdate();
    }, 2600);
  }

  #sit() {
    this.dispatchEvent(new CustomEvent("sit", { detail: this.seat, bubbles: true, composed: true }));
  }

  #back() {
    this.dispatchEvent(new CustomEvent("back", { detail: this.seat, bubbles: true, composed: true }));
  }

  #addBot() {
    void this.table?.command({ do: "add bot", seat: this.seat }).catch(() => {});
  }

  #dismiss() {
    void this.table?.command({ do: "dismiss bot", seat: this.seat }).catch(() => {});
  }
}

/** @param {import("../protocol.js").PersonView} person */
function initial(person) {
  return person.name.replace(/^bot-/, "").charAt(0).toUpperCase();
}

customElements.define("hw-seat", HouseSeat);
