import assert from "node:assert/strict";
import { fromSources, isAmalgamation } from "../../src/graph/amalgamations.ts";
import { findSymbols } from "../../src/graph/symbols.ts";
import { buildMemoryIndex } from "../support/memory_index.ts";
import { messageFindings } from "../../src/answers/messages/message_findings.ts";
import { filesOf } from "../support/files.ts";
import { testParser } from "../syntax/support.ts";

const parser = await testParser();
const PARTS = ["hull", "mast", "rudder"];

/** A function of seven lines. */
function made(name: string): string {
  return `function ${name}(ship) {
  if (ship.${name}) {
    throw new Error("no ${name} for a ship in the dock");
  }
  const left = ship.load - ship.crew;
  return left;
}
`;
}

function part(name: string, count = 16, of = made): string {
  return Array.from({ length: count }, (_, at) => of(`${name}Step${at}`)).join("\n");
}

const TEXTS = new Map([
  ["bundle/all.js", PARTS.map((name) => part(name)).join("\n")],
  ...PARTS.map((name) => [`src/${name}.js`, part(name)] as const),
]);

function indexOf(texts: ReadonlyMap<string, string>): ReturnType<typeof buildMemoryIndex> {
  return buildMemoryIndex([...texts].map(([path, text]) => ({ path, text })), parser);
}

function amalgamations(texts: ReadonlyMap<string, string>): string[] {
  const index = indexOf(texts);
  return index.files.paths.filter((_, file) => isAmalgamation(index, file));
}

Deno.test("amalgamations: a file that is made of several others, and none of those", () => {
  assert.deepEqual(amalgamations(TEXTS), ["bundle/all.js"]);
});

Deno.test("amalgamations: what shares no, few or other functions with others, or those of one file, stands for itself", () => {
  const small = PARTS.map((name) => part(name, 4)).join("\n");
  assert.deepEqual(amalgamations(new Map([...TEXTS, ["bundle/all.js", small]])), [], "a small one");
  const own = part("sail", 40) + part("hull", 4);
  assert.deepEqual(amalgamations(new Map([...TEXTS, ["bundle/all.js", own]])), [], "mostly its own");
  const longer = [...TEXTS].map(([path, text]) =>
    [path, path.startsWith("src/") ? text.replaceAll("const left", "\n  const left") : text] as const
  );
  assert.deepEqual(amalgamations(new Map(longer)), [], "functions of another length");
  const two = PARTS.slice(0, 2).map((name) => part(name, 24));
  const ofTwo = new Map([["all.js", two.join("\n")], ["a.js", two[0]!], ["b.js", two[1]!]]);
  assert.deepEqual(amalgamations(ofTwo), [], "two files are few");
});

Deno.test("amalgamations: three of five functions must stand elsewhere, wherever in the file its own are", () => {
  // Every second of 48 functions is compared.
  const withOwn = (own: number): Map<string, string> => {
    const copied = PARTS.map((name, at) =>
      part(name, 16).split("\nfunction ").slice(0, at < 2 ? 10 : 28 - own)
    );
    const copies = copied.flatMap((some) => some.map((text, at) => at === 0 ? text : `function ${text}`));
    return new Map([...TEXTS, ["bundle/all.js", [part("sail", own), ...copies].join("\n")]]);
  };
  assert.deepEqual(amalgamations(withOwn(18)), ["bundle/all.js"], "15 of 24");
  assert.deepEqual(amalgamations(withOwn(20)), [], "14 of 24");
});

Deno.test("amalgamations: classes that do the same each in its own way are no copies", () => {
  const method = (name: string): string => made(name).replace("function ", "").replace(/^/gm, "  ");
  const classOf = (name: string, steps: readonly string[]): string =>
    `class ${name} {\n${steps.map(method).join("\n")}}\n`;
  const steps = PARTS.map((name) => Array.from({ length: 16 }, (_, at) => `${name}Step${at}`));
  const texts = new Map([
    ["src/fleet.js", classOf("Fleet", steps.flat())],
    ...PARTS.map((name, at) => [`src/${name}.js`, classOf(`Of${name}`, steps[at]!)] as const),
  ]);
  assert.deepEqual(amalgamations(texts), []);
});

Deno.test("amalgamations: of several places those in sources, or all where there are no others", () => {
  const index = indexOf(TEXTS);
  const places = index.files.paths.map((path, file) => ({ path, file }));
  assert.deepEqual(
    fromSources(places, index).map(({ path }) => path),
    PARTS.map((name) => `src/${name}.js`),
  );
  const only = places.filter(({ path }) => path === "bundle/all.js");
  assert.deepEqual(fromSources([...only, ...only], index), [...only, ...only]);
});

Deno.test("amalgamations: a name, and a message, mean the definition in the source", () => {
  const index = indexOf(TEXTS);
  const pathOf = (file: number): string => index.files.paths[file]!;
  const { symbols, others } = findSymbols(index, "mastStep3");
  assert.deepEqual(symbols.map(({ file }) => pathOf(file)), ["src/mast.js"]);
  assert.deepEqual(others, []);
  assert.deepEqual(
    findSymbols(index, "bundle/all.js:mastStep3").symbols.map(({ file }) => pathOf(file)),
    ["bundle/all.js"],
    "unless its file is named",
  );
  const files = filesOf((path) => TEXTS.get(path));
  const message = "no mastStep3 for a ship in the dock";
  const items = messageFindings([message], index, files);
  assert.deepEqual(items.map(({ path, symbol }) => [path, symbol]), [["src/mast.js", "mastStep3"]]);
});
