import assert from "node:assert/strict";
import { buildMemoryIndex } from "../../src/index/memory_index.ts";
import type { Finding } from "../../src/model/findings.ts";
import type { AskedKind } from "../../src/search/kin_findings.ts";
import { kinFindings } from "../../src/search/kin_findings.ts";
import { queryViews } from "../../src/search/query/fields.ts";
import { search } from "../../src/search/rank/search.ts";
import { filesOf } from "../support/files.ts";
import { parseFixture } from "../support/fixture.ts";
import { testParser } from "../syntax/support.ts";

async function ask(
  fixture: string,
  prompt: string,
  { kinds = [], asksForBase = false }: Partial<AskedKind> = {},
): Promise<Finding[]> {
  const texts = parseFixture(fixture);
  const listed = [...texts].map(([path, text]) => ({ path, text })).sort((a, b) => a.path < b.path ? -1 : 1);
  const index = buildMemoryIndex(listed, await testParser());
  const found = search(queryViews(prompt), index);
  return kinFindings(found, filesOf((path) => texts.get(path) ?? ""), { kinds, asksForBase });
}

const placesOf = (found: readonly Finding[]): string[] =>
  found.map(({ path, startLine, endLine, claim }) => `${path}:${startLine}-${endLine} ${claim}`);

const SOURCES = `
//- /plugin/covers.py
class CoverSource:
    """Where covers come from."""

    def get(self, album):
        raise NotImplementedError


class Archive(CoverSource):
    def get(self, album):
        page = self.request(album)
        for image in page.images:
            yield image.large
        yield page.front


class Shop(CoverSource):
    def get(self, album):
        page = self.request(album)
        for image in page.images:
            yield image


class Folder(CoverSource):
    def get(self, album):
        yield album.path


def unrelated(album):
    return album.title


SOURCES = {
    Archive,
    Folder,
    Shop,
}
//- /tests/covers_test.py
def test_all():
    assert {Archive, Folder, Shop} == SOURCES
`;

Deno.test("kin: the table that lists what is derived from a base, the first that ranks, and the base", async () => {
  assert.deepEqual(placesOf(await ask(SOURCES, "another site as a cover source")), [
    "plugin/covers.py:32-36 names 3 of 3: Archive, Shop, Folder",
    "plugin/covers.py:8-13 one of 3 derived from CoverSource: class Archive(CoverSource)",
    "plugin/covers.py:1-5 what 3 are derived from: Where covers come from",
  ]);
});

Deno.test("kin: one that the question names is the pattern", async () => {
  const [, pattern] = await ask(SOURCES, "another cover source that works as the archive does");
  assert.equal(pattern?.symbol, "Archive");
});

Deno.test("kin: functions that a table names are a kind, too, but not those that a value only calls", async () => {
  const shapes = `
//- /src/shapes/draw.ts
export function circle(parent) {
  const shape = parent.add("circle");
  shape.radius = 3;
  return shape;
}
export function square(parent) {
  const shape = parent.add("square");
  shape.side = 3;
  return shape;
}
export function star(parent) {
  const shape = parent.add("star");
  shape.points = 5;
  shape.radius = 3;
  return shape;
}
`;
  const head = '//- /src/shapes/node_shapes.ts\nimport { circle, square, star } from "./draw.ts";\n';
  const table = `${head}export const nodeShapes = {\n  round: circle,\n  even: square,\n  sharp: star,\n};\n`;
  const called = `${head}export const nodeShapes = [\n  circle(1),\n  square(1),\n  star(1),\n];\n`;
  assert.deepEqual(placesOf(await ask(`${shapes}${table}`, "a node shape with five corners")), [
    "src/shapes/node_shapes.ts:2-6 names 3 of 3: circle, square, star",
    "src/shapes/draw.ts:11-16 one of 3 in nodeShapes: export function star(parent)",
  ]);
  assert.deepEqual(await ask(`${shapes}${called}`, "a node shape with five corners"), []);
});

Deno.test("kin: of a kind that the question does not speak of nothing is told", async () => {
  assert.deepEqual(await ask(SOURCES, "a thermostat"), []);
});

Deno.test("kin: what all are derived from comes first where the question asks for it", async () => {
  const [first, ...others] = await ask(SOURCES, "another site as a cover source", { asksForBase: true });
  assert.equal(first?.symbol, "CoverSource");
  assert.deepEqual(others.map(({ symbol }) => symbol), ["SOURCES", "Archive"]);
});

Deno.test("kin: of those that the question does not name the first that ranks is the pattern", async () => {
  const told = SOURCES.replace(
    "        page = self.request(album)\n        for image in page.images:\n            yield image.large",
    '        """Waits for a slow site."""\n        page = self.request(album)\n        for image in page.images:\n            yield image.large',
  );
  assert.notEqual(told, SOURCES);
  const [, pattern] = await ask(told, "another cover source that waits for a slow site");
  assert.equal(pattern?.symbol, "Archive");
});

Deno.test("kin: a type is shown with the methods that follow it", async () => {
  const shell = (name: string): string => `
pub struct ${name};

impl Shell for ${name} {
    fn name(&self) -> &'static str {
        "${name.toLowerCase()}"
    }
}
`;
  const shells = `
//- /src/shells.rs
pub trait Shell {
    fn name(&self) -> &'static str;
}
${["Bash", "Fish", "Nu"].map(shell).join("")}
${
    ["Bash", "Fish", "Nu"].map((name) =>
      `${"// apart\n".repeat(20)}${shell(name).replace("pub struct", "//")}`
    ).join("")
  }`;
  const [pattern] = await ask(shells, "one more shell", { kinds: ["shell"] });
  const { startLine = 0, endLine = 0 } = pattern ?? {};
  assert.equal(endLine - startLine, 5);
});
