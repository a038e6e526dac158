/** A value that tells who uses it when it changes. */

/** @template Value */
export class Signal {
  /** @param {Value} value */
  constructor(value) {
    this.value = value;
    /** @type {Set<(value: Value) => void>} */
    this.users = new Set();
  }

  /** @param {Value} value */
  set(value) {
    this.value = value;
    for (const use of [...this.users]) use(value);
  }

  /**
   * Be told of every change. What is returned ends that.
   * @param {(value: Value) => void} use
   */
  on(use) {
    this.users.add(use);
    return () => void this.users.delete(use);
  }
}

/** Lets an element be drawn anew whenever one of these signals changes, while it is on the page. */
export class Uses {
  /**
   * @param {import("lit").ReactiveControllerHost} host
   * @param {...Signal<any>} signals
   */
  constructor(host, ...signals) {
    this.host = host;
    this.signals = signals;
    /** @type {(() => void)[]} */
    this.ends = [];
    host.addController(this);
  }

  hostConnected() {
    this.ends = this.signals.map((signal) => signal.on(() => this.host.requestUpdate()));
  }

  hostDisconnected() {
    for (const end of this.ends) end();
    this.ends = [];
  }
}
