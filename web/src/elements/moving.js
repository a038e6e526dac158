/**
 * Moves elements over the stage: each has a place, and goes there from where it is seen now.
 *
 * Only transforms are animated, so that the browser's compositor does the work. A new goal takes over from wherever the
 * element is; nothing jumps.
 */

import { isStill } from "../core/settings.js";

/** @typedef {{ x: number, y: number, scale: number }} Goal */

const CARD_TIME = 380;
const TURN_TIME = 260;
const EASING = "cubic-bezier(.22,.8,.3,1)";

export class Moving {
  constructor() {
    /** @type {WeakMap<Element, { goal: string, animation: Animation | null }>} */
    this.known = new WeakMap();
    /** @type {WeakMap<Element, boolean>} */
    this.faces = new WeakMap();
  }

  /**
   * @param {HTMLElement} element
   * @param {Goal} to
   * @param {Goal | null} from where a new one comes from; null: it is there at once
   */
  place(element, to, from) {
    const goal = transform(to);
    const known = this.known.get(element);
    if (known?.goal === goal) return;
    const start = known ? getComputedStyle(element).transform : from ? transform(from) : null;
    known?.animation?.cancel();
    element.style.transform = goal;
    const still = isStill() || start === null || start === goal;
    const animation = still
      ? null
      : element.animate([{ transform: start }, { transform: goal }], { duration: CARD_TIME, easing: EASING });
    this.known.set(element, { goal, animation });
  }

  /** A card is turned over, where its other side is seen now. @param {Element | null} card */
  turn(card) {
    if (!card) return;
    const isUp = card.classList.contains("up");
    const before = this.faces.get(card);
    this.faces.set(card, isUp);
    if (before === undefined || before === isUp || isStill()) return;
    card.animate([{ transform: "scaleX(0.04)" }, { transform: "scaleX(1)" }], {
      duration: TURN_TIME,
      easing: "ease-out",
    });
  }
}

/** Where all is put at once: the stage has another size. @param {Goal} goal */
export function transform({ x, y, scale }) {
  return `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${scale.toFixed(3)})`;
}
