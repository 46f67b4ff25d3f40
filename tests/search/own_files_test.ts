import assert from "node:assert/strict";
import { buildMemoryIndex } from "../../src/index/memory_index.ts";
import { askIndex } from "../../src/search/ask_index.ts";
import { filesOf } from "../support/files.ts";
import { testParser } from "../syntax/support.ts";

const parser = await testParser();
const PARTS = ["hull", "mast", "rudder"];

/** The paths of the ranked definitions, each once. */
async function pathsFor(query: string, texts: ReadonlyMap<string, string>): Promise<string[]> {
  const index = buildMemoryIndex([...texts].map(([path, text]) => ({ path, text })), parser);
  const found = await askIndex(index, { query }, { limit: 10, files: filesOf((path) => texts.get(path)) });
  return [...new Set(found?.functions.map(({ file }) => index.files.paths[file]!))];
}

function step(name: string): string {
  return `function ${name}(ship) {\n  if (ship.load) {\n    weigh(ship);\n  }\n  return ship.anchor;\n}\n`;
}

function part(name: string): string {
  return Array.from({ length: 16 }, (_, at) => step(`${name}Step${at}`)).join("\n");
}

const COPIED = new Map([
  ["bundle/fleet_all.js", PARTS.map(part).join("\n")],
  ...PARTS.map((name) => [`src/${name}.js`, part(name)] as const),
]);

Deno.test("own files: what is made of others is left out, unless the question names it", async () => {
  const found = await pathsFor("where does a mast step weigh the ship's load?", COPIED);
  assert.equal(found[0], "src/mast.js");
  assert.ok(!found.includes("bundle/fleet_all.js"));
  const shared = new Map(
    [...COPIED].map(([path, text]) => [path.replace("fleet_all", "mast"), text] as const),
  );
  assert.ok(!(await pathsFor("where does a mast step weigh the load?", shared)).includes("bundle/mast.js"));
  const named = await pathsFor("where does fleet_all weigh the load in a mast step?", COPIED);
  assert.ok(named.includes("bundle/fleet_all.js"));
});

/** A repository with some files of its own, and one of others that says more of the question. */
function withBundled(folder: string, own: number): Map<string, string> {
  const texts = new Map<string, string>([[
    `${folder}/anchorlib/anchor.js`,
    "/** Weighs the anchor of a ship. */\n" + step("weighAnchor"),
  ]]);
  for (let at = 0; at < own; at++) texts.set(`src/part${at}.js`, step(`weighShip${at}`));
  return texts;
}

const QUESTION = "where is the anchor of a ship weighed?";

Deno.test("own files: what others wrote is left out where the repository's own files say enough", async () => {
  for (const folder of ["vendored", "lib/vendored", "deps"]) {
    const found = await pathsFor(QUESTION, withBundled(folder, 12));
    assert.ok(found.length > 0 && found.every((path) => path.startsWith("src/part")), folder);
  }
  for (const folder of ["external", "src/deps", "lib"]) {
    const found = await pathsFor(QUESTION, withBundled(folder, 12));
    assert.equal(found[0], `${folder}/anchorlib/anchor.js`, folder);
  }
});

Deno.test("own files: what others wrote comes behind where little else is found", async () => {
  const found = await pathsFor(QUESTION, withBundled("deps", 3));
  assert.ok(found.includes("deps/anchorlib/anchor.js"));
});

Deno.test("own files: what others wrote stays where the question names it, or most of the code is there", async () => {
  const named = await pathsFor(
    "where does anchorlib weigh the anchor of a ship?",
    withBundled("deps", 12),
  );
  assert.equal(named[0], "deps/anchorlib/anchor.js");
  const most = new Map(
    [...withBundled("deps", 12)].map(([path, text]) =>
      [path.replace(/^src\//, "deps/fleet/"), text] as const
    ),
  );
  assert.equal((await pathsFor(QUESTION, most))[0], "deps/anchorlib/anchor.js");
});

Deno.test("own files: a bundled copy goes by the name of the folder that holds it", async () => {
  const texts = new Map(
    [...withBundled("deps", 12)].map(([path, text]) =>
      [path.replace("deps/anchorlib", "include/anchorlib/bundled"), text] as const
    ),
  );
  assert.ok((await pathsFor(QUESTION, texts)).every((path) => path.startsWith("src/part")));
  const named = await pathsFor("where does anchorlib weigh the anchor of a ship?", texts);
  assert.equal(named[0], "include/anchorlib/bundled/anchor.js");
});
