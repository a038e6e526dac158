/** Who one is: log in, sign up, log out, more play money. */

import { html, nothing } from "lit";
import { connection } from "../core/connection.js";
import { dollars } from "../core/money.js";
import { changePassword, logIn, logOut, me, signUp, takeMoney } from "../core/session.js";
import { Uses } from "../core/signal.js";
import { texts } from "../texts.js";
import { HouseDialog } from "./dialog.js";

export class HouseAccount extends HouseDialog {
  constructor() {
    super();
    new Uses(this, me, connection.wallet, connection.coupons);
    this.said = "";
    this.isBad = false;
    this.isOneTime = false; // the password that was given is to be changed
  }

  get heading() {
    return texts.account.title;
  }

  inside() {
    const isGuest = me.value?.kind === "guest";
    return html`
      <p>${isGuest ? texts.account.guest : texts.account.as(me.value?.name ?? "")}</p>
      <p class="soft">${texts.account.wallet}: <strong class="number">${dollars(connection.wallet.value)}</strong> · ${texts.playMoneyLong}</p>
      ${connection.coupons.value ? html`<p class="soft">${texts.account.coupons}: <strong class="number">${dollars(connection.coupons.value)}</strong> · ${texts.account.couponsLong}</p>` : nothing}
      <div class="row">
        <button @click=${() => this.#try(takeMoney, texts.account.moreDone)}>${texts.account.more}</button>
        ${isGuest ? nothing : html`<button @click=${() => this.#try(logOut)}>${texts.account.logOut}</button>`}
      </div>
      ${isGuest ? this.#form() : this.#another()}
      <p role="status" class="row ${this.isBad ? "bad" : "good"}">${this.said}</p>
    `;
  }

  #form() {
    return html`<form @submit=${this.#submit}>
      <label>${texts.account.name}<input name="name" autocomplete="username" required maxlength="24" /></label>
      <label>${texts.account.password}<input name="password" type="password" autocomplete="current-password" required /></label>
      ${this.isOneTime ? html`<label>${texts.account.chosen}<input name="chosen" type="password" autocomplete="new-password" required /></label>` : nothing}
      <div class="row">
        <button class="main" value="in">${texts.account.logIn}</button>
        <button value="up">${texts.account.signUp}</button>
      </div>
    </form>`;
  }

  /** Another password. */
  #another() {
    return html`<details>
      <summary>${texts.account.change}</summary>
      <form @submit=${this.#change}>
        <label>${texts.account.password}<input name="password" type="password" autocomplete="current-password" required /></label>
        <label>${texts.account.chosen}<input name="chosen" type="password" autocomplete="new-password" required /></label>
        <div class="row"><button class="main">${texts.account.change}</button></div>
      </form>
    </details>`;
  }

  /** @param {SubmitEvent} event */
  #submit(event) {
    const { name = "", password = "", chosen } = typed(event);
    const isNew = /** @type {HTMLButtonElement | null} */ (event.submitter)?.value === "up";
    void this.#try(() => (isNew ? signUp(name, password) : logIn(name, password, chosen)), "", true);
  }

  /** @param {SubmitEvent} event */
  #change(event) {
    const { password = "", chosen = "" } = typed(event);
    void this.#try(() => changePassword(password, chosen), texts.account.changed);
  }

  /** @param {() => Promise<unknown>} deed */
  async #try(deed, said = "", closes = false) {
    this.said = "";
    try {
      await deed();
      this.isBad = this.isOneTime = false;
      this.said = said;
      if (closes) this.close();
    } catch (wrong) {
      this.isBad = true;
      const { code = "", message } = /** @type {import("../core/api.js").Refusal} */ (wrong);
      if (code === "new password") this.isOneTime = true;
      this.said = code === "bad request" ? texts.account.wanted : message;
    }
    this.requestUpdate();
  }
}

/** What was typed into a form. @param {SubmitEvent} event @returns {Record<string, string>} */
function typed(event) {
  event.preventDefault();
  const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
  return Object.fromEntries([...data].map(([name, value]) => [name, String(value)]));
}

customElements.define("hw-account", HouseAccount);
