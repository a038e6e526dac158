/** The house's own: meters are hung, reset amounts changed, tables set up. */

import { LitElement, css, html } from "lit";
import { Refusal, get } from "../core/api.js";
import { shared } from "../styles/shared.js";
import { pitTexts } from "../texts/pit.js";
import { cents, lines } from "./act.js";

/** @typedef {import("./act.js").Act} Act */
/** @typedef {import("./act.js").Values} Values */

const { fields } = pitTexts;
const TO = "/api/house/commands";
const SECOND = 1000;
const DAY = 86_400; // no table waits longer

export class HousePitHouse extends LitElement {
  static properties = { board: { attribute: false }, may: { attribute: false } };

  static styles = [
    shared,
    css`
      :host {
        display: grid;
        gap: 10px;
        max-width: 640px;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {import("../protocol.js").PitBoard | null} */
    this.board = null;
    /** @type {string[]} */
    this.may = [];
    /** @type {import("../protocol.js").GameLine[]} */
    this.games = [];
  }

  connectedCallback() {
    super.connectedCallback();
    void get("/api/games").then((games) => {
      this.games = games;
      this.requestUpdate();
    });
  }

  render() {
    return this.#acts()
      .filter((act) => this.may.includes(act.do))
      .map((act) => html`<hw-act .act=${act} .to=${TO}></hw-act>`);
  }

  /** @returns {Act[]} */
  #acts() {
    const meters = /** @type {[string, string][]} */ ((this.board?.meters ?? []).map(({ name }) => [name, name]));
    return [
      {
        do: "hang meter",
        fields: [
          { name: "name", label: fields.name, kind: "text", hint: "lunar-2" },
          { name: "amount", label: fields.shows, kind: "amount" },
          { name: "reset", label: fields.reset, kind: "amount" },
        ],
        command: (values) => ({ name: values["name"], amount: cents(values, "amount"), reset: cents(values, "reset") }),
      },
      {
        do: "change reset",
        fields: [
          { name: "name", label: fields.meter, kind: "choice", options: meters, unchosen: true },
          { name: "reset", label: fields.reset, kind: "amount" },
        ],
        command: (values) => ({ name: values["name"], reset: cents(values, "reset") }),
      },
      {
        do: "set up table",
        fields: [
          { name: "name", label: fields.name, kind: "text", hint: "lunar-2" },
          { name: "game", label: fields.game, kind: "choice", options: this.games.map(({ name, title }) => [name, title]) },
          { name: "rules", label: fields.rules, kind: "lines", hint: "ante_min=5" },
          { name: "meters", label: fields.meters, kind: "lines", hint: "progressive=lunar" },
          { name: "betting", label: fields.betting, kind: "number", value: "20", within: [1, DAY] },
          { name: "decision", label: fields.decision, kind: "number", value: "30", within: [1, DAY] },
          { name: "validation", label: fields.validation, kind: "number", value: "60", optional: true, within: [0, DAY] },
          { name: "prize", label: fields.prize, kind: "number", optional: true, within: [0, DAY] },
          { name: "pause", label: fields.pause, kind: "number", value: "0", within: [0, DAY] },
          { name: "result", label: fields.result, kind: "number", value: "5", within: [0, DAY] },
          { name: "bots_alone", label: fields.botsAlone, kind: "flag" },
        ],
        command: (values) => ({ definition: definition(values) }),
      },
    ];
  }
}

/** @param {Values} values */
function definition(values) {
  const time = (/** @type {string} */ name) => (values[name] ? Number(values[name]) * SECOND : null);
  const prize = time("prize"); // not given: as long as any other payout
  return {
    name: values["name"],
    game: values["game"],
    rules: lines(values, "rules"),
    clocks: {
      betting: time("betting") ?? 0,
      decision: time("decision") ?? 0,
      validation: time("validation"),
      pause: time("pause") ?? 0,
      result: time("result") ?? 0,
      ...(prize === null ? {} : { prize }),
    },
    meters: Object.fromEntries(lines(values, "meters").map(pair)),
    bots_alone: values["bots_alone"] === "yes",
  };
}

/** @param {string} line */
function pair(line) {
  const [meter = "", hung = ""] = line.split("=", 2).map((part) => part.trim());
  if (!meter || !hung) throw new Refusal(pitTexts.noPair(fields.meters, line));
  return [meter, hung];
}

customElements.define("hw-pit-house", HousePitHouse);
