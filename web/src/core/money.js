/** Money is whole cents; these are its words. */

/** `1250` is `$12.50`, `1000` is `$10`. @param {number} cents */
export function dollars(cents) {
  const whole = Math.trunc(Math.abs(cents) / 100);
  const rest = Math.abs(cents) % 100;
  const sign = cents < 0 ? "−" : "";
  return `${sign}$${whole.toLocaleString("en-US")}${rest ? `.${String(rest).padStart(2, "0")}` : ""}`;
}

/** A meter's amount always has its cents. @param {number} cents */
export function metered(cents) {
  return `$${Math.trunc(cents / 100).toLocaleString("en-US")}.${String(cents % 100).padStart(2, "0")}`;
}

/** A win or a loss with its sign. @param {number} cents */
export function signed(cents) {
  return cents > 0 ? `+${dollars(cents)}` : dollars(cents);
}

/** Short enough to stand under a stack of chips: `12`, `1.5k`. @param {number} cents */
export function brief(cents) {
  if (cents >= 10_000_00) return `${Math.floor(cents / 100_00) / 10}k`;
  return cents % 100 ? (cents / 100).toFixed(2) : String(cents / 100);
}

/** What somebody typed, as cents; null where it is no amount: a comma stands before three digits only. @param {string} text */
export function parsed(text) {
  const [typed] = /^(\d{1,9}|\d{1,3}(,\d{3}){1,2})(\.\d{1,2})?$/.exec(text.replace(/[$\s]/g, "")) ?? [];
  return typed ? Math.round(Number(typed.replaceAll(",", "")) * 100) : null;
}

/** Chips by their worth in cents, the largest first. */
export const CHIPS = /** @type {const} */ ([500_000, 100_000, 50_000, 10_000, 2_500, 500, 100]);

/**
 * The chips of an amount, the largest first; cents that no chip is worth are a coin of their own.
 * @param {number} cents
 */
export function asChips(cents) {
  /** @type {number[]} */
  const chips = [];
  let left = cents;
  for (const worth of CHIPS) {
    for (; left >= worth; left -= worth) chips.push(worth);
  }
  return left ? [...chips, left] : chips;
}
