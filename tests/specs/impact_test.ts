import assert from "node:assert/strict";
import type { Impact } from "../../src/graph/impact/impact_data.ts";
import { hookContext, runBinary } from "../support/binary.ts";
import type { Repo } from "../support/fixture.ts";
import { makeRepo } from "../support/fixture.ts";

const REPO = `
//- /shop/price.py
def tax(amount):
    return amount * 2

def net(amount):
    return tax(amount)

def old_rate():
    return 7
//- /shop/order.py
from shop.price import net, old_rate

def total(items):
    return net(sum(items)) + old_rate()
//- /shop/legacy.py
def legacy():
    return 1
//- /shop/moved.py
def moved_one():
    return 1

def moved_two():
    return moved_one()
//- /tests/test_order.py
from shop.order import total

def test_total():
    assert total([1]) == 9
`;

type Answer = Impact & { readonly summary: string; readonly limits: readonly string[] };

async function impact(repo: Repo): Promise<Answer> {
  const { code, stdout, stderr } = await runBinary(["impact", "--json"], { cwd: repo.root });
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

/** Staged, unstaged, untracked, removed and renamed at once. */
function edit(repo: Repo): void {
  repo.write(
    "shop/price.py",
    `def tax(amount, rate=2):
    return amount * rate

def net(amount):
    return tax(amount)
`,
  );
  repo.git("add", "shop/price.py");
  repo.write(
    "shop/order.py",
    `from shop.price import net, old_rate

def total(items):
    items = list(items)
    return net(sum(items)) + old_rate()
`,
  );
  repo.write("shop/fresh.py", "def fresh():\n    return 1\n");
  Deno.removeSync(`${repo.root}/shop/legacy.py`);
  Deno.renameSync(`${repo.root}/shop/moved.py`, `${repo.root}/shop/there.py`);
}

const CHANGES = [
  "added shop/fresh.py: fresh added",
  "deleted shop/legacy.py: legacy removed",
  "modified shop/order.py: total body",
  "modified shop/price.py: tax signature, old_rate removed still used shop/order.py:5",
  "renamed shop/there.py: ",
];

function changesOf(answer: Answer): string[] {
  return (answer.changes ?? []).map(({ status, path, definitions }) =>
    `${status} ${path}: ${
      definitions.map((one) =>
        [one.symbol, one.change, ...(one.still_used ? ["still used", ...one.still_used] : [])].join(" ")
      ).join(", ")
    }`
  );
}

Deno.test("cli: impact of what is not committed: definitions, dependants, tests, owners", async () => {
  using repo = makeRepo(REPO);
  assert.match((await impact(repo)).summary, /no uncommitted changes/);
  edit(repo);
  const answer = await impact(repo);
  assert.deepEqual(changesOf(answer), CHANGES);
  assert.deepEqual(answer.dependants.map(({ symbol, through }) => `${symbol} < ${through}`).sort(), [
    "net < shop/price.py:tax",
    "test_total < shop/order.py:total",
  ]);
  assert.deepEqual(answer.tests, ["tests/test_order.py:test_total"]);
  assert.deepEqual(answer.owners.map(({ name, commits }) => [name, commits]), [["test", 1]]);
  const again = await impact(repo);
  assert.deepEqual(again, answer);
  const formats = await Promise.all(
    ["text", "mermaid"].map((format) => runBinary(["impact", "--format", format], { cwd: repo.root })),
  );
  for (const { code, stdout } of formats) {
    assert.equal(code, 0);
    for (const word of [/\btax\b/, /signature/, /test_total/]) assert.match(stdout, word);
  }
});

Deno.test("cli: a chain shows tests apart from callers, and counts both", async () => {
  using repo = makeRepo(REPO);
  const { code, stdout } = await runBinary(["chain", "total", "--depth", "1"], { cwd: repo.root });
  assert.equal(code, 0);
  assert.equal(
    stdout,
    `shop/order.py:total
called by: nothing outside of tests
  1 of 1 call site, 1 import line; names in strings and templates: 0
    imported  tests/test_order.py:1
called by tests: 1
  test_total  tests/test_order.py:4  0.95
calls: 2
  net  shop/price.py:4  called at shop/order.py:4  0.95
  old_rate  shop/price.py:7  called at shop/order.py:4  0.95
`,
  );
});

Deno.test("cli: line ends, sparse files, links and ignored files are no changes", async () => {
  using repo = makeRepo(REPO);
  repo.write("shop/legacy.py", "def legacy():\r\n    return 1\r\n");
  repo.write(".gitignore", "*.log.py\n");
  repo.write("noise.log.py", "def noise():\n    return 1\n");
  repo.git("update-index", "--skip-worktree", "shop/moved.py");
  Deno.removeSync(`${repo.root}/shop/moved.py`);
  Deno.symlinkSync("shop/price.py", `${repo.root}/link.py`);
  assert.deepEqual(changesOf(await impact(repo)).filter((one) => !one.includes(".gitignore")), []);
});

Deno.test("cli: without a commit or git there is nothing to compare with", async () => {
  using plain = makeRepo(REPO, { git: false });
  assert.match((await impact(plain)).summary, /no commit to compare the work tree with/);
  plain.git("init", "-q");
  assert.match((await impact(plain)).summary, /no commit to compare the work tree with/);
});

Deno.test("cli: a repository's configuration runs nothing when its changes are read", async () => {
  using repo = makeRepo(REPO);
  const trap = `${repo.root}/sprung`;
  const run = `sh -c "touch ${trap}; cat"`;
  repo.write(".gitattributes", "*.py diff=trap filter=trap merge=trap\n");
  repo.git("add", ".gitattributes");
  edit(repo);
  for (
    const [key, value] of [
      ["diff.trap.textconv", run],
      ["diff.trap.command", run],
      ["diff.external", run],
      ["filter.trap.clean", run],
      ["filter.trap.smudge", run],
      ["filter.trap.process", run],
      ["core.fsmonitor", run],
      ["core.pager", run],
      ["core.sshCommand", run],
      ["core.hooksPath", repo.root],
    ] as const
  ) repo.git("config", key, value);
  assert.deepEqual(changesOf(await impact(repo)).filter((one) => !one.includes(".gitattributes")), CHANGES);
  assert.throws(() => Deno.statSync(trap), "something was run");
});

Deno.test("hook: asked about my changes, it says what they are and who is affected", async () => {
  using repo = makeRepo(REPO);
  edit(repo);
  for (const prompt of ["What do my changes break?", "我的改动会影响什么？"]) {
    const context = await hookContext(prompt, repo.root);
    assert.match(context, /shop\/price\.py:1-2 tax: uncommitted change: signature; 1 direct uses/);
    assert.match(context, /old_rate: uncommitted change: removed; still used at shop\/order\.py:5/);
    assert.match(context, /tests\/test_order\.py:\d+-\d+ test_total: uses total/);
  }
  repo.write("shop/.env", "TOKEN=x\n");
  assert(!(await hookContext("What do my changes break?", repo.root)).includes(".env"));
});
