import { build, stop } from "esbuild";
import languages from "../languages.json" with { type: "json" };
import { COMMON } from "./bundle.ts";
import { ENTRY_POINTS, PACKED_WORKER, THREADS } from "./compile_flags.ts";

/** The licences of everything that the program carries, for its archives and packages. */

/** A package that the program carries. */
interface Carried {
  readonly name: string;
  readonly version: string;
  /** As its package.json names it, an SPDX expression. */
  readonly license: string;
  /** What its files of licence and notice say; empty where it has none. */
  readonly text: string;
}

/** The packages of which the bundle or the grammars hold a part, by name. Run in the project's folder. */
async function carriedPackages(): Promise<Carried[]> {
  const { metafile } = await build({
    ...COMMON,
    entryPoints: [...ENTRY_POINTS, ...THREADS, PACKED_WORKER],
    splitting: true,
    format: "esm",
    outdir: "dist",
    minify: false,
    write: false,
    metafile: true,
  });
  await stop();
  const inputs = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.entries(inputs));
  const folders = inputs.flatMap(([path, { bytesInOutput }]) => {
    const folder = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
    return folder !== undefined && bytesInOutput > 0 ? [folder] : [];
  });
  const grammars = ["web-tree-sitter", ...languages.flatMap(({ grammar }) => grammar?.package ?? [])]
    .map((name) => `node_modules/${name}`);
  const found = [...folders, ...grammars].map((folder) => carried(Deno.realPathSync(folder)));
  const known = new Map(found.map((one) => [`${one.name} ${one.version}`, one]));
  return [...known.values()].sort((a, b) => a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
}

function carried(folder: string): Carried {
  const { name, version, license } = JSON.parse(Deno.readTextFileSync(`${folder}/package.json`));
  const files = [...Deno.readDirSync(folder)].filter(({ name, isFile }) =>
    isFile && /^(?:licen[cs]e|copying|notice)(?:[.-]|$)/i.test(name)
  );
  const texts = files.map((file) => Deno.readTextFileSync(`${folder}/${file.name}`).trim()).sort();
  return { name, version, license: String(license), text: texts.join("\n\n") };
}

const RUNTIME =
  `Deno ${Deno.version.deno} (https://github.com/denoland/deno), MIT, copyright 2018-2025 the Deno authors,
with V8 ${Deno.version.v8} (BSD-3-Clause), SQLite (public domain) and the Rust crates that its repository lists.`;

const MIT =
  `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/** The notices as one text. */
export async function noticesText(): Promise<string> {
  const packages = await carriedPackages();
  const parts = packages.map(({ name, version, license, text }) =>
    `${name} ${version}, ${license}\n\n${
      text || "(The package holds no text of its licence; the terms of MIT stand above.)"
    }`
  );
  const head = "auto-tools is MIT-licensed (see LICENSE). Its program carries the software below.";
  return [head, `${RUNTIME}\n\n${MIT}`, ...parts].join(`\n\n${"-".repeat(80)}\n\n`) + "\n";
}

if (import.meta.main) console.log(await noticesText());
