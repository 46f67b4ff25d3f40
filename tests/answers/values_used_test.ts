import assert from "node:assert/strict";
import { buildMemoryIndex } from "../support/memory_index.ts";
import { withValues } from "../../src/answers/definitions/values_used.ts";
import { filesOf } from "../support/files.ts";
import { testParser } from "../syntax/support.ts";

const HARBOUR = `import { MAX_TUGS, QUAY_COUNT } from "./bounds";
const MOORING_TIMEOUT = 5 * 60; // seconds
const DEFAULT_FLAG = "pennant";
const TIDE_COUNT = 7;
const STATE_WAIT = 3;
const ferryLength = 40;
const PILOT_YEARS = 8;

export function moor(ship) {
  // not LAST_INTERVAL
  if (ship.tugs > MAX_TUGS) throw new Error("over MAX_AGE");
  if (ship.state === STATE_WAIT || ship.mask & BIT_SIZE) return DEFAULT_FLAG;
  return wait(MOORING_TIMEOUT, computedLimit, TIDE_COUNT, QUAY_COUNT, TIDE_COUNT, ferryLength, PILOT_YEARS);
}
`;
const BOUNDS = `export const MAX_TUGS = 14;
export const QUAY_COUNT = 21;
export const LAST_INTERVAL = 9;
export const MAX_AGE = 9;
export const BIT_SIZE = 9;
export const computedLimit = read("limit");
`;

Deno.test("values: of constants that the shown lines use, five at most, each with its place", async () => {
  const texts: Record<string, string> = { "harbour.ts": HARBOUR, "bounds.ts": BOUNDS };
  const all = Object.entries(texts).map(([path, text]) => ({ path, text }));
  const index = buildMemoryIndex(all, await testParser());
  const lines = HARBOUR.split("\n").slice(8, 14).join("\n");
  const place = { path: "harbour.ts", startLine: 9, endLine: 14, claim: "", score: 1, reasons: [] };
  const valuesOf = (startLine: number, text: string): (string | undefined)[] =>
    withValues([place, { ...place, code: [{ startLine, text }] }], {
      index,
      files: filesOf((path) => texts[path]!),
    })
      .map(({ values }) => values);
  assert.deepEqual(valuesOf(9, lines), [
    undefined,
    "MAX_TUGS = 14 (bounds.ts:1), MOORING_TIMEOUT = 5 * 60 (line 2), TIDE_COUNT = 7 (line 4), " +
    "QUAY_COUNT = 21 (bounds.ts:2), ferryLength = 40 (line 6)",
  ]);
  const shown = valuesOf(2, HARBOUR.split("\n").slice(1).join("\n"));
  assert.equal(
    shown[1],
    "MAX_TUGS = 14 (bounds.ts:1), QUAY_COUNT = 21 (bounds.ts:2)",
    "what is shown is not told",
  );
});

Deno.test("values: numbers and lengths of time on one line, in the ways that languages write them", async () => {
  const valueIn = async (path: string, text: string, name: string): Promise<string | undefined> => {
    const index = buildMemoryIndex([{ path, text }], await testParser());
    const finding = { path, startLine: 9, endLine: 9, claim: "", score: 1, reasons: [] };
    const code = [{ startLine: 9, text: `  wait(${name})` }];
    return withValues([{ ...finding, code }], { index, files: filesOf(() => text) })[0]
      ?.values;
  };
  assert.equal(
    await valueIn("a.c", "#define NAME_INTERVAL 500\n", "NAME_INTERVAL"),
    "NAME_INTERVAL = 500 (line 1)",
  );
  // A place without code has its own value, whatever signs are in its name.
  const wait = { path: "a.js", text: "const $wait = 42;\n" };
  const bare = { path: "a.js", startLine: 1, endLine: 1, claim: "", score: 1, reasons: [], symbol: "$wait" };
  const index = buildMemoryIndex([wait], await testParser());
  assert.equal(withValues([bare], { index, files: filesOf(() => wait.text) })[0]?.claim, "$wait = 42");
  // The length of a column, or of a piece of text, is no value.
  assert.equal(
    await valueIn("a.py", "class A:\n    old_status = CharField(max_length=8, choices=ALL)\n", "old_status"),
    undefined,
  );
  assert.equal(
    await valueIn("a.py", 'def f(self):\n    return self.only(Substr("body_raw", 1, 151))\n', "body_raw"),
    undefined,
  );
  assert.equal(
    await valueIn("a.rb", "class A\n  MAX_DAYS = 14.days\nend\n", "MAX_DAYS"),
    "MAX_DAYS = 14.days (line 2)",
  );
  assert.equal(
    await valueIn("a.go", "package a\n\nconst pollInterval = 5 * time.Second\n", "pollInterval"),
    "pollInterval = 5 * time.Second (line 3)",
  );
  assert.equal(
    await valueIn("a.rs", "pub const MAX_WAIT: Duration = Duration::from_secs(30);\n", "MAX_WAIT"),
    "MAX_WAIT = Duration::from_secs(30) (line 1)",
  );
  const field =
    "class A {\n  maxTurns: number;\n  constructor(o: B) { this.maxTurns = o.turns ?? 50;\n  }\n}\n";
  assert.equal(await valueIn("a.ts", field, "maxTurns"), "maxTurns = o.turns ?? 50 (line 3)");
  for (
    const use of [
      "if (maxTurns != 50) return;",
      "while (it.maxTurns <= 50) turn();",
      "if (idle < seconds(50) && spare < it.maxTurns) turn();",
      "const left = it.maxTurns ? it.maxTurns : 50;",
      "return it.maxTurns > 50 ? 50 : it.maxTurns;",
    ]
  ) {
    const compared = `class A {\n  maxTurns: number;\n  f(it: A) {\n    ${use}\n  }\n}\n`;
    assert.equal(await valueIn("a.ts", compared, "maxTurns"), undefined, use);
  }
  const twice = "class A:\n    def f(self):\n        self.max_turns = 5\n        self.max_turns = 7\n";
  assert.equal(await valueIn("a.py", twice, "max_turns"), undefined);
  for (const value of ["0xff", "1"]) {
    assert.equal(await valueIn("a.py", `MAX_MASK_SIZE = ${value}\n`, "MAX_MASK_SIZE"), undefined);
  }
  assert.equal(await valueIn("a.py", "MAX_SIZE = read(\n    1)\n", "MAX_SIZE"), undefined);
  assert.equal(await valueIn("a.c", "#define LOG_NOTICE (1<<2)\n", "LOG_NOTICE"), undefined);
  const states = "enum state {\n  STATE_LEFT = 10,\n  STATE_MOORED = 11\n};\n";
  assert.equal(await valueIn("a.c", states, "STATE_MOORED"), undefined);
});
