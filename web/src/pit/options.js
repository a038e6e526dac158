/** The options of a game as fields, each with what it may be; what is chosen is told as KEY=VALUE where it is not usual. */

import { pitTexts } from "../texts/pit.js";

/** @typedef {import("../protocol.js").Option} Option */
/** @typedef {import("./act.js").Field} Field */
/** @typedef {import("./act.js").Values} Values */

const FREE = ["an amount", "a number", "a percentage", "a name"];

/** @param {Option[]} options @param {Record<string, string>} now the table's own @returns {Field[]} */
export function optionFields(options, now) {
  return options.map((option) => {
    const named = option.name.replaceAll("_", " ");
    const values = option.values.split(", ");
    const value = now[option.name] ?? option.default;
    const usual = /^\d{9,}$/.test(option.default) ? pitTexts.options.noLimit : option.default.replaceAll("_", " ");
    const label = `${named} (${pitTexts.options.usual} ${usual})`;
    if (values.some((each) => FREE.includes(each))) return { name: option.name, label, kind: "text", value, hint: option.values };
    return { name: option.name, label, kind: "choice", value, options: values.map((each) => [each, each.replaceAll("_", " ")]) };
  });
}

/** Those that differ from what is usual. @param {Option[]} options @param {Values} values */
export function chosenRules(options, values) {
  return options.flatMap(({ name, default: usual }) => (values[name] && values[name] !== usual ? [`${name}=${values[name]}`] : []));
}
