import assert from "node:assert/strict";
import { decodeBase } from "../../../src/history/base_tree.ts";
import { diffLines } from "../../../src/graph/changes/line_diff.ts";
import { changedSymbols, changesData } from "../../../src/graph/impact/changes_data.ts";
import { touchedBy } from "../../../src/graph/changes/touched.ts";
import type { ChangedFile } from "../../../src/graph/changes/work_tree_changes.ts";
import { type CodeGraph, createCodeGraph } from "../../../src/graph/edges.ts";
import { buildMemoryIndex } from "../../support/memory_index.ts";
import { ownersOf } from "../../../src/graph/impact/owners.ts";
import { PRESS_HISTORY } from "../../search/rank/press_history.ts";
import { random } from "../../support/random.ts";
import { testParser } from "../../syntax/support.ts";

/** The old lines with the hunks put in. */
function applied(before: string, after: string): string {
  const [old, now] = [before.split("\n"), after.split("\n")];
  const result: string[] = [];
  let at = 1;
  for (const hunk of diffLines(before, after)) {
    result.push(...old.slice(at - 1, hunk.oldStart - 1));
    result.push(...now.slice(hunk.newStart - 1, hunk.newStart - 1 + hunk.newCount));
    at = hunk.oldStart + hunk.oldCount;
  }
  return [...result, ...old.slice(at - 1)].join("\n");
}

Deno.test("diff: the old text with its hunks is the new text", () => {
  const next = random(7);
  for (let round = 0; round < 300; round++) {
    const line = (): string => "abcdefgh"[Math.floor(next() * (round % 8 + 1))]!;
    const before = Array.from({ length: Math.floor(next() * 30) + 1 }, line);
    const after = before.flatMap((one) => next() < 0.2 ? [] : next() < 0.2 ? [one, line()] : [one]);
    const texts = [before.join("\n"), [...after, "end"].join("\n")] as const;
    assert.equal(applied(...texts), texts[1]);
  }
});

Deno.test("diff: small, exact, blind to line ends", () => {
  assert.deepEqual(diffLines("a\nb\nc\n", "a\r\nb\r\nc"), []);
  assert.deepEqual(diffLines("a\nb\nc\n", "a\nx\nc\n"), [
    { oldStart: 2, oldCount: 1, newStart: 2, newCount: 1 },
  ]);
  assert.deepEqual(diffLines("a\nb\nc\n", "a\nc\n"), [
    { oldStart: 2, oldCount: 1, newStart: 2, newCount: 0 },
  ]);
  assert.deepEqual(diffLines("", "a\n"), [{ oldStart: 1, oldCount: 0, newStart: 1, newCount: 1 }]);
  const long = Array.from({ length: 20_000 }, (_, i) => `line ${i}`);
  const moved = [...long.slice(10_000), ...long.slice(0, 10_000)];
  assert.equal(diffLines(long.join("\n"), moved.join("\n")).length, 2);
});

Deno.test("touched: the innermost definitions, signatures, what is new and what is gone", async () => {
  const parser = await testParser();
  const before = `import os

class Shop:
    size = 3

    def sell(self, item):
        return item

    def close(self):
        return None

def gone():
    return 1
`;
  const after = before.replace("def sell(self, item):", "def sell(self, item, price):")
    .replace("return None", "return True").replace("def gone", "def fresh").replace("import os", "import sys")
    .replace("\n\n    def close", "\n\n\n    def close");
  const now = parser.parse(after, "python").definitions;
  const found = touchedBy(diffLines(before, after), {
    text: after,
    now,
    before: parser.parse(before, "python").definitions,
  });
  assert.deepEqual(
    found.touched.map(({ definition, change }) => `${now[definition]?.qualifiedName ?? "top"} ${change}`),
    ["top body", "Shop.sell signature", "Shop.close body", "fresh added"],
  );
  assert.deepEqual(found.removed.map((one) => one.qualifiedName), ["gone"]);
});

Deno.test("touched: blank lines that are new change nothing, wherever they stand", async () => {
  const parser = await testParser();
  const before = "def a():\n    x()\n    y()\n";
  const now = (text: string) => parser.parse(text, "python").definitions;
  const rows: readonly (readonly [after: string, touched: readonly number[]])[] = [
    ["def a():\n    x()\n\n    y()\n", []],
    ["def a():\n    x()\n\n    z()\n    y()\n", [0]],
    ["def a():\n    x()\n    z()\n\n    y()\n", [0]],
    ["def a():\n    x()\n    y()\n\n\n", []],
  ];
  for (const [after, touched] of rows) {
    const found = touchedBy(diffLines(before, after), { text: after, now: now(after), before: now(before) });
    assert.deepEqual(found.touched.map(({ definition }) => definition), touched, JSON.stringify(after));
  }
});

Deno.test("changes: lines as first and last, what was only removed has none", () => {
  const hunk = (newStart: number, newCount: number) => ({ oldStart: 1, oldCount: 1, newStart, newCount });
  const hunks = [hunk(3, 1), hunk(5, 0), hunk(7, 4)];
  const file = { path: "a.py", status: "modified", hunks, touched: [], removed: [], file: undefined };
  const [data] = changesData({} as CodeGraph, [file as unknown as ChangedFile]);
  assert.deepEqual([data?.lines, data?.definitions], [
    [{ start_line: 3, end_line: 3 }, { start_line: 7, end_line: 10 }],
    [],
  ]);
});

Deno.test("changes: definitions with their lines, those that are there still; impact starts from them", async () => {
  const index = buildMemoryIndex([{
    path: "a.py",
    text: "class Shop:\n    def sell(self):\n        return 1\n",
  }], await testParser());
  const touched = [-1, 0, 1, 7].map((definition) => ({ definition, change: "body" }));
  const file = {
    path: "a.py",
    status: "modified",
    hunks: [],
    touched,
    removed: [],
    file: 0,
  } as unknown as ChangedFile;
  const [data] = changesData(createCodeGraph(index), [file]);
  assert.deepEqual(data?.definitions, [
    { symbol: "Shop", change: "body", start_line: 1, end_line: 3 },
    { symbol: "Shop.sell", change: "body", start_line: 2, end_line: 3 },
  ]);
  assert.deepEqual(changedSymbols([file, { ...file, file: undefined } as unknown as ChangedFile]), [
    { file: 0, definition: 0 },
    { file: 0, definition: 1 },
    { file: 0, definition: 7 },
  ]);
});

Deno.test("touched: in order of the file, a class before what stands above in it", async () => {
  const parser = await testParser();
  const now = (text: string) => parser.parse(text, "python").definitions;
  const old = "class Shop:\n    def sell(self):\n        return 1\n    x = 2\n";
  const after = old.replace("return 1", "return 3").replace("    x = 2", "    print(4)");
  const found = touchedBy(diffLines(old, after), { text: after, now: now(after), before: now(old) });
  assert.deepEqual(found.touched.map(({ definition }) => definition), [0, 1]);
});

Deno.test("changes: what is gone is still used where it is imported from that file, or where nothing defines it", async () => {
  const calls = "total()\n".repeat(11);
  const index = buildMemoryIndex(
    Object.entries({
      "a.ts": "export const rest = 1;\n",
      "b.ts": 'import { send } from "./a";\nsend();\n',
      "c.ts": 'import { send } from "./d";\nsend();\ntotal();\n',
      "d.ts": "export function send() {}\nsend();\n",
      "e.ts": calls,
    }).map(([path, text]) => ({ path, text })),
    await testParser(),
  );
  const usesOf = (name: string, path: string): readonly string[] | undefined => {
    const removed = [{ name, qualifiedName: name, startLine: 2, endLine: 3 }];
    const file = {
      path,
      status: "modified",
      hunks: [],
      touched: [],
      removed,
      file: index.files.numberOf(path),
    };
    const [data] = changesData(createCodeGraph(index), [file as unknown as ChangedFile]);
    return data?.definitions[0]?.still_used;
  };
  assert.deepEqual(usesOf("send", "a.ts"), ["b.ts:2"]);
  assert.deepEqual(usesOf("send", "e.ts"), undefined);
  assert.deepEqual(usesOf("send", "gone.ts"), undefined);
  const lines = Array.from({ length: 9 }, (_, at) => `e.ts:${at + 1}`);
  assert.deepEqual(usesOf("total", "gone.ts"), ["c.ts:3", ...lines]);
});

Deno.test("touched: a line removed between two functions changes neither", async () => {
  const parser = await testParser();
  const [before, after] = ["def a():\n    x\n\ndef b():\n    y\n", "def a():\n    x\ndef b():\n    y\n"];
  const now = parser.parse(after, "python").definitions;
  const found = touchedBy(diffLines(before, after), {
    text: after,
    now,
    before: parser.parse(before, "python").definitions,
  });
  assert.deepEqual(found.touched.map(({ definition }) => definition), [-1]);
});

Deno.test("owners: a commit counts once for several files, with the day of the newest", () => {
  const owners = (...paths: string[]): unknown => ownersOf(PRESS_HISTORY, paths);
  const ada = { name: "Ada", share: 1, last_changed: "2023-11-11" };
  assert.deepEqual(owners("press/stock.py"), [{ ...ada, commits: 2 }]);
  assert.deepEqual(owners("press/stock.py", "press/orders.py"), [{ ...ada, commits: 4 }]);
  assert.deepEqual(owners("press/absent.py"), []);
});

Deno.test("base: regular files that may be looked at, and what is absent on purpose", () => {
  const id = "a".repeat(40);
  const bytes = (entries: readonly string[]): Uint8Array =>
    new TextEncoder().encode(entries.map((entry) => `${entry}\0`).join(""));
  const base = decodeBase(
    bytes([
      `100644 blob ${id}\ta b.py`,
      `100755 blob ${id}\trun.py`,
      `120000 blob ${id}\tlink.py`,
      `160000 commit ${id}\tsub`,
      `100644 blob ${id}\t.env`,
    ]),
    bytes(["H a b.py", "S far/away.py"]),
    (path) => path !== ".env",
  );
  assert.deepEqual([...base.files.keys()], ["a b.py", "run.py"]);
  assert.deepEqual([...base.absent], ["far/away.py"]);
  assert.deepEqual(base.submodules, ["sub/"]);
});
