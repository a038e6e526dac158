/** Chips on their way: drawn above the felt while they fly, and counted where they land when they have. */

import { html } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { isStill } from "../core/settings.js";
import { under } from "../core/felt.js";
import { stack, ticket } from "./chips.js";

const TIME = 460;

/** @typedef {{ id: number, amount: number, source: string, target: string, flown: boolean }} Flight */

let ids = 0;

export class Flights {
  /** @param {import("./felt.js").HouseFelt} felt */
  constructor(felt) {
    this.felt = felt;
    /** @type {Flight[]} */
    this.flying = [];
  }

  /** Something moved: chips take off. @param {import("../protocol.js").Move} move */
  see(move) {
    if (move.move !== "chips" || this.felt.table?.isKnown || isStill() || document.hidden) return;
    if (!this.felt.place(move.source) || !this.felt.place(move.target)) return;
    this.flying = [
      ...this.flying,
      { id: ++ids, amount: move.amount, source: move.source, target: move.target, flown: false },
    ];
  }

  /** What has not landed yet at an area. @param {string} area */
  coming(area) {
    return this.flying.reduce((total, flight) => total + (flight.target === area ? flight.amount : 0), 0);
  }

  render() {
    return repeat(
      this.flying,
      ({ id }) => id,
      ({ id, amount, source, target }) => html`<div class="stacked" data-flight=${id}>${under(source) ?? under(target) ? ticket(amount, false) : stack(amount, false)}</div>`,
    );
  }

  /** Those that were drawn just now take off. */
  fly() {
    for (const flight of this.flying.filter((each) => !each.flown)) {
      flight.flown = true;
      const element = this.felt.renderRoot.querySelector(`[data-flight="${flight.id}"]`);
      const [from, to] = [this.felt.place(flight.source), this.felt.place(flight.target)];
      if (!element || !from || !to) {
        this.#landed(flight);
        continue;
      }
      const frames = [from, to].map((at) => ({
        transform: `translate(-50%, -50%) translate(${at.x + (at.aside ?? 0)}px, ${at.y}px) scale(${at.scale})`,
      }));
      const animation = element.animate(frames, { duration: TIME, easing: "cubic-bezier(.3,.7,.3,1)", fill: "both" });
      animation.finished.then(
        () => this.#landed(flight),
        () => this.#landed(flight),
      );
    }
  }

  /** @param {Flight} flight */
  #landed(flight) {
    this.flying = this.flying.filter((each) => each !== flight);
    this.felt.requestUpdate();
  }
}
