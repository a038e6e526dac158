/** One act of the pit as a form: what it needs, a reason, and what came of it. */

import { LitElement, css, html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { Refusal, post } from "../core/api.js";
import { newId } from "../core/ids.js";
import { parsed } from "../core/money.js";
import { shared } from "../styles/shared.js";
import { pitTexts } from "../texts/pit.js";

/**
 * Something that a form asks for. `options`: values with their words; `unchosen`: none of them before somebody chooses, nor
 * when the one that was chosen has gone. `within`: the least and the most that a number may be.
 * @typedef {object} Field
 * @property {string} name
 * @property {string} label
 * @property {"amount" | "number" | "text" | "lines" | "choice" | "flag"} kind
 * @property {[string, string][]} [options]
 * @property {string} [value]
 * @property {boolean} [optional]
 * @property {boolean} [unchosen]
 * @property {[number, number]} [within]
 * @property {string} [hint]
 */
/** What was typed, by the fields' names. @typedef {Record<string, string>} Values */
/**
 * `to`: an address of its own, which takes the command's fields beside its id and answers in its own words (`told`).
 * @typedef {object} Act
 * @property {string} do
 * @property {Field[]} [fields]
 * @property {Values} [values]
 * @property {(values: Values) => object} command
 * @property {{ title: string, words: string }} [called] where it is not called as all acts that do this
 * @property {string} [submit]
 * @property {boolean} [isDanger]
 * @property {string} [to]
 * @property {(answer: any) => string} [told]
 */

const words = pitTexts;

export class HouseAct extends LitElement {
  static properties = { act: { attribute: false }, to: {}, open: { type: Boolean }, told: { attribute: false } };

  static styles = [
    shared,
    css`
      details {
        border: 1px solid var(--edge);
        border-radius: 9px;
        background: var(--panel);
      }
      summary {
        cursor: pointer;
        padding: 10px 12px;
        font-weight: 600;
      }
      summary small {
        display: block;
        font-weight: 400;
        color: var(--soft);
        font-size: 13px;
      }
      form {
        padding: 0 12px 12px;
        display: grid;
        gap: 10px;
      }
      .fields {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 170px), 1fr));
        gap: 10px;
        align-items: end;
      }
      label {
        display: grid;
        gap: 4px;
        font-size: 14px;
        min-width: 0;
      }
      input,
      select {
        width: 100%;
        min-width: 0;
      }
      label.line {
        display: flex;
        gap: 8px;
        align-items: center;
      }
      label.line input {
        width: 20px;
        height: 20px;
        min-height: 0;
      }
      textarea {
        font: 14px/1.4 ui-monospace, monospace;
        background: var(--panel);
        color: var(--ink);
        border: 1px solid var(--edge);
        border-radius: 8px;
        padding: 8px;
        min-height: 80px;
      }
      .row {
        display: flex;
        gap: 8px;
        flex-wrap: wrap;
        align-items: center;
      }
      button.danger {
        background: var(--bad);
        border-color: var(--bad);
        color: var(--panel);
      }
    `,
  ];

  constructor() {
    super();
    /** @type {Act | null} */
    this.act = null;
    /** Where the command is sent. */
    this.to = "";
    this.open = false;
    /** Who is told what was done: the form itself may be gone by then. What it answers is said instead. @type {((done: { do: string, said: string }) => string | void) | null} */
    this.told = null;
    this.isBusy = false;
    this.said = "";
    this.isBad = false;
    /** An order whose answer did not come is sent again with the same id. @type {{ text: string, id: string } | null} */
    this.sent = null;
  }

  render() {
    const { act } = this;
    if (!act) return nothing;
    const told = act.called ?? words.acts[act.do];
    return html`<details ?open=${this.open}>
      <summary>${told?.title ?? act.do}<small>${told?.words ?? ""}</small></summary>
      <form @submit=${this.#submit}>
        <slot></slot>
        ${act.fields?.length ? html`<div class="fields">${act.fields.map(field)}</div>` : nothing}
        <label>${words.reason}<input name="reason" required maxlength="200" autocomplete="off" /></label>
        <div class="row">
          <button class=${act.isDanger ? "danger" : "main"} ?disabled=${this.isBusy}>${act.submit ?? words.do}</button>
          <span role="status" class=${this.isBad ? "bad" : "good"}>${this.said}</span>
        </div>
      </form>
    </details>`;
  }

  /** @param {SubmitEvent} event */
  async #submit(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const typed = new FormData(form);
    /** @type {Values} */
    const values = { ...this.act?.values, ...Object.fromEntries([...typed].map(([name, value]) => [name, String(value).trim()])) };
    try {
      checkNumbers(this.act?.fields ?? [], values);
      const command = { ...this.act?.command(values), reason: values["reason"] };
      this.#say("", false, true);
      const answer = await this.#send(command);
      const said = this.act?.told?.(answer) ?? done(answer, this.act);
      this.#say(this.told?.({ do: this.act?.do ?? "", said }) || said, false);
      HTMLFormElement.prototype.reset.call(form); // a field of that name would hide it
      this.dispatchEvent(new CustomEvent("acted", { bubbles: true, composed: true }));
    } catch (wrong) {
      const clause = wrong instanceof Refusal && wrong.clause ? ` (${words.clause(wrong.clause)})` : "";
      this.#say(`${pointed(/** @type {Error} */ (wrong).message, this.act?.fields ?? [])}${clause}`, true);
    }
  }

  /** @param {object} fields @returns {Promise<import("../protocol.js").Answer>} */
  async #send(fields) {
    const { to } = this.act ?? {};
    const command = to ? fields : { do: this.act?.do, ...fields };
    const text = JSON.stringify(command);
    const id = this.sent?.text === text ? this.sent.id : newId();
    this.sent = { text, id };
    try {
      const answer = await post(to ?? this.to, to ? { id, ...command } : { id, command });
      this.sent = null;
      return answer;
    } catch (wrong) {
      if (!(wrong instanceof Refusal && wrong.code === "unreachable")) this.sent = null;
      throw wrong;
    }
  }

  /** @param {string} said @param {boolean} isBad */
  #say(said, isBad, isBusy = false) {
    this.said = said;
    this.isBad = isBad;
    this.isBusy = isBusy;
    this.requestUpdate();
  }
}

/** @param {Field} each */
export function field(each) {
  const { name, label, kind, value = "", optional = false, unchosen = false, options = [], hint = "" } = each;
  if (kind === "flag") return html`<label class="line"><input type="checkbox" name=${name} value="yes" />${label}</label>`;
  if (kind === "lines") return html`<label>${label}<textarea name=${name} placeholder=${hint}></textarea></label>`;
  if (kind === "choice") {
    return html`<label>${label}<select name=${name} ?required=${!optional}>
      ${unchosen ? html`<option value="">${words.choose}</option>` : nothing}
      ${repeat(options, ([of]) => of, ([of, said]) => html`<option value=${of} ?selected=${of === value}>${said}</option>`)}
    </select></label>`;
  }
  const mode = kind === "amount" ? "decimal" : kind === "number" ? "numeric" : "text";
  return html`<label>${label}<input name=${name} inputmode=${mode} value=${value} placeholder=${hint} ?required=${!optional} autocomplete="off" /></label>`;
}

/** What was done, in words. @param {import("../protocol.js").Answer} answer @param {Act | null} act */
function done({ event, answer }, act) {
  const title = act?.called?.title ?? words.acts[act?.do ?? ""]?.title ?? "";
  return words.done(event === "table.closed/1" && answer["at_once"] === false ? words.closesLater : (words.events[event] ?? title));
}

/** What is no whole number within its bounds is refused: it would be sent as nothing. @param {Field[]} fields @param {Values} values */
function checkNumbers(fields, values) {
  for (const { name, label, kind, optional, within } of fields) {
    const typed = values[name] ?? "";
    const [least, most] = within ?? [0, 999];
    if (kind !== "number" || (optional && !typed)) continue;
    if (!/^\d{1,9}$/.test(typed) || Number(typed) < least || Number(typed) > most) throw new Refusal(words.noNumber(label, typed, least, most));
  }
}

/** What the house wants at a place of the command, at the field that asks for it. @param {string} message @param {Field[]} fields */
function pointed(message, fields) {
  const found = /^(?:[^`]*definition: )?(.*) - at (?:`key` in )?`\$(.*)`$/.exec(message);
  const name = [...(found?.[2] ?? "").matchAll(/\.(\w+)/g)].at(-1)?.[1];
  const label = name === "reason" ? words.reason : fields.find((each) => each.name === name)?.label;
  return label ? words.wanted(label, found?.[1] ?? "") : message;
}

/** Cents of what was typed; what is no amount is refused. @param {Values} values @param {string} name */
export function cents(values, name) {
  const found = parsed(values[name] ?? "");
  if (found === null) throw new Refusal(words.noAmount(values[name] ?? ""));
  return found;
}

/** The lines of a field, without empty ones. @param {Values} values @param {string} name */
export function lines(values, name) {
  return (values[name] ?? "").split("\n").map((line) => line.trim()).filter(Boolean);
}

customElements.define("hw-act", HouseAct);
