import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { researchParser } from "./harness/contents.ts";
import { fixCases, isOwnCode } from "./harness/fix_cases.ts";
import { forbiddenIn } from "./harness/forbidden.ts";

const BEFORE = `class Cart:
    def total(self, items):
        """Adds up what all the items of the basket cost together."""
        amount = 0
        for item in items:
            amount += price_of(item)
        return amount

    def clear(self):
        self.items = []
`;

Deno.test("mining: a commit's message with what it changed at its parent", async () => {
  const root = Deno.makeTempDirSync();
  try {
    const git = (...args: string[]): string => {
      const settings = ["-C", root, "-c", "user.name=a", "-c", "user.email=a@example.org"];
      const { status, stdout, stderr } = spawnSync("git", [...settings, ...args], { encoding: "utf8" });
      assert.equal(status, 0, stderr);
      return stdout.trim();
    };
    git("init", "-q");
    const commit = (text: string, message: string): void => {
      Deno.writeTextFileSync(`${root}/cart.py`, text);
      git("add", ".");
      git("commit", "-q", "-m", message);
    };
    commit(BEFORE, "first");
    const after = BEFORE.replace("+= price_of(item)", "+= price_of(item) * item.count");
    commit(after, "fix: total is wrong for items bought twice (#12)\n\nFixes #12");
    commit(
      after.replace("self.items = []", "self.items.clear()"),
      "chore: clear in place without a new list",
    );
    const mine = {
      repo: "shop/cart",
      gitDir: `${root}/.git`,
      parser: await researchParser(),
      most: 10,
    };
    const [fix, ...others] = await fixCases(mine);
    assert.deepEqual(others, []);
    assert.equal(fix!.query, "total is wrong for items bought twice");
    assert.equal(fix!.base_commit, git("rev-parse", "HEAD~2"));
    assert.deepEqual(fix!.gold_files, ["cart.py"]);
    assert.deepEqual(fix!.gold_functions, ["cart.py:Cart.total"]);
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
});

Deno.test("mining: none of repositories that are evaluated, and none of tests, documents and foreign code", () => {
  const folder = Deno.makeTempDirSync();
  try {
    Deno.writeTextFileSync(`${folder}/some-dev.jsonl`, `{"repo":"Some/Where"}\n`);
    const isForbidden = forbiddenIn(folder);
    const named = ["django/django", "Some/where", "fork/ripgrep", "vuejs/core", "a/Celery"];
    assert.deepEqual(named.filter((name) => !isForbidden(name)), []);
    assert.deepEqual(["pallets/click", "other/core"].filter(isForbidden), []);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
  assert(isOwnCode("src/a.go"));
  const others = ["a_test.go", "docs/a.py", "vendor/x/a.go", "README.md", "examples/a.py"];
  assert.deepEqual(others.filter((path) => isOwnCode(path)), []);
});
