/** A dialog: elements that are one extend this, and say what is inside. */

import { LitElement, css, html } from "lit";
import { shared } from "../styles/shared.js";
import { texts } from "../texts.js";

export class HouseDialog extends LitElement {
  static styles = [
    shared,
    css`
      dialog {
        border: 1px solid var(--edge);
        border-radius: 14px;
        background: var(--panel);
        color: var(--ink);
        width: min(440px, calc(100vw - 24px));
        padding: 20px;
      }
      dialog::backdrop {
        background: rgb(0 0 0 / 0.5);
      }
      h2 {
        font: 700 20px/1.2 var(--serif);
        margin-bottom: 12px;
      }
      .close {
        position: absolute;
        right: 10px;
        top: 10px;
      }
      label {
        display: grid;
        gap: 4px;
        margin: 10px 0;
      }
      label.line {
        display: flex;
        align-items: center;
        gap: 8px;
      }
      label.line input {
        flex: none;
        min-height: 20px;
        width: 20px;
        height: 20px;
      }
      .row {
        display: flex;
        gap: 8px;
        flex-wrap: wrap;
        margin-top: 14px;
      }
    `,
  ];

  get heading() {
    return "";
  }

  open() {
    this.requestUpdate();
    void this.updateComplete.then(() => this.renderRoot.querySelector("dialog")?.showModal());
  }

  close() {
    this.renderRoot.querySelector("dialog")?.close();
  }

  /** @returns {unknown} */
  inside() {
    return "";
  }

  render() {
    return html`<dialog aria-label=${this.heading}>
      <button class="plain close" @click=${this.close} aria-label=${texts.settings.close}>✕</button>
      <h2>${this.heading}</h2>
      ${this.inside()}
    </dialog>`;
  }
}
