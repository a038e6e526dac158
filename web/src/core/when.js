/** Times as they are told: with the month's name, so that nobody takes the day for it. */

const ENGLISH = "en-GB";

/** `16 Nov 2026, 12:56`. @param {number} at */
export function moment(at) {
  return new Date(at).toLocaleString(ENGLISH, { dateStyle: "medium", timeStyle: "short" });
}

/** To the second, where what happened is put in order. @param {number} at */
export function second(at) {
  return new Date(at).toLocaleString(ENGLISH, { dateStyle: "medium", timeStyle: "medium" });
}

/** @param {number} at */
export function day(at) {
  return new Date(at).toLocaleDateString(ENGLISH, { dateStyle: "medium" });
}

/** The time of the day. @param {number} at */
export function time(at) {
  return new Date(at).toLocaleTimeString(ENGLISH);
}
