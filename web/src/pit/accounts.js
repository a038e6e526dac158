/** Accounts by their names: opened for staff, roles and coupons given, passwords reset, accounts locked and unlocked. */

import { LitElement, css, html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { get } from "../core/api.js";
import { me } from "../core/session.js";
import { day } from "../core/when.js";
import { folding } from "../styles/folding.js";
import { shared } from "../styles/shared.js";
import { tables } from "../styles/tables.js";
import { pitTexts } from "../texts/pit.js";
import { cents } from "./act.js";

/** @typedef {import("../protocol.js").Account} Account */

const words = pitTexts.accounts;
const TO = "/api/house/commands";
const PAGE = 50;
const ROLES = ["player", "floorperson", "supervisor", "auditor", "administrator"];

/** @typedef {import("./act.js").Act} Act */
/** @typedef {import("./act.js").Values} Values */

/** Told once, and kept nowhere. @param {import("../protocol.js").HandedOver} answer */
const told = ({ name, password }) => (password ? words.oneTime(name, password) : words.toldBefore(name));

/** What was told once: it stays, over other pages too, until who was told it puts it away. @type {{ to: string, said: string[] }} */
const handedOver = { to: "", said: [] };

/** @type {Act} */
const STAFF = {
  do: "open staff account",
  to: "/api/staff",
  fields: [
    { name: "name", label: words.name, kind: "text" },
    { name: "role", label: words.role, kind: "choice", options: ROLES.slice(1).map((role) => [role, role]) },
  ],
  command: (values) => ({ name: values["name"]?.toLowerCase(), role: values["role"] }),
  told,
};

export class HousePitAccounts extends LitElement {
  static properties = { may: { attribute: false } };

  static styles = [
    shared,
    tables,
    folding,
    css`
      .panel {
        margin-top: 10px;
      }
      small {
        color: var(--soft);
      }
      @media (max-width: 700px) {
        tbody th {
          overflow-wrap: anywhere;
        }
      }
      .once {
        position: sticky;
        top: 0;
        z-index: 1;
        border-color: var(--warn);
        margin-bottom: 10px;
      }
      .once p {
        overflow-wrap: anywhere;
      }
      label {
        display: grid;
        gap: 4px;
        max-width: 320px;
      }
      .acts {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 260px), 1fr));
        gap: 8px;
        padding: 8px 0;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {string[]} */
    this.may = [];
    /** @type {Account[]} */
    this.accounts = [];
    this.isMore = false;
    /** The name from which on they are listed. */
    this.begin = "";
    this.chosen = "";
    this.failed = "";
    this.keep = (/** @type {{ said: string }} */ { said }) => {
      this.#handedOver.push(said);
      this.requestUpdate();
      return words.above;
    };
  }

  connectedCallback() {
    super.connectedCallback();
    void this.#fetch();
    this.addEventListener("acted", () => void this.#fetch(this.accounts.at(-1)?.name));
  }

  /** Nobody else who logs in here is told. */
  get #handedOver() {
    const to = me.value?.name ?? "";
    if (handedOver.to !== to) Object.assign(handedOver, { to, said: [] });
    return handedOver.said;
  }

  render() {
    const search = (/** @type {Event} */ event) => {
      this.begin = /** @type {HTMLInputElement} */ (event.target).value.trim().toLowerCase();
      void this.#fetch();
    };
    return html`
      ${this.#handedOver.length ? html`<div class="panel once" role="status">${this.#handedOver.map((said) => html`<p>${said}</p>`)}<button @click=${this.#dismiss}>${words.dismiss}</button></div>` : nothing}
      ${this.may.includes(STAFF.do) ? html`<div class="acts"><hw-act .act=${STAFF} .told=${this.keep}></hw-act></div>` : nothing}
      <label>${words.search}<input type="search" @change=${search} autocomplete="off" /></label>
      ${this.failed ? html`<p class="bad" role="alert">${this.failed}</p>` : nothing}
      <div class="panel">
        <table>
          <thead><tr><th scope="col">${words.name}</th><th scope="col" class="apart">${words.kind}</th><th scope="col" class="apart">${words.role}</th><th scope="col" class="apart">${words.since}</th><th scope="col" class="apart">${words.locked}</th><td></td></tr></thead>
          <tbody>${repeat(this.accounts, ({ name }) => name, (account) => this.#line(account))}</tbody>
        </table>
        ${this.accounts.length ? nothing : html`<p>${words.none}</p>`}
        ${this.isMore ? html`<button @click=${() => this.#more()}>${words.more}</button>` : nothing}
      </div>
    `;
  }

  /** @param {Account} account */
  #line(account) {
    const isOpen = this.chosen === account.name;
    const acts = this.#acts(account);
    const isLocked = account.locked;
    const choose = () => this.#choose(isOpen ? "" : account.name);
    return html`<tr>
        <th scope="row">${account.name}<small>${[account.kind, account.role, day(account.made), ...(isLocked ? [words.locked] : [])].join(", ")}</small></th>
        <td class="apart">${account.kind}</td>
        <td class="apart">${account.role}</td>
        <td class="number apart">${day(account.made)}</td>
        <td class="apart">${isLocked ? pitTexts.yes : ""}</td>
        <td class="right">${acts.length ? html`<button aria-expanded=${isOpen} aria-label="${words.act}: ${account.name}" @click=${choose}>${words.act}</button>` : nothing}</td>
      </tr>
      ${isOpen ? html`<tr><td colspan="6"><div class="acts">${repeat(acts, (act) => act.do, (act) => html`<hw-act open .act=${act} .to=${TO} .told=${act.told ? this.keep : null}></hw-act>`)}</div></td></tr>` : nothing}`;
  }

  /** @param {Account} account @returns {Act[]} */
  #acts(account) {
    const { name } = account;
    /** @type {Act[]} */
    const ofPersons = [
      {
        do: "give role",
        fields: [{ name: "role", label: pitTexts.fields.role, kind: "choice", options: ROLES.filter((role) => role !== account.role).map((role) => [role, role]), unchosen: true }],
        command: (values) => ({ name, role: values["role"] }),
      },
      { do: "reset password", to: `/api/accounts/${encodeURIComponent(name)}/password`, command: () => ({}), told },
    ];
    /** @type {Act} */
    const lock = !account.locked ? { do: "lock account", command: () => ({ name }), isDanger: true } : { do: "unlock account", command: () => ({ name }) };
    /** @type {Act[]} */
    const ofPlayers = [
      {
        do: "give coupon",
        fields: [{ name: "amount", label: pitTexts.fields.amount, kind: "amount" }],
        command: (values) => ({ name, amount: cents(values, "amount") }),
      },
    ];
    const acts = [...(account.kind === "person" ? ofPersons : []), ...(account.role === "player" ? ofPlayers : []), lock];
    return acts.filter((act) => this.may.includes(act.do));
  }

  /** @param {string} name */
  #choose(name) {
    this.chosen = name;
    this.requestUpdate();
  }

  #dismiss() {
    handedOver.said = [];
    this.requestUpdate();
  }

  /** From where the list begins: a page, or as far as it was read before. @param {string} [last] */
  async #fetch(last = "") {
    const { begin } = this;
    await this.#list(async () => {
      let found = await page({ begin });
      let isMore = found.length === PAGE;
      while (isMore && last && !found.some(({ name }) => name === last)) {
        const next = await page({ after: found.at(-1)?.name });
        isMore = next.length === PAGE;
        found = [...found, ...next];
      }
      return begin === this.begin ? { found, isMore } : null;
    });
  }

  async #more() {
    const { accounts } = this;
    await this.#list(async () => {
      const next = await page({ after: accounts.at(-1)?.name });
      return accounts === this.accounts ? { found: [...accounts, ...next], isMore: next.length === PAGE } : null;
    });
  }

  /** What is listed now; nothing where something else was asked meanwhile. @param {() => Promise<{ found: Account[], isMore: boolean } | null>} read */
  async #list(read) {
    try {
      const listed = await read();
      if (listed) [this.accounts, this.isMore] = [listed.found, listed.isMore];
      this.failed = "";
    } catch (wrong) {
      this.failed = /** @type {Error} */ (wrong).message;
    }
    this.requestUpdate();
  }
}

/** @param {{ begin?: string | undefined, after?: string | undefined }} from @returns {Promise<Account[]>} */
function page(from) {
  const asked = Object.entries(from).filter(([, name]) => name);
  return get(`/api/accounts?${new URLSearchParams([["limit", String(PAGE)], .../** @type {[string, string][]} */ (asked)])}`);
}

customElements.define("hw-pit-accounts", HousePitAccounts);
