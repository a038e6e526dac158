/** What the coach and the edges at a table say. */

export const coachTexts = {
  title: "Coach",
  on: "Tell me what each choice is worth",
  off: "The coach is off. Turn it on to see the expectation of every choice, the best first.",
  waiting: "The coach speaks when you have to decide.",
  counting: "Your choices are being counted…",
  never: "There is no coach here: you play against other people.",
  people: (/** @type {string} */ names) => `The coach is silent while other people are at the table (${names}). Bots do not matter.`,
  lead: (/** @type {string} */ stake) => `On average, for your first wager of ${stake}. Counted from the cards that you see; others' cards are not looked at.`,
  best: "best",
  choice: "Choice",
  worth: "Worth",
  units: "In wagers",
  more: (/** @type {number} */ count) => `${count} more choices`,
  edges: "House edge",
  edgesLead: "The share of each dollar that the house keeps on average, with the best play that is known.",
  edgesAmong: "Players play for each other's chips; this is what the house's commission takes.",
  counted: "The odds of this table are being counted…",
};
