/** The web client begins here. */

import "./elements/app.js";
import { furnish, settings } from "./core/settings.js";

furnish();
settings.on(furnish);
