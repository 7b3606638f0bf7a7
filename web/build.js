// Builds the files that `retro serve` sends: a script, a style sheet, and the licences of the libraries in the script.
// `npm ci && npm run build` writes them; the same sources always give the same files.
//
// The script keeps names and one statement per line, in sections by source file, so that git can merge two branches that
// changed different places. After a merge, `npm run build` brings files and sums up to date.

import { build } from "esbuild";
import { createHash } from "node:crypto";
import { readFile, readdir, writeFile } from "node:fs/promises";

const OUT = process.argv[2] ?? "../retro/serve/files";
const LIBRARIES = ["preact", "htm", "@preact/signals", "@preact/signals-core"];
const COMMON = { outdir: OUT, bundle: true, minifySyntax: true, charset: "utf8", preserveSymlinks: true };

await build({
    ...COMMON,
    entryPoints: { page: "source/main.js" },
    format: "esm",
    target: "es2021",
    legalComments: "none",
});
await build({ ...COMMON, entryPoints: { page: "style/page.css" } });
for (const name of ["index.html", "icon.svg"]) await writeFile(`${OUT}/${name}`, await readFile(name));

const licences = await Promise.all(
    LIBRARIES.map(async (name) => {
        const { version } = JSON.parse(await readFile(`node_modules/${name}/package.json`, "utf8"));
        return `${name} ${version}\n\n${(await readFile(`node_modules/${name}/LICENSE`, "utf8")).trim()}\n`;
    }),
);
await writeFile(`${OUT}/licences.txt`, licences.join(`\n${"-".repeat(72)}\n\n`));

// The sums of the sources and of the sections of the built files: they show without node that both belong together.
const FOLDERS = ["source", "style", "words"];
const SECTION = /^(?=(?:\/\/|\/\*) (?:source|style|words|node_modules)\/)/m;
const digest = (data) => createHash("sha256").update(data).digest("hex");
const listed = await Promise.all(FOLDERS.map(async (name) => (await readdir(name)).map((file) => `${name}/${file}`)));
const sources = ["build.js", "icon.svg", "index.html", "package-lock.json", "package.json", ...listed.flat()].sort();
const files = (await readdir(OUT)).sort();
if (!process.argv[2]) {
    const built = { sources: {}, files: {} };
    for (const name of sources) built.sources[name] = digest(await readFile(name));
    for (const name of files) {
        for (const section of (await readFile(`${OUT}/${name}`, "utf8")).split(SECTION)) {
            const [, title = ""] = section.match(/^(?:\/\/|\/\*) (\S+)/) ?? [];
            built.files[title ? `${name} ${title}` : name] = digest(section);
        }
    }
    await writeFile("built.json", `${JSON.stringify(built, null, 4)}\n`);
}
