import assert from "node:assert/strict";
import { join } from "node:path";
import { manPage } from "../../src/cli/man.ts";
import { folderSizes } from "./house.ts";

/** The form of the documents: short pages in plain words, with figures that are about right. */

const ROOT = new URL("../..", import.meta.url).pathname;

/** Most lines of a page. */
const LIMITS: Readonly<Record<string, number>> = {
  "README.md": 110,
  "README.zh-CN.md": 110,
  "CHANGELOG.md": 80,
  "docs/architecture.md": 130,
  "docs/benchmarks.md": 60,
};
const DECISION_LIMIT = 40;
/** Words of the project's earlier language, for which plain English has better ones. */
const IDIOM = /\b(?:told|tells|said|says|stands|worth|meant|whoever|nobody|somebody|begun|handed)\b/gi;
/** Names and quoted prompts. */
const QUOTED = /^```[\s\S]*?^```|`[^`\n]*`|"[^"\n]*"/gm;
/** Pages that still have another form. */
const PENDING = [
  "docs/adding-a-language.md",
  "docs/clients.md",
  "docs/safety.md",
  "docs/decisions/graph.md",
];
/** The map's lines may differ from the sources by this share before they are written anew. */
const TOLERANCE = 0.25;

const PAGES = [...Object.keys(LIMITS), ...pagesBelow("docs")].filter((path) => !PENDING.includes(path));

Deno.test("docs: pages are no longer than their limits", () => {
  const tooLong = PAGES.flatMap((path) => {
    const limit = LIMITS[path] ?? (path.startsWith("docs/decisions/") ? DECISION_LIMIT : Infinity);
    const { length } = read(path).trimEnd().split("\n");
    return length > limit ? [`${path}: ${length} lines, at most ${limit}`] : [];
  });
  assert.deepEqual(tooLong, []);
});

Deno.test("docs: decisions have a context, a decision and a consequence", () => {
  const parts = ["**Context", "**Decision", "**Consequence"];
  const tables = ["log", "dependencies", "own-code", "languages"].map((name) => `docs/decisions/${name}.md`);
  const wrong = PAGES.filter((path) => path.startsWith("docs/decisions/") && !tables.includes(path))
    .filter((path) => parts.some((part) => !read(path).includes(part)));
  assert.deepEqual(wrong, []);
});

Deno.test("docs: plain words", () => {
  assert.deepEqual(idiomIn("What is said `told` here"), ["said"]);
  const found = PAGES.flatMap((path) => idiomIn(read(path)).map((word) => `${path}: ${word}`));
  assert.deepEqual(found, []);
  // The texts of --help, which the pages quote.
  assert.deepEqual(manPage().match(IDIOM) ?? [], []);
});

Deno.test("docs: the map of the code names every folder, with about its size", () => {
  const page = read("docs/architecture.md");
  if (Deno.env.get("AUTO_TOOLS_WRITE_DOCS")) return write("docs/architecture.md", withSizes(page));
  const sizes = folderSizes();
  const rows = [...page.matchAll(ROW)].map(([, name = "", , , lines = ""]) => [name, Number(lines)] as const);
  assert.deepEqual(rows.map(([name]) => name).sort(), [...sizes.keys()].sort());
  const wrong = rows.filter(([name, lines]) => {
    const now = sizes.get(name)!.lines;
    return Math.abs(lines - now) > TOLERANCE * now;
  });
  assert.deepEqual(wrong, [], "run this test with AUTO_TOOLS_WRITE_DOCS=1, then deno fmt");
});

/** A row of the map: folder, files, lines. */
const ROW = /^\| `src\/([\w.]+)\/?`( +)\| +(\d+) +\| +(\d+) +\|/gm;

function withSizes(page: string): string {
  const sizes = folderSizes();
  return page.replace(ROW, (_, name: string, space: string) => {
    const { files, lines } = sizes.get(name) ?? { files: 0, lines: 0 };
    return `| \`src/${name}${name.endsWith(".ts") ? "" : "/"}\`${space}| ${files} | ${lines} |`;
  });
}

function idiomIn(text: string): string[] {
  return text.replace(QUOTED, "").match(IDIOM) ?? [];
}

function pagesBelow(folder: string): string[] {
  return [...Deno.readDirSync(join(ROOT, folder))].flatMap(({ name, isDirectory }) =>
    isDirectory ? pagesBelow(`${folder}/${name}`) : name.endsWith(".md") ? [`${folder}/${name}`] : []
  ).sort();
}

function read(path: string): string {
  return Deno.readTextFileSync(join(ROOT, path));
}

function write(path: string, text: string): void {
  Deno.writeTextFileSync(join(ROOT, path), text);
}
