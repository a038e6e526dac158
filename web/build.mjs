/**
 * Bundles the web client into src/houseway/web/static: one script, one style sheet, card faces, the page.
 *
 * Scripts and styles have a mark of their content in their names, so that browsers may keep them for ever.
 */

import { build, context } from "esbuild";
import { createHash } from "node:crypto";
import { cp, mkdir, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "smol-toml";
import { faces } from "./faces.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));
const STATIC = join(HERE, "..", "src", "houseway", "web", "static");
const GAMES = join(HERE, "..", "src", "houseway", "games");
const watching = process.argv.includes("--watch");
const OUT = watching ? STATIC : `${STATIC}.${process.pid}`; // a server that starts meanwhile finds the old bundle or the new one

const options = {
  entryPoints: [join(HERE, "src", "main.js"), join(HERE, "src", "styles", "page.css")],
  outdir: OUT,
  bundle: true,
  splitting: true, // pages that few look at are loaded when they are
  format: /** @type {const} */ ("esm"),
  target: ["es2022"],
  minify: !watching,
  sourcemap: watching,
  metafile: true,
  entryNames: "[name]-[hash]",
  chunkNames: "part-[hash]",
  legalComments: /** @type {const} */ ("none"),
  plugins: [
    { name: "page", setup: (made) => made.onEnd(page) },
    { name: "layouts", setup: layouts },
  ],
};

await rm(OUT, { recursive: true, force: true });
await mkdir(OUT, { recursive: true });
await cp(join(HERE, "files"), OUT, { recursive: true });
const deck = await drawn();
options.define = { CARDS: JSON.stringify(`/static/${deck}`) };
if (watching) {
  await (await context(options)).watch();
} else {
  await build(options);
  await rm(STATIC, { recursive: true, force: true });
  await rename(OUT, STATIC);
}

/** The card faces, in a folder whose name tells their content. Returns its name. */
async function drawn() {
  const made = await faces();
  const mark = createHash("sha256")
    .update([...made.values()].join())
    .digest("hex")
    .slice(0, 12);
  for (const [path, text] of made) {
    const file = join(OUT, "cards", path.replace(".svg", `.${mark}.svg`));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  return `cards/*.${mark}.svg`;
}

/**
 * The page that loads what was bundled, and the licences of what is in the bundle.
 * @param {import("esbuild").BuildResult} made
 */
async function page(made) {
  if (!made.metafile) return;
  const named = (/** @type {string} */ entry) =>
    basename(
      Object.entries(made.metafile?.outputs ?? {}).find(([, out]) => out.entryPoint?.endsWith(entry))?.[0] ?? "",
    );
  const html = await readFile(join(HERE, "src", "page.html"), "utf8");
  const filled = html.replace("{script}", named("main.js")).replace("{style}", named("page.css"));
  await writeFile(join(OUT, "index.html"), filled);
  await writeFile(join(OUT, "licences.txt"), await licences());
}

/**
 * `houseway:layouts` is what lies on the felt of each game, from the layout.toml that the terminal's table reads, too.
 * @param {import("esbuild").PluginBuild} made
 */
function layouts(made) {
  made.onResolve({ filter: /^houseway:layouts$/ }, ({ path }) => ({ path, namespace: "layouts" }));
  made.onLoad({ filter: /.*/, namespace: "layouts" }, async () => {
    const folders = (await readdir(GAMES, { withFileTypes: true })).filter((each) => each.isDirectory());
    /** @type {Record<string, object>} */
    const found = {};
    for (const { name } of folders) {
      const text = await readFile(join(GAMES, name, "layout.toml"), "utf8").catch(() => null);
      if (text === null) continue;
      const { area, inscription } = parse(text);
      found[name] = { areas: area, inscriptions: inscription };
    }
    return { contents: JSON.stringify(found), loader: "json" };
  });
}

async function licences() {
  const texts = [];
  for (const folder of ["lit", "lit-html", "lit-element", "@lit/reactive-element", "react-free-playing-cards"]) {
    const there = join(HERE, "node_modules", folder);
    const name = (await readdir(there)).find((file) => /^licen[cs]e/i.test(file));
    texts.push(`${folder}\n\n${name ? await readFile(join(there, name), "utf8") : ""}`);
  }
  return texts.join(`\n${"-".repeat(72)}\n\n`);
}
