/** The layouts by their games. A sixth game needs a line here. */

import blackjack from "./blackjack.js";
import lucky8s from "./lucky8s.js";
import lunar from "./lunar.js";
import packs from "./packs.js";
import ultimate8 from "./ultimate8.js";

/** @type {Record<string, import("./geometry.js").GameLayout>} */
export const LAYOUTS = { blackjack, lucky8s, lunar, packs, ultimate8 };
