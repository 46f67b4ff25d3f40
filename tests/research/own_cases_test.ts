import assert from "node:assert/strict";
import { hasCjk } from "../../src/text/chars.ts";
import cases from "./cases/own_cases.json" with { type: "json" };

const all = [...cases.bugs, ...cases.queries];

Deno.test("cases of our own: ten bugs in five languages or more, ten queries, both also in Chinese", () => {
  assert.equal(cases.bugs.length, 10);
  assert.ok(new Set(cases.bugs.map((bug) => bug.language)).size >= 5);
  assert.equal(cases.bugs.filter((bug) => hasCjk(bug.text)).length, 2);
  assert.equal(cases.queries.length, 10);
  assert.equal(cases.queries.filter((query) => hasCjk(query.text)).length, 5);
});

Deno.test("cases of our own: each is complete", () => {
  assert.equal(new Set(all.map((one) => one.id)).size, all.length);
  for (const { id, commit, gold } of all) {
    assert.match(commit, /^[0-9a-f]{40}$/, id);
    assert.ok(gold.length >= 1 && gold.length <= 2, id);
  }
});

Deno.test("cases of our own: no report names a file that its fix changed", () => {
  for (const { id, text, gold } of cases.bugs) {
    for (const path of gold) {
      const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
      assert.ok(!new RegExp(`\\b${name}\\b`, "i").test(text), `${id}: ${name}`);
    }
  }
});
