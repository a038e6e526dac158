/**
 * The felt: one renderer for all games. It draws the areas of a layout with what lies there, and lets cards and chips move
 * from where they were. It knows places and moves, and no rule.
 */

import { html, nothing, svg } from "lit";
import { classMap } from "lit/directives/class-map.js";
import { repeat } from "lit/directives/repeat.js";
import { UNKNOWN, descending, picture, words } from "../core/cards.js";
import { RACK, SHOE, STUB, coupon, owner, plain, under } from "../core/felt.js";
import { NOTHING, inscribed, label, written } from "../core/games.js";
import { metered } from "../core/money.js";
import { deck, settings } from "../core/settings.js";
import { Uses } from "../core/signal.js";
import { CARD, Geometry, inRow } from "../layouts/geometry.js";
import { LAYOUTS } from "../layouts/index.js";
import { shared } from "../styles/shared.js";
import { texts } from "../texts.js";
import { AtTable } from "./at_table.js";
import { chipStyles, stack, ticket } from "./chips.js";
import { Flights } from "./flights.js";
import { feltStyles } from "./felt_styles.js";
import { ground } from "./ground.js";
import { Moving } from "./moving.js";
import "./seat.js";

/** @typedef {import("../core/table.js").WatchedTable} WatchedTable */
/** @typedef {import("../core/felt.js").Lying} Lying */

const BESIDE = 48; // between the chips of a wager and the coupon upon it
const FINGER = 24; // pixels of the screen, as WCAG 2.2 asks (2.5.8)
const APART = 0.8; // of the way from card to card, between two groups of a hand

export class HouseFelt extends AtTable {
  static properties = {
    layout: { attribute: false },
    chosen: { attribute: false },
    choosable: { attribute: false },
    acting: { attribute: false },
    spots: { attribute: false },
  };

  static styles = [shared, chipStyles, feltStyles];

  constructor() {
    super();
    new Uses(this, settings);
    /** @type {import("../core/games.js").Layout} */
    this.layout = NOTHING;
    /** Cards that are chosen, by their ids. @type {Set<number>} */
    this.chosen = new Set();
    /** The area whose cards can be chosen now. @type {string | null} */
    this.choosable = null;
    /** The one of several hands that is asked for. @type {string | null} */
    this.acting = null;
    /** Wagers that can be made now. @type {import("../protocol.js").Offer[]} */
    this.spots = [];
    /** May they be made at others' spots, too? */
    this.moving = new Moving();
    this.flights = new Flights(this);
    this.size = { width: 0, height: 0 };
    /** @type {Geometry | null} */
    this.known = null;
    this.watcher = new ResizeObserver(([entry]) => this.#resized(entry?.contentRect));
  }

  connectedCallback() {
    super.connectedCallback();
    this.watcher.observe(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.watcher.disconnect();
  }

  /** @param {import("../protocol.js").Move} move */
  see(move) {
    this.flights.see(move);
  }

  /** @returns {Geometry | null} */
  get geometry() {
    const view = this.table?.view;
    const layout = LAYOUTS[view?.game ?? ""];
    if (!view || !layout || !this.size.width) return null;
    const shape = this.size.width < 700 || this.size.width < this.size.height * 1.1 ? "tall" : "wide";
    const positions = view.sign.positions;
    const hero = view.you ?? Math.ceil((positions + 1) / 2);
    const { known } = this; // asked for of every card: it is made anew only where something is otherwise
    const isKnown = known?.layout === layout && known.shape === shape && known.positions === positions && known.hero === hero;
    return isKnown ? known : (this.known = new Geometry(layout, shape, positions, hero));
  }

  /** How many hands lie at a position. @param {number | null} seat */
  hands(seat) {
    const felt = this.table?.felt;
    return felt && seat !== null ? [2, 3, 4].filter((hand) => felt.cards.has(`${seat}/hand ${hand}`)).length + 1 : 1;
  }

  /** Where an area lies on the stage; a coupon lies beside the chips of its wager. @param {string} area @returns {ReturnType<Geometry["place"]>} */
  place(area) {
    const upon = under(area);
    const chips = upon ? this.place(upon) : null;
    if (upon) return chips && { ...chips, x: chips.x + (chips.aside ? -BESIDE : BESIDE) * chips.scale };
    const at = this.#purseOf(area) ?? area;
    return this.geometry?.place(at, this.hands(owner(at)), this.#behind(at)) ?? null;
  }

  /** Does a wager lie there, of whomever? @param {string} area */
  #isStaked(area) {
    const { table } = this;
    const people = table?.view?.now.people ?? [];
    return !!table?.stake(area) || people.some(({ name }) => table?.stake(`${area}/${name}`));
  }

  /** Of those who wager at another's spot, which one does in an area: the first, the second; 0 for who sits there. @param {string} area */
  #behind(area) {
    const [, seat, wager, name] = /^(\d+)\/([^/]+)\/(?!coupon)([^/]+)$/.exec(area) ?? [];
    const isThere = (/** @type {import("../protocol.js").PersonView} */ each) =>
      each.seat === Number(seat) ? !each.seated : !!this.table?.stake(`${seat}/${wager}/${each.name}`);
    const there = (name && this.table?.view?.now.people.filter(isThere)) || [];
    return name ? Math.max(0, there.findIndex((each) => each.name === name)) + 1 : 0;
  }

  /** The chips of somebody behind a spot come from there and go there. @param {string} area */
  #purseOf(area) {
    const [, name] = /^([^/\d][^/]*)\/chips$/.exec(area) ?? [];
    const person = name && this.table?.view?.now.people.find((each) => each.name === name);
    return person ? `${person.seat}/chips` : null;
  }

  render() {
    const { geometry, table } = this;
    const view = table?.view;
    if (!geometry || !view || !table) return nothing;
    return html`<div class="stage ${geometry.shape}" part="stage">
      ${ground(geometry, this.#inscriptions(), view.title)} ${this.#outlines(geometry)} ${this.#meters()}
      ${this.#piles()} ${this.#boxes()} ${this.#buttons()} ${this.#seats(geometry)}
      <div class="chips">${this.#stacks()}</div>
      <div class="cards">${repeat(
        this.#cards(),
        ({ lying }) => lying.id,
        (each) => this.#card(each),
      )}</div>
      <div class="flights">${this.flights.render()}</div>
    </div>`;
  }

  updated() {
    const { geometry } = this;
    const stage = /** @type {HTMLElement | null} */ (this.renderRoot.querySelector(".stage"));
    if (!geometry || !stage) return;
    const scale = Math.min(this.size.width / geometry.width, this.size.height / geometry.height || Infinity);
    stage.style.width = `${geometry.width}px`;
    stage.style.height = `${geometry.height}px`;
    stage.style.transform = `translate(-50%, -50%) scale(${scale})`;
    this.style.setProperty("--tall", `${geometry.height / geometry.width}`);
    for (const element of this.renderRoot.querySelectorAll("[data-area]"))
      this.#put(/** @type {HTMLElement} */ (element), FINGER / scale);
    const drawn = new Map([...this.renderRoot.querySelectorAll("[data-card]")].map((each) => [/** @type {HTMLElement} */ (each).dataset["card"], each]));
    for (const { lying, area, index, count } of this.#cards()) {
      this.#putCard(/** @type {HTMLElement | undefined} */ (drawn.get(String(lying.id))), lying, area, index, count);
    }
    this.flights.fly();
  }

  /** @param {DOMRectReadOnly | undefined} rect */
  #resized(rect) {
    if (!rect) return;
    this.size = { width: rect.width, height: rect.height };
    this.requestUpdate();
  }

  #inscriptions() {
    const { view } = /** @type {WatchedTable} */ (this.table);
    const sizes = LAYOUTS[view?.game ?? ""]?.words ?? {};
    return Object.entries(sizes).flatMap(([name, size]) => {
      const found = this.layout.inscriptions.find((each) => each.name === name);
      const text = found && inscribed(found, view?.sign.rules ?? {});
      return text ? [{ text, size, clause: found.clause ?? found.ruling ?? "" }] : [];
    });
  }

  /** The outlines of the areas; those where the viewer may wager are buttons. @param {Geometry} geometry */
  #outlines(geometry) {
    const { layout, table } = this;
    const seats = Array.from({ length: geometry.positions }, (_, index) => index + 1);
    const areas = layout.areas.flatMap(({ name, per }) =>
      per === "table" ? [name] : seats.map((seat) => `${seat}/${name}`),
    );
    const mine = table?.mine?.seat ?? null;
    return areas.map((area) => {
      const place = this.place(area);
      if (!place?.w) return nothing;
      const seat = owner(area);
      const offer = table?.isOpen(area) ? this.spots.find((each) => each.wager === plain(area)) : undefined;
      const isLarge = seat === null || seat === geometry.hero;
      const text = isLarge ? written(layout, plain(area)) : "";
      const classes = {
        outline: true,
        round: !!place.round,
        small: !isLarge,
        beside: isLarge && !!place.aside,
        staked: isLarge && !place.aside && this.#isStaked(area),
        long: Math.max(...text.split(" ").map((word) => word.length)) * 12.5 > (place.w ?? 0),
        open: !!offer,
        lit: !!offer && seat === mine && !table?.stake(table.own(area)) && offer.required,
      };
      return offer
        ? this.#spot(area, offer, text, classes)
        : html`<div class=${classMap(classes)} data-area=${area}>${this.#words(area, text)}</div>`;
    });
  }

  /**
   * @param {string} area
   * @param {import("../protocol.js").Offer} offer
   * @param {string} text
   * @param {Record<string, boolean>} classes
   */
  #spot(area, offer, text, classes) {
    const stake = this.table?.stake(this.table.own(area)) ?? 0;
    const need = offer.required ? texts.betting.required : texts.betting.optional;
    const called = text || `${written(this.layout, plain(area))}, ${this.table?.nameAt(owner(area) ?? 0)}`;
    const said = `${texts.betting.spot(called, stake)}. ${texts.betting.range(offer.low, offer.high)}, ${need}. ${offer.words}.${stake ? ` ${texts.betting.take}.` : ""}`;
    const tell = (/** @type {Event} */ event, takes = false) => {
      event.preventDefault();
      this.dispatchEvent(new CustomEvent("spot", { detail: { area, offer, takes } }));
    };
    const keyed = (/** @type {KeyboardEvent} */ event) =>
      (event.key === "Backspace" || event.key === "Delete") && tell(event, true);
    return html`<button class=${classMap(classes)} data-area=${area} aria-label=${said} title=${said}
      @click=${tell} @contextmenu=${(/** @type {Event} */ event) => tell(event, true)} @keydown=${keyed}><span>${text}</span></button>`;
  }

  /** What is written in an outline; places for a button are apart, and it lies on one of them. @param {string} area @param {string} text */
  #words(area, text) {
    const lies = this.table?.buttons.get(area);
    if (!area.endsWith("button")) return html`<span>${text}</span>`;
    return text.split(", ").map((place) => html`<span class=${place === lies ? "lies" : ""}>${place}</span>`);
  }

  /** The ace button, before whoever played the ace. */
  #buttons() {
    return [...(this.table?.buttons ?? [])].flatMap(([name, where]) => {
      const [, seat] = /^seat (\d+)$/.exec(where) ?? [];
      const area = `${seat}/${name.replace(" ", "_")}`;
      return seat && this.place(area)
        ? [html`<div class="disc" data-area=${area} title=${label(this.layout, plain(area))}>A♠</div>`]
        : [];
    });
  }

  #meters() {
    const meters = [...(this.table?.felt.meters ?? [])];
    if (!meters.length) return nothing;
    const { geometry } = this;
    return html`<div class="meters ${geometry?.shape}">
      ${meters.map(([name, cents]) => html`<div><span>${texts.table.meters[name] ?? name}</span><strong class="number">${metered(cents)}</strong></div>`)}
    </div>`;
  }

  /** Shoe, stub and discard rack. */
  #piles() {
    const felt = this.table?.felt;
    return [SHOE, STUB, RACK].map((pile) => {
      const count = felt?.count(pile) ?? 0;
      if (pile === STUB ? !count : pile === SHOE && !count && felt?.count(STUB)) return nothing;
      const depth = Math.min(9, Math.ceil(count / 12));
      const named = label(this.layout, pile);
      return html`<div class="pile" data-area=${pile} title="${named}: ${texts.table.cards(count)}">
        ${svg`<svg width="84" height="130" viewBox="-42 -65 84 130" aria-hidden="true">
          <rect x="-46" y="-63" width="92" height="126" rx="8" fill="rgb(0 0 0 / .22)" stroke="rgb(242 231 201 / .35)"/>
          ${Array.from({ length: depth }, (_, index) => svg`<rect x="${-40 - index}" y="${-57 - index * 1.5}" width="80" height="112" rx="6" fill="${index === depth - 1 ? "#7d1d2d" : "#efe9dc"}" stroke="rgb(0 0 0 / .35)"/>`)}
        </svg>`}
        <span class="named">${named}</span>
      </div>
      ${count ? html`<b class="count" data-area=${pile}>${count}</b>` : nothing}`;
    });
  }

  /** Slots in the table that the rulebooks ask for. */
  #boxes() {
    return ["drop box", "tip box"].map(
      (area) => html`<div class="box" data-area=${area}><i></i>${label(this.layout, area)}</div>`,
    );
  }

  /** @param {Geometry} geometry */
  #seats(geometry) {
    const seats = Array.from({ length: geometry.positions }, (_, index) => index + 1);
    return seats.map(
      (seat) =>
        html`<hw-seat data-area="${seat}/chips" .table=${this.table} .seat=${seat} ?large=${seat === geometry.hero} ?tall=${geometry.shape === "tall"}></hw-seat>`,
    );
  }

  #stacks() {
    const { table } = this;
    if (!table?.view) return nothing;
    const said = table.view.now.phase === "betting" ? table.view.now.people.flatMap(wageredBy) : [];
    const areas = new Set([...table.felt.chips.keys(), ...said]);
    return repeat(
      [...areas].filter((area) => this.#isShown(area)),
      (area) => area,
      (area) => {
        const cents = table.stake(area) - this.flights.coming(area);
        return cents > 0
          ? html`<div class="stacked" data-area=${area} title=${this.#titled(area, cents)}>${under(area) ? ticket(cents) : stack(cents)}${backer(area)}</div>`
          : nothing;
      },
    );
  }

  /** @param {string} area @param {number} cents */
  #titled(area, cents) {
    const upon = under(area);
    return upon ? texts.betting.coupon(label(this.layout, plain(upon).split("/", 1)[0] ?? ""), cents) : label(this.layout, plain(area));
  }

  /** @param {string} area */
  #isShown(area) {
    return !/(^|\/)(chips|coupons)$|^(inventory|cage|coupon box)$/.test(area) && this.place(area) !== null;
  }

  /** All cards with where they lie; between groups there is room. @returns {{ lying: Lying, area: string, index: number, count: number }[]} */
  #cards() {
    const felt = this.table?.felt;
    if (!felt) return [];
    return [...felt.cards].flatMap(([area, row]) => {
      const count = row.length + APART * (row.at(-1)?.group ?? 0);
      return this.place(area)
        ? this.#held(area, row).map((lying, index) => ({ lying, area, index: index + APART * lying.group, count }))
        : [];
    });
  }

  /** A hand as its player holds it. @param {string} area @param {Lying[]} row */
  #held(area, row) {
    const { geometry } = this;
    if (!geometry?.layout.sorts || area !== `${geometry.hero}/hand`) return row;
    return [...row].sort((a, b) => descending(a.card, b.card) || a.id - b.id);
  }

  /** @param {{ lying: Lying, area: string }} each */
  #card({ lying, area }) {
    const isPile = area === RACK || area === STUB || area === SHOE;
    const isFace =
      lying.card !== UNKNOWN &&
      !isPile &&
      (lying.up || owner(area) === this.table?.mine?.seat || this.table?.view?.seats.includes(owner(area) ?? 0));
    const isChoosable = area === this.choosable;
    const isChosen = this.chosen.has(lying.id);
    const faces = html`<span class="turn ${isFace ? "up" : ""}">
      ${lying.card === UNKNOWN ? nothing : html`<img class="face" src=${picture(lying.card, deck())} alt=${isFace && !isChoosable ? words(lying.card) : ""} draggable="false" />`}
      <img class="back" src=${picture(UNKNOWN, "")} alt="" draggable="false" />
    </span>`;
    const classes = classMap({ card: true, chosen: isChosen, acting: area === this.acting });
    if (!isChoosable) return html`<div class=${classes} data-card=${lying.id}>${faces}</div>`;
    const choose = () => this.dispatchEvent(new CustomEvent("choose", { detail: lying }));
    return html`<button class=${classes} data-card=${lying.id} aria-pressed=${isChosen} aria-label=${words(lying.card)} @click=${choose}>${faces}</button>`;
  }

  /** What can be touched is as large as a finger, though less of it is drawn. @param {HTMLElement} element @param {number} finger */
  #put(element, finger) {
    const area = element.dataset["area"] ?? "";
    const place = this.place(area);
    if (!place) return;
    const isOutline = element.classList.contains("outline");
    const x = place.x + (element.classList.contains("stacked") ? (place.aside ?? 0) : 0);
    element.style.transform = `translate(-50%, -50%) translate(${x}px, ${place.y}px)${isOutline || element.localName === "hw-seat" || element.classList.contains("box") ? "" : ` scale(${place.scale})`}`;
    if (isOutline) {
      const { w = 0, h = 0 } = place;
      const least = element.localName === "button" ? finger : 0;
      const [wide, high] = [Math.max(w, least), Math.max(h, least)];
      element.style.width = `${wide}px`;
      element.style.height = `${high}px`;
      element.style.setProperty("--around", `${(high - h) / 2}px ${(wide - w) / 2}px`);
    }
  }

  /** @param {HTMLElement | undefined} element @param {Lying} lying @param {string} area @param {number} index @param {number} count */
  #putCard(element, lying, area, index, count) {
    const place = this.place(area);
    if (!element || !place) return;
    const isPile = area === RACK || area === STUB;
    const at = isPile ? place : inRow(place, count, index);
    const from = lying.from ? this.place(lying.from) : null;
    const lift = this.chosen.has(lying.id) ? 22 * place.scale : 0;
    element.style.zIndex = String(Math.round(index) + 1);
    this.moving.turn(element.firstElementChild);
    this.moving.place(
      element,
      { x: at.x - CARD.w / 2, y: at.y - CARD.h / 2 - lift, scale: place.scale },
      from && { x: from.x - CARD.w / 2, y: from.y - CARD.h / 2, scale: from.scale },
    );
  }
}

/** The areas of somebody's wagers before the deal: at his spot, and at further ones; with those of coupons upon them. @param {import("../protocol.js").PersonView} person */
function wageredBy({ name, seat, seated, wagers, elsewhere, coupons }) {
  const at = (/** @type {number | string} */ spot, /** @type {string} */ wager) => `${spot}/${wager}${seated && Number(spot) === seat ? "" : `/${name}`}`;
  const made = (/** @type {Record<string, Record<string, number>>} */ spots) => Object.entries(spots).flatMap(([spot, wagered]) => Object.keys(wagered).map((wager) => at(spot, wager)));
  return [...made({ ...elsewhere, [seat]: wagers }), ...made(coupons).map(coupon)];
}

/** Whose wager it is, of several on a spot: `3/ante/Bea`. @param {string} area */
function backer(area) {
  const [, name] = /^\d+\/[^/]+\/(?!coupon)([^/]+)$/.exec(area) ?? [];
  return name ? html`<span class="whose">${name}</span>` : nothing;
}

customElements.define("hw-felt", HouseFelt);
