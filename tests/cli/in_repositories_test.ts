import assert from "node:assert/strict";
import { takeRepository } from "../../src/cli/in_repositories.ts";

Deno.test("--repo is taken out of the arguments, the last one counts, and what follows -- is no option", () => {
  assert.deepEqual(takeRepository(["a", "--json"]), { name: undefined, rest: ["a", "--json"] });
  assert.deepEqual(takeRepository(["--repo", "pay", "a"]), { name: "pay", rest: ["a"] });
  assert.deepEqual(takeRepository(["a", "--repo=pay", "--repo", "all"]), { name: "all", rest: ["a"] });
  assert.deepEqual(takeRepository(["--", "--repo", "x"]), { name: undefined, rest: ["--", "--repo", "x"] });
  for (const args of [["--repo"], ["--repo="], ["--repo", "--json"], ["--repo", "--", "a"]]) {
    assert.throws(() => takeRepository(args), /--repo takes a value/);
  }
});
