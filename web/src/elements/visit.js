/** Time and net result of this visit, always in sight. */

import { LitElement, css, html, nothing } from "lit";
import { signed } from "../core/money.js";
import { Uses } from "../core/signal.js";
import { stay } from "../core/visit.js";
import { shared } from "../styles/shared.js";
import { texts } from "../texts.js";

const MINUTE = 60_000;

export class HouseVisit extends LitElement {
  static styles = [
    shared,
    css`
      :host {
        display: flex;
        gap: 12px;
        font-size: 13px;
        color: var(--soft);
        white-space: nowrap;
      }
    `,
  ];

  constructor() {
    super();
    new Uses(this, stay);
    this.timer = 0;
  }

  connectedCallback() {
    super.connectedCallback();
    this.timer = window.setInterval(() => this.requestUpdate(), MINUTE / 4);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  render() {
    const { since, net, rounds } = stay.value;
    const minutes = Math.floor((Date.now() - since) / MINUTE);
    const time = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
    const tone = net > 0 ? "good" : net < 0 ? "bad" : "";
    return html`<span>${texts.visit.time} <span class="number">${time}</span></span>
      ${rounds ? html`<span>${texts.visit.net} <span class="number ${tone}">${signed(net)}</span></span>` : nothing}`;
  }
}

customElements.define("hw-visit", HouseVisit);
