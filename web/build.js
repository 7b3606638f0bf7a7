// Builds what `retro serve` sends: one script, one style sheet, the licences of what the script contains.
// `npm ci && npm run build` writes them; the same sources always make the same files.

import { build } from "esbuild";
import { createHash } from "node:crypto";
import { readFile, readdir, writeFile } from "node:fs/promises";

const OUT = process.argv[2] ?? "../retro/serve/files";
const LIBRARIES = ["preact", "htm", "@preact/signals", "@preact/signals-core"];

await build({
    entryPoints: { page: "source/main.js" },
    outdir: OUT,
    bundle: true,
    minify: true,
    charset: "utf8",
    format: "esm",
    target: "es2021",
    legalComments: "none",
});
await build({ entryPoints: { page: "style/page.css" }, outdir: OUT, bundle: true, minify: true, charset: "utf8" });
for (const name of ["index.html", "icon.svg"]) await writeFile(`${OUT}/${name}`, await readFile(name));

const licences = await Promise.all(
    LIBRARIES.map(async (name) => {
        const { version } = JSON.parse(await readFile(`node_modules/${name}/package.json`, "utf8"));
        return `${name} ${version}\n\n${(await readFile(`node_modules/${name}/LICENSE`, "utf8")).trim()}\n`;
    }),
);
await writeFile(`${OUT}/licences.txt`, licences.join(`\n${"-".repeat(72)}\n\n`));

// What was built from what: whoever has no node can still see that one goes with the other.
const PLACES = ["source", "style", "words"];
const digest = async (path) => createHash("sha256").update(await readFile(path)).digest("hex");
const listed = await Promise.all(PLACES.map(async (place) => (await readdir(place)).map((name) => `${place}/${name}`)));
const sources = ["build.js", "icon.svg", "index.html", "package-lock.json", "package.json", ...listed.flat()].sort();
const files = (await readdir(OUT)).sort();
const sums = async (names, where) => Object.fromEntries(await Promise.all(names.map(async (name) => [name, await digest(where + name)])));
if (!process.argv[2]) {
    const built = { sources: await sums(sources, ""), files: await sums(files, `${OUT}/`) };
    await writeFile("built.json", `${JSON.stringify(built, null, 4)}\n`);
}
