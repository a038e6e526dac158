/** What elements at a table share: they are drawn anew when the table is, and see its moves. */

import { LitElement } from "lit";

export class AtTable extends LitElement {
  /** @type {import("lit").PropertyDeclarations} */
  static properties = { table: { attribute: false } };

  constructor() {
    super();
    /** @type {import("../core/table.js").WatchedTable | null} */
    this.table = null;
    /** @type {(() => void)[]} */
    this.ends = [];
  }

  /** A move is shown: an element that looks at moves says what it makes of it. @param {import("../protocol.js").Move} _move */
  see(_move) {}

  /** The house refused something, or (null) has carried something out since. @param {import("../core/api.js").Refusal | null} _wrong */
  refused(_wrong) {}

  connectedCallback() {
    super.connectedCallback();
    this.#begin();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#end();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("table") && this.isConnected) this.#begin();
  }

  #begin() {
    this.#end();
    const { table } = this;
    if (!table) return;
    this.ends = [
      table.drawn.on(() => this.requestUpdate()),
      table.moved.on((move) => move && this.see(move)),
      table.refused.on((wrong) => this.refused(wrong)),
    ];
  }

  #end() {
    for (const end of this.ends) end();
    this.ends = [];
  }
}
