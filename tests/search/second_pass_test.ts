import assert from "node:assert/strict";
import { buildMemoryIndex } from "../../src/index/memory_index.ts";
import { filesOf } from "../support/files.ts";
import { graphOver } from "../../src/graph/open_graph.ts";
import { queryViews } from "../../src/search/query/fields.ts";
import { search } from "../../src/search/rank/search.ts";
import type { RankedFunction } from "../../src/search/rank/rank_functions.ts";
import { rankAgain, secondValues } from "../../src/search/second_pass.ts";
import { parseFixture } from "../support/fixture.ts";
import { testParser } from "../syntax/support.ts";

const REPO = parseFixture(`
//- /src/toll.ts
/** The toll of a ship at the lock, the toll that a ship owes. */
export function getToll(ship: Ship): number {
  return ship.toll;
}

/** Passes the lock. */
export function passLock(ship: Ship): void {
  if (ship.exempt) return;
  const owed = computeToll(ship);
  if (owed > ship.purse) throw new Error("no passage");
  ship.purse -= owed;
  open(ship);
}

export function computeToll(ship: Ship): number {
  if (ship.length > 100) return 5 * ship.load;
  if (ship.isEmpty) return 1;
  return ship.load;
}
`);
const index = buildMemoryIndex([...REPO].map(([path, text]) => ({ path, text })), await testParser());
const files = filesOf((path) => REPO.get(path) ?? "");

function ranked(question: string): ReturnType<typeof search> {
  return search(queryViews(question), index);
}

const names = (functions: readonly RankedFunction[]): string[] =>
  functions.map(({ definition }) => definition.name);

Deno.test("second pass: what is called and decides comes before an accessor that repeats the words", () => {
  const { functions, table } = ranked("how is the toll of a ship at the lock worked out");
  const equal = functions.map((one) => ({ ...one, score: one.definition.name === "getToll" ? 0.5 : 0 }))
    .sort((a, b) => b.score - a.score);
  const again = rankAgain(equal, table.context, { graph: graphOver(index), files });
  const at = (name: string): number => names(again).indexOf(name);
  assert.ok(at("computeToll") < at("getToll"), "it was behind before");
  assert.deepEqual(names(again).sort(), names(functions).sort(), "nothing is lost");
});

Deno.test("second pass: values of calls, branches, shape and clauses", () => {
  const { functions, table } = ranked("where does a ship pass the lock, and who throws no passage");
  const values = secondValues(functions, table.context, { graph: graphOver(index), files });
  const of = (name: string) => values[names(functions).indexOf(name)]!;
  assert.equal(of("computeToll").called, Math.log1p(1));
  assert.ok(of("passLock").callsBest > 0 && of("passLock").calledByBest === 0);
  assert.equal(of("passLock").branches, Math.log1p(2));
  assert.equal(of("passLock").clause, 1, "a clause is held whole");
  assert.deepEqual([of("passLock").verb, of("computeToll").verb], [0, 0]);
  assert.deepEqual([of("getToll").accessor, of("getToll").short, of("passLock").short], [1, 1, 0]);
  assert.deepEqual([of("getToll").tiny, of("computeToll").tiny], [1, 0]);
});

Deno.test("second pass: values of uses by others and by name, of namesakes and of length", async () => {
  const long = `export function moor(): void {\n${"  pay();\n".repeat(118)}}\n`;
  const content = new Map([
    ["src/pier.ts", `${long}export function pay(): void {\n  moor();\n}\n`],
    ["src/quay.ts", "export function pay(): number {\n  return 1;\n}\nexport function idle(): void {}\n"],
    ["tests/quay_test.ts", 'import { idle } from "../src/quay.ts";\nidle();\n'],
  ]);
  const own = buildMemoryIndex([...content].map(([path, text]) => ({ path, text })), await testParser());
  const { functions, table } = search(queryViews("moor pay idle"), own);
  const pass = { graph: graphOver(own), files: filesOf((path) => content.get(path) ?? "") };
  const values = secondValues(functions, table.context, pass);
  const of = (name: string) => values[names(functions).indexOf(name)]!;
  assert.deepEqual([of("moor").unused, of("pay").unused, of("idle").unused], [0, 0, 1], "tests alone use it");
  assert.deepEqual([of("moor").uses, of("idle").uses], [Math.log1p(1), 0]);
  assert.deepEqual([of("moor").namesakes, of("pay").namesakes], [0, Math.log(2)]);
  assert.deepEqual([of("moor").long, of("pay").long], [Math.log(2), 0]);
});

Deno.test("second pass: values of what the question asks to be done, and of what it quotes", () => {
  const { functions, table } = ranked('where is the toll of a ship calculated, and who says "No passage"');
  const values = secondValues(functions, table.context, { graph: graphOver(index), files });
  const of = (name: string) => values[names(functions).indexOf(name)]!;
  assert.deepEqual([of("computeToll").verb, of("passLock").verb], [0.5, 0]);
  assert.deepEqual([of("computeToll").quoted, of("passLock").quoted], [0, 1]);
});

Deno.test("second pass: what a class that the question names does comes before the same in another", async () => {
  const text = ["Canal", "Bridge"].map((owner) =>
    `export class ${owner} {
  admit(ship: Ship): boolean {
    if (this.closed) return false;
    const draft = ship.draft + 1;
    return draft < this.depth;
  }
}
`
  );
  const content = new Map([["src/bridge.ts", text[1]!], ["src/passage.ts", text[0]!]]);
  const own = buildMemoryIndex([...content].map(([path, text]) => ({ path, text })), await testParser());
  const { functions, table } = search(queryViews("when is a ship admitted to the canal"), own);
  const pass = { graph: graphOver(own), files: filesOf((path) => content.get(path) ?? "") };
  const methods = functions.filter(({ definition }) => definition.kind === "method")
    .map((one) => ({ ...one, score: 0 }));
  const values = secondValues(methods, table.context, pass);
  const owners = methods.map(({ definition }, i) => [definition.qualifiedName, values[i]!.owner > 0]);
  assert.deepEqual(Object.fromEntries(owners), { "Canal.admit": true, "Bridge.admit": false });
  for (const order of [methods, methods.toReversed()]) {
    assert.equal(rankAgain(order, table.context, pass)[0]!.definition.qualifiedName, "Canal.admit");
  }
});

Deno.test("second pass: a clause in Chinese is held where one translation of each of its words stands", () => {
  const question = "船在哪里通过船闸，谁来计算？";
  const translated = [["ship", "船"], ["vessel", "船"], ["pass", "通过"], ["lock", "船闸"], [
    "reckon",
    "计算",
  ]];
  const translations = translated.map(([term, source]) => ({ term: term!, weight: 1, source: source! }));
  const { functions, table } = search(queryViews(question, { translations }), index);
  const values = secondValues(functions, table.context, { graph: graphOver(index), files });
  const of = (name: string) => values[names(functions).indexOf(name)]!;
  assert.equal(of("passLock").clause, 1);
  assert.ok(of("computeToll").clause < 0.5);
});

Deno.test("second pass: long reports keep the first order", () => {
  const { functions, table } = ranked(`the toll of a ship at the lock ${"is wrong. ".repeat(300)}`);
  assert.equal(rankAgain(functions, table.context, { graph: graphOver(index), files }), functions);
});
