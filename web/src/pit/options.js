/** The options of a game as fields, each with what it may be; what is chosen is told as KEY=VALUE where it is not usual. */

import { chosen } from "../rules/lines.js";
import { pitTexts } from "../texts/pit.js";
import { rulesTexts } from "../texts/rules.js";

/** @typedef {import("../protocol.js").Option} Option */
/** @typedef {import("./act.js").Field} Field */
/** @typedef {import("./act.js").Values} Values */

const words = pitTexts.options;
const FREE = ["an amount", "a number", "a percentage", "a name"];

/**
 * @param {import("../protocol.js").GameView} game
 * @param {Record<string, string>} now the table's own
 * @returns {Field[]}
 */
export function optionFields({ options, pay_tables }, now) {
  return options.map(({ name, values: told, default: usual }) => {
    const values = told.split(", ");
    const unit = told.startsWith("an amount") ? words.inDollars : told.startsWith("a percentage") ? words.inPercent : "";
    const isFree = values.some((each) => FREE.includes(each));
    const named = isFree ? pay_tables.filter(({ wager }) => wager === name || `${wager}_table` === name) : [];
    const names = named.length ? words.names(named.map((table) => table.name)) : "";
    const label = `${[name.replaceAll("_", " "), unit, names].filter(Boolean).join(", ")} (${words.usual} ${chosen(usual, told)})`;
    const value = now[name] ?? usual;
    if (!isFree) return { name, label, kind: "choice", value, options: values.map((each) => [each, each.replaceAll("_", " ")]) };
    const isUnlimited = chosen(value) === rulesTexts.noLimit; // an empty field is what is usual
    return { name, label, kind: "text", value: isUnlimited ? "" : value, optional: true, hint: isUnlimited ? rulesTexts.noLimit : chosen(usual, told) };
  });
}

/** Those that differ from what is usual. @param {Option[]} options @param {Values} values */
export function chosenRules(options, values) {
  return options.flatMap(({ name, default: usual }) => (values[name] && values[name] !== usual ? [`${name}=${values[name]}`] : []));
}
