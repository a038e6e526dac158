/** Who plays: a guest from the first visit on, or somebody with an account. */

import { Refusal, get, post, remove } from "./api.js";
import { connection } from "./connection.js";
import { newId } from "./ids.js";
import { Signal } from "./signal.js";
import { texts } from "../texts.js";

/** @typedef {import("../protocol.js").Me} Me */

/** @type {Signal<Me | null>} */
export const me = new Signal(/** @type {Me | null} */ (null));

/** With this id the same guest comes in, even if an answer is lost. */
const guestId = newId();

/** Come in: as who one is already, or else as a guest. */
export async function enter() {
  try {
    me.set(await get("/api/me"));
  } catch (wrong) {
    if (!(wrong instanceof Refusal) || wrong.code !== "unauthorised") throw wrong;
    await post("/api/guests", { id: guestId });
    me.set(await get("/api/me"));
  }
  connection.begin();
}

/** `chosen`: what the password shall be, where the one given is for one time. @param {string} name @param {string} password @param {string} [chosen] */
export async function logIn(name, password, chosen) {
  await beAway();
  return changed(() => post("/api/session", chosen ? { name, password, new: chosen } : { name, password }));
}

/** All that is open elsewhere ends. @param {string} old @param {string} chosen */
export function changePassword(old, chosen) {
  return changed(() => post("/api/me/password", { old, new: chosen }));
}

/** By its id each name is signed up once, however often the answer was lost. @type {Map<string, string>} */
const signUps = new Map();

/** @param {string} name @param {string} password */
export async function signUp(name, password) {
  await beAway();
  const id = signUps.get(name) ?? newId();
  signUps.set(name, id);
  return changed(() => post("/api/accounts", { name, password, id }));
}

/** Who logs out goes on as a guest. */
export function logOut() {
  return changed(() => remove("/api/session"));
}

/** More play money, for who has little left. */
export async function takeMoney() {
  await post("/api/me/money", { id: newId() });
  const now = await get("/api/me");
  me.set(now);
  connection.wallet.set(now.wallet);
  connection.coupons.set(now.coupons);
}

/** A guest does not come back: who is at a table leaves it before he is somebody else. */
async function beAway() {
  if (me.value?.kind !== "guest") return;
  const { name } = me.value;
  /** @type {import("../protocol.js").TableLine[]} */
  const lines = await get("/api/tables");
  const isBehind = async (/** @type {string} */ table) => connection.tables.has(table) && (await get(`/api/tables/${table}`)).you !== null;
  for (const { table, title, people } of lines) {
    if (people.some((person) => person.name === name) || (await isBehind(table))) throw new Refusal(texts.account.leaveFirst(title));
  }
}

/** @param {() => Promise<unknown>} change */
async function changed(change) {
  await change();
  connection.end();
  location.hash = "#/";
  await enter();
}

/** A line that does not come back: is the house away, or has the session ended? */
connection.line.on(async (line) => {
  if ((line !== "lost" && line !== "closing") || connection.tries < 2) return;
  await get("/api/me").catch((/** @type {Refusal} */ wrong) => {
    if (wrong.code !== "unauthorised") return;
    connection.end();
    connection.line.set("ended");
  });
});

connection.welcome.on((welcome) => {
  if (welcome && me.value) me.set({ ...me.value, name: welcome.name, role: welcome.role, wallet: welcome.wallet, coupons: welcome.coupons });
});
