import assert from "node:assert/strict";
import { buildMemoryIndex } from "../../src/index/memory_index.ts";
import type { FoundKin } from "../../src/search/kin_choice.ts";
import { kinFor, ranksOf } from "../../src/search/kin_choice.ts";
import { queryViews } from "../../src/search/query/fields.ts";
import { search } from "../../src/search/rank/search.ts";
import { parseFixture } from "../support/fixture.ts";
import { testParser } from "../syntax/support.ts";

async function kinOf(
  fixture: string,
  prompt: string,
  kinds: readonly string[] = [],
): Promise<FoundKin | undefined> {
  const texts = parseFixture(fixture);
  const listed = [...texts].map(([path, text]) => ({ path, text })).sort((a, b) => a.path < b.path ? -1 : 1);
  return kinFor(search(queryViews(prompt), buildMemoryIndex(listed, await testParser())), kinds);
}

const labelOf = async (...asked: Parameters<typeof kinOf>): Promise<string | undefined> =>
  (await kinOf(...asked))?.kin.label;

/** Classes of one base, each with a method of some lines. */
function classes(base: string, names: readonly string[], text: string): string {
  const own = `class ${base}:\n    def run(self, given):\n        raise NotImplementedError\n\n\n`;
  const derived = names.map((name) =>
    `class ${name}(${base}):\n    def run(self, given):\n        """${text}"""\n        return given.${name.toLowerCase()}\n\n\n`
  );
  return own + derived.join("");
}

const TWO = `
//- /app/loading.py
${classes("AssetLoader", ["Disk", "Net", "Cache"], "Loads an asset")}
//- /app/writing.py
${classes("AssetWriter", ["Paper", "Stone", "Glass"], "Writes an asset")}
`;

Deno.test("kin choice: a word that the question calls the kind by counts more than one that it says besides", async () => {
  const lists = [["loading", "Disk", "Net", "Cache"], ["writing", "Paper", "Stone", "Glass"]].map((
    [module, ...names],
  ) =>
    `//- /app/${module}_list.py\nfrom app.${module} import ${
      names.join(", ")
    }\n\n\ndef all_${module}():\n    return [${names.map((name) => `${name}()`).join(", ")}]\n`
  );
  // What few of many files say tells more.
  const others = Array.from(
    { length: 200 },
    (_, at) => `//- /lib/part${at}.py\ndef part${at}():\n    pass\n`,
  );
  const listed = `${TWO}${lists.join("")}${others.join("")}`;
  const asked = "a writer that is like a loader";
  assert.equal(await labelOf(listed, asked, ["writer"]), "AssetWriter");
  assert.equal(await labelOf(listed, asked, ["loader"]), "AssetLoader");
});

Deno.test("kin choice: what nothing lists is meant only where the question calls it so", async () => {
  assert.equal(await labelOf(TWO, "load from tape as the loader does"), "AssetLoader");
  assert.equal(await labelOf(TWO, "load from tape as the loader does", ["tape drive"]), undefined);
  assert.equal(await labelOf(TWO, "load an asset from tape"), undefined);
});

const TAGS = `
//- /app/tags.py
${classes("Piece", ["Loop", "Branch", "Block"], "Reads the tag and its end")}
//- /app/setup.py
from app.tags import Block, Branch, Loop


def everything():
    return [
        Block(),
        Branch(),
        Loop(),
    ]
`;

Deno.test("kin choice: a class ranks where its methods do, which may alone speak of the question", async () => {
  const found = await kinOf(TAGS, "a new tag with an end");
  assert.deepEqual([found?.kin.label, found?.registries[0]?.definition?.name], ["Piece", "everything"]);
});

Deno.test("kin choice: what lists nearly all of a kind is worth more than what names a few", async () => {
  const names = ["A1", "B1", "C1", "D1", "E1", "F1", "G1", "H1", "I1", "J1", "K1", "L1"];
  const some = `
//- /app/nodes.py
${classes("PageNode", names, "Reads the tag and its end")}
//- /app/profile.py
from app.nodes import A1, B1, C1


def some():
    return [A1(), B1(), C1()]
`;
  assert.equal(await labelOf(`${TAGS}${some}`, "a new tag of a page with an end"), "Piece");
});

Deno.test("kin choice: one thing that stands in several files is no kind", async () => {
  const file = (name: string): string =>
    `//- /app/${name}.py\nfrom app.base import Runner\n\n\nclass Cluster(Runner):\n    def run(self):\n        return "${name}"\n`;
  const base = "//- /app/base.py\nclass Runner:\n    def run(self):\n        raise NotImplementedError\n";
  assert.equal(
    await labelOf(`${base}${["a", "b", "c"].map(file).join("")}`, "another runner", ["runner"]),
    undefined,
  );
});

Deno.test("kin choice: of bases of one name the one in the language of what is derived from it", async () => {
  const other = [1, 2, 3, 4].map((one) =>
    `//- /web/loader${one}.ts\nexport class AssetLoader {}\n${
      one < 3 ? `export class Web${one} extends AssetLoader {}\n` : ""
    }`
  );
  const found = await kinOf(`${TWO}${other.join("")}`, "load from tape as the asset loader does", ["loader"]);
  assert.deepEqual(
    [found?.kin.label, found?.kin.members.map(({ definition }) => definition.name)],
    ["AssetLoader", ["Disk", "Net", "Cache"]],
  );
});

Deno.test("kin choice: classes of another language and functions that share a member's name hide no list", async () => {
  for (
    const [ending, text] of [
      ["ts", "export class Loop {}\nexport class Block {}\n"],
      ["py", "def Loop():\n    pass\n\n\ndef Block():\n    pass\n"],
    ]
  ) {
    const other = [1, 2, 3, 4].map((one) => `//- /other/part${one}.${ending}\n${text}`);
    const found = await kinOf(`${TAGS}${other.join("")}`, "a new tag with an end");
    assert.deepEqual(found?.registries.map(({ members }) => members.length), [3], ending);
  }
});

Deno.test("kin choice: a class ranks where the first of its methods does", async () => {
  const index = buildMemoryIndex(
    [{ path: "a.py", text: classes("Piece", ["Loop"], "Text") }],
    await testParser(),
  );
  const definitions = index.parsed(0)!.definitions;
  const at = definitions.findIndex(({ qualifiedName }) => qualifiedName === "Loop.run");
  const owner = definitions.findIndex(({ qualifiedName }) => qualifiedName === "Loop");
  const functions = search(queryViews("run"), index).functions.filter((one) => one.at === at);
  assert.deepEqual([...ranksOf(functions, index)], [[`0:${at}`, 0], [`0:${owner}`, 0]]);
});

Deno.test("kin choice: what registers most of a kind may take several lines for each", async () => {
  const long = (names: readonly string[]): string =>
    TAGS.replace(
      / {4}return \[[\s\S]*?\n {4}\]\n/,
      names.map((name) => `    add(\n${"        0,\n".repeat(12)}        ${name}(),\n    )\n`).join(""),
    );
  const found = await kinOf(long(["Block", "Branch", "Loop"]), "a new tag with an end", ["piece"]);
  assert.deepEqual(found?.registries.map(({ definition }) => definition?.name), ["everything"]);
});

const COMMANDS = `
//- /src/commands.rs
pub struct Command {
    pub name: &'static str,
    pub run: fn(&mut Context, Arguments, Event) -> bool,
}

fn quit(cx: &mut Context, args: Arguments, event: Event) -> bool {
    cx.quit(args, event)
}

fn write(cx: &mut Context, args: Arguments, event: Event) -> bool {
    cx.write(args, event)
}

fn open(cx: &mut Context, args: Arguments, event: Event) -> bool {
    cx.open(args, event)
}

pub const COMMAND_LIST: &[Command] = &[
${
  ["quit", "write", "open"].map((name) =>
    `    Command {\n        name: "${name}",\n${
      '        doc: "",\n'.repeat(10)
    }        run: ${name},\n    },\n`
  ).join("")
}];
//- /src/types.rs
pub struct Context {}
pub struct Arguments {}
pub struct Event {}
`;

Deno.test("kin choice: a table of long entries lists functions of its file, whatever else has their names", async () => {
  const other = [1, 2, 3, 4].map((one) => `//- /src/other${one}.rs\npub fn quit() {}\npub fn write() {}\n`);
  const found = await kinOf(`${COMMANDS}${other.join("")}`, "my own command", ["command"]);
  assert.deepEqual(
    [found?.kin.label, found?.kin.members.map(({ definition }) => definition.name)],
    ["COMMAND_LIST", ["quit", "write", "open"]],
  );
  assert.equal(found?.registries[0]?.definition?.name, "COMMAND_LIST");
});

Deno.test("kin choice: the types of a field are no list", async () => {
  const fieldOnly = COMMANDS.replace(/pub const COMMAND_LIST[\s\S]*?\];/, "");
  assert.equal(await kinOf(fieldOnly, "how a command is run", ["run"]), undefined);
});

Deno.test("kin choice: a table of mere values is meant only where the question calls it so", async () => {
  const values = `${TWO}
//- /app/versions.ts
const FIRST = "1.0";
const SECOND = "1.1";
const THIRD = "1.2";
export const OLD_VERSIONS = [
  FIRST,
  SECOND,
  THIRD,
];
`;
  assert.equal(await labelOf(values, "one more of the old versions", ["version"]), "OLD_VERSIONS");
  assert.equal(
    await labelOf(values, "a filter that matches by the old version", ["filter expression"]),
    undefined,
  );
});
