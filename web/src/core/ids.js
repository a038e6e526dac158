/** Ids of commands. `crypto.randomUUID` is there on safe addresses alone; a house in a local network has none. */

export function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (each) => each.toString(16).padStart(2, "0")).join("");
}
