import assert from "node:assert/strict";
import { buildMemoryIndex } from "../../src/index/memory_index.ts";
import type { Finding } from "../../src/model/findings.ts";
import { kinFindings } from "../../src/search/kin_findings.ts";
import { queryViews } from "../../src/search/query/fields.ts";
import { search } from "../../src/search/rank/search.ts";
import { filesOf } from "../support/files.ts";
import { parseFixture } from "../support/fixture.ts";
import { testParser } from "../syntax/support.ts";

async function ask(fixture: string, prompt: string): Promise<Finding[]> {
  const texts = parseFixture(fixture);
  const listed = [...texts].map(([path, text]) => ({ path, text })).sort((a, b) => a.path < b.path ? -1 : 1);
  const index = buildMemoryIndex(listed, await testParser());
  return kinFindings(search(queryViews(prompt), index), filesOf((path) => texts.get(path) ?? ""));
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

Deno.test("kin: the table that lists what is derived from a base, the smallest that shows a pattern, and the base", async () => {
  assert.deepEqual(placesOf(await ask(SOURCES, "another site as a cover source")), [
    "plugin/covers.py:32-36 names 3 of 3: Archive, Shop, Folder",
    "plugin/covers.py:16-20 one of 3 derived from CoverSource: class Shop(CoverSource)",
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
    "src/shapes/draw.ts:1-5 one of 3 in nodeShapes: export function circle(parent)",
  ]);
  assert.deepEqual(await ask(`${shapes}${called}`, "a node shape with five corners"), []);
});

Deno.test("kin: of a kind that the question does not speak of nothing is told", async () => {
  assert.deepEqual(await ask(SOURCES, "a thermostat"), []);
});
