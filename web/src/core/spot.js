/** Several who wager on one spot: who was first there, and whom he lets (50.7(a)). The house decides; this says whom it will ask. */

/** @typedef {import("../protocol.js").PersonView} PersonView */

/** Who wagered first at a spot: of those whose wagers lie there, the one who has let all the others. @param {import("./table.js").WatchedTable} table @param {number} seat */
export function firstAt({ view }, seat) {
  const lying = view?.now.people.filter((each) => each.seat === seat && hasWagered(each)) ?? [];
  return lying.find((each) => lying.every((other) => other === each || each.consents.includes(other.name))) ?? null;
}

/** At his own spot. @param {PersonView} person */
export function hasWagered({ wagers }) {
  return Object.keys(wagers).length > 0;
}

/** At whatever spot. @param {PersonView} person */
export function isIn(person) {
  return hasWagered(person) || Object.keys(person.elsewhere).length > 0;
}
