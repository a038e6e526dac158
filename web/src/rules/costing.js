/** What elements share that tell what wagers cost at a table: they are drawn anew when it is counted, and when other rules are in force. */

import { oddsOf, rulesKey } from "../core/odds.js";
import { AtTable } from "../elements/at_table.js";

export class Costing extends AtTable {
  constructor() {
    super();
    this.key = "";
    this.end = () => {};
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.end();
    this.key = "";
  }

  /** The odds under the rules that a table's sign shows; null while they are counted. @param {import("../core/table.js").WatchedTable} table @param {import("../protocol.js").Sign} sign */
  odds(table, sign) {
    const key = rulesKey(sign);
    const odds = oddsOf(table.name, key);
    if (key !== this.key) {
      this.end();
      this.key = key;
      this.end = odds.on(() => this.requestUpdate());
    }
    return odds.value;
  }
}
