import assert from "node:assert/strict";
import { buildSymbolFilter, extendSymbolFilter, openSymbolFilter } from "../../src/index/symbol_filter.ts";
import { random } from "../support/random.ts";

const next = random(7);
const names = Array.from({ length: 20_000 }, (_, i) => `name${i}_${Math.floor(next() * 1e6)}`);

Deno.test("symbol filter: knows every name it was made of, also folded", () => {
  const filter = openSymbolFilter(buildSymbolFilter(names.join("\n"), true))!;
  assert.ok(names.every((name) => filter.has(name)));
  assert.ok(names.every((name) => filter.hasFolded(name.toUpperCase().replace("_", ""))));
});

Deno.test("symbol filter: takes few other words for names", () => {
  const filter = openSymbolFilter(buildSymbolFilter(names.join("\n"), true))!;
  const others = Array.from({ length: 20_000 }, (_, i) => `other${i}`);
  const wrong = others.filter((word) => filter.has(word) || filter.hasFolded(word)).length;
  assert.ok(wrong < others.length * 0.015, `${wrong}`);
});

Deno.test("symbol filter: the same names give the same bytes, and says whether they are all", () => {
  const lines = "openGate\nparse_config\n#bad\nno name\n";
  assert.deepEqual(buildSymbolFilter(lines, true), buildSymbolFilter(lines, true));
  assert.equal(openSymbolFilter(buildSymbolFilter(lines, true))?.isComplete, true);
  assert.equal(openSymbolFilter(buildSymbolFilter(lines, false))?.isComplete, false);
  assert.equal(openSymbolFilter(buildSymbolFilter("", true))?.has("openGate"), false);
});

Deno.test("symbol filter: knows the words that two names, folders or files share, and those of sixteen", () => {
  const many = Array.from({ length: 16 }, (_, i) => `HTTPProxy${i}`);
  const lines = ["retryPolicy", "MAX_RETRY", "_quota", ...many].join("\n");
  const filter = openSymbolFilter(
    buildSymbolFilter(lines, true, ["src/quota/check.ts", "src/quota/find.ts"]),
  )!;
  const levels = [
    "retry",
    "Retry",
    "policy",
    "quota",
    "find",
    "http",
    "proxy",
    "http proxy",
    "retry proxy",
    "406",
    "",
  ]
    .map((word) => filter.level(word));
  assert.deepEqual(levels, [1, 1, 0, 1, 0, 2, 2, 2, 1, 0, 0]);
});

Deno.test("symbol filter: what is no filter is none", () => {
  assert.equal(openSymbolFilter(new Uint8Array(0)), undefined);
  assert.equal(openSymbolFilter(new Uint8Array(5_000_000)), undefined);
});

Deno.test("symbol filter: a large one takes in the names of an edited file, a small one is made anew", () => {
  const many = Array.from({ length: 100_000 }, (_, i) => `symbol_${i}`).join("\n");
  const large = buildSymbolFilter(many, true);
  const extended = extendSymbolFilter(large, "openGate\nparse_config", false)!;
  const filter = openSymbolFilter(extended)!;
  assert.equal(filter.isComplete, false);
  assert.ok(filter.has("openGate") && filter.hasFolded("parseconfig") && filter.has("symbol_99999"));
  assert.equal(openSymbolFilter(large)!.has("openGate"), false);
  assert.equal(extendSymbolFilter(buildSymbolFilter("openGate", true), "parse_config", true), undefined);
  assert.equal(extendSymbolFilter(large, many, true), undefined);
});
