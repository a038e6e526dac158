/** What can be done at a table of the pit, by name, with what each act asks for. */

import { pitTexts } from "../texts/pit.js";
import { cents } from "./act.js";
import { chosenRules, optionFields } from "./options.js";

/** @typedef {import("./act.js").Act} Act */
/** @typedef {import("../protocol.js").TableView} TableView */
/** @typedef {import("../protocol.js").GameView} GameView */

const { fields } = pitTexts;
const FILL = "500000";

/**
 * The acts that make sense now and that the role may do. What the house refuses all the same, it says why.
 * @param {TableView} view
 * @param {GameView} game
 * @param {string[]} may
 * @returns {Act[]}
 */
export function tableActs(view, game, may) {
  const isClosed = view.now.phase === "closed";
  const plain = (/** @type {string} */ name, isDanger = false) => ({ do: name, command: () => ({}), isDanger });
  const amount = (/** @type {string} */ name) => ({
    do: name,
    fields: [{ name: "amount", label: fields.amount, kind: /** @type {const} */ ("amount") }],
    command: (/** @type {import("./act.js").Values} */ values) => ({ amount: cents(values, "amount") }),
  });
  /** @type {[boolean, Act][]} */
  const acts = [
    [isClosed, { do: "open table", fields: [{ name: "inventory", label: fields.inventory, kind: "amount", value: FILL }], command: (values) => ({ inventory: cents(values, "inventory") }) }],
    [!isClosed, plain("close table", true)],
    [true, { do: "choose rules", fields: optionFields(game, chosen(view)), command: (values) => ({ rules: chosenRules(game.options, values) }) }],
    [!isClosed, amount("fill")],
    [!isClosed, amount("credit")],
    [!!view.pit?.drop, plain("count drop")],
    [!!view.pit?.commission, plain("collect commission")],
    [view.now.people.length > 0, leaving(view)],
    [!!view.pit?.kept_away.length, comingBack(view)],
    [view.now.phase === "betting", plain("recut")],
    [!isClosed && view.now.phase !== "playing", plain("change cards")],
    [view.now.phase === "playing", plain("void round", true)],
  ];
  return acts.flatMap(([makesSense, act]) => (makesSense && may.includes(act.do) ? [act] : []));
}

/** The rules that were chosen last, whether or not they are in force yet. @param {TableView} view */
function chosen(view) {
  if (!view.sign.next_rules) return view.sign.rules;
  return Object.fromEntries(view.sign.next_rules.map((rule) => rule.split("=")));
}

/** @param {TableView} view @returns {Act} */
function leaving(view) {
  const names = view.now.people.map(({ name, seat }) => /** @type {[string, string]} */ ([name, `${name} (${fields.seat} ${seat})`]));
  return {
    do: "make leave",
    fields: [{ name: "player", label: fields.player, kind: "choice", options: names, unchosen: true }],
    command: (values) => ({ player: values["player"] }),
    isDanger: true,
  };
}

/** @param {TableView} view @returns {Act} */
function comingBack(view) {
  const names = (view.pit?.kept_away ?? []).map((name) => /** @type {[string, string]} */ ([name, name]));
  return {
    do: "allow back",
    fields: [{ name: "player", label: fields.player, kind: "choice", options: names, unchosen: true }],
    command: (values) => ({ player: values["player"] }),
  };
}
