/** Who one is: log in, sign up, log out, more play money. */

import { html, nothing } from "lit";
import { connection } from "../core/connection.js";
import { dollars } from "../core/money.js";
import { logIn, logOut, me, signUp, takeMoney } from "../core/session.js";
import { Uses } from "../core/signal.js";
import { texts } from "../texts.js";
import { HouseDialog } from "./dialog.js";

export class HouseAccount extends HouseDialog {
  constructor() {
    super();
    new Uses(this, me, connection.wallet);
    this.said = "";
    this.isBad = false;
  }

  get heading() {
    return texts.account.title;
  }

  inside() {
    const isGuest = me.value?.kind === "guest";
    return html`
      <p>${isGuest ? texts.account.guest : texts.account.as(me.value?.name ?? "")}</p>
      <p class="soft">${texts.account.wallet}: <strong class="number">${dollars(connection.wallet.value)}</strong> · ${texts.playMoneyLong}</p>
      <div class="row">
        <button @click=${() => this.#try(takeMoney, texts.account.moreDone)}>${texts.account.more}</button>
        ${isGuest ? nothing : html`<button @click=${() => this.#try(logOut)}>${texts.account.logOut}</button>`}
      </div>
      ${isGuest ? this.#form() : nothing}
      <p role="status" class=${this.isBad ? "bad" : "good"}>${this.said}</p>
    `;
  }

  #form() {
    return html`<form @submit=${this.#submit}>
      <label>${texts.account.name}<input name="name" autocomplete="username" required maxlength="24" /></label>
      <label>${texts.account.password}<input name="password" type="password" autocomplete="current-password" required /></label>
      <div class="row">
        <button class="main" value="in">${texts.account.logIn}</button>
        <button value="up">${texts.account.signUp}</button>
      </div>
    </form>`;
  }

  /** @param {SubmitEvent} event */
  #submit(event) {
    event.preventDefault();
    const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const [name, password] = [String(data.get("name")), String(data.get("password"))];
    const isNew = /** @type {HTMLButtonElement | null} */ (event.submitter)?.value === "up";
    void this.#try(() => (isNew ? signUp(name, password) : logIn(name, password)), "", true);
  }

  /** @param {() => Promise<unknown>} deed */
  async #try(deed, said = "", closes = false) {
    this.said = "";
    try {
      await deed();
      this.isBad = false;
      this.said = said;
      if (closes) this.close();
    } catch (wrong) {
      this.isBad = true;
      this.said = /** @type {Error} */ (wrong).message;
    }
    this.requestUpdate();
  }
}

customElements.define("hw-account", HouseAccount);
