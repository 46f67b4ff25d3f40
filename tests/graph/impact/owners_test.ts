import assert from "node:assert/strict";
import { ownersOf } from "../../../src/graph/impact/owners.ts";
import { type Commit, historyOf } from "../../search/rank/press_history.ts";

Deno.test("owners: the most commits first, of equal ones the more recent, five of them", () => {
  const names = (...authors: string[]): string => {
    const history = historyOf(authors.map((name, at): Commit => [at, `change ${at}`, ["a.py"], name]));
    return ownersOf(history, ["a.py"]).map(({ name }) => name).join(" ");
  };
  assert.equal(names("Ada", "Ben", "Cy", "Ben", "Cy", "Ben"), "Ben Cy Ada");
  assert.equal(names("Cy", "Ada", "Ben"), "Cy Ada Ben");
  assert.equal(names("Ada", "Ben", "Cy", "Dot", "Eve", "Flo"), "Ada Ben Cy Dot Eve");
});

Deno.test("owners: a commit counts once for all files, shares have two places", () => {
  const history = historyOf([
    [0, "both", ["a.py", "b.py"], "Ben"],
    [1, "one", ["a.py"], "Ada"],
    [2, "other", ["b.py"], "Ada"],
    [3, "elsewhere", ["c.py"], "Cy"],
  ]);
  assert.deepEqual(ownersOf(history, ["a.py", "none.py", "b.py"]), [
    { name: "Ada", commits: 2, share: 0.67, last_changed: "2023-11-13" },
    { name: "Ben", commits: 1, share: 0.33, last_changed: "2023-11-14" },
  ]);
});
