import assert from "node:assert/strict";
import { withChecksum, withoutChecksum } from "../../src/platform/checksum.ts";
import { runBinary } from "../support/binary.ts";
import { makeRepo } from "../support/fixture.ts";

const REPO = `
//- /src/knot.js
export function knot(a, b) {
  for (const x of a) {
    if (x && b) return 1;
  }
}
`;

Deno.test("cli: complexity of a file as a table and as JSON", async () => {
  using repo = makeRepo(REPO);
  const text = await runBinary(["complexity", "src/knot.js"], { cwd: repo.root });
  assert.equal(text.code, 0, text.stderr);
  assert.match(text.stdout, /^cognitive +cyclomatic +nesting +lines +parameters +function\n/);
  assert.match(text.stdout, /\n +4 +4 +2 +5 +2 {2}knot {2}src\/knot\.js:1\n/);
  const json = await runBinary(["complexity", ".", "--json"], { cwd: repo.root });
  const { status, functions } = JSON.parse(json.stdout);
  assert.equal(status, "ok");
  assert.deepEqual([functions[0].symbol, functions[0].cyclomatic, functions[0].cognitive], ["knot", 4, 4]);
});

Deno.test("cli: hotspots from the cold, from the cache and after another commit", async () => {
  using repo = makeRepo(REPO);
  const ask = async (): Promise<
    { commits: number; limits: string[]; hotspots: { path: string; commits: number }[] }
  > => {
    const { code, stdout, stderr } = await runBinary(["hotspots", "--json"], { cwd: repo.root });
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout);
  };
  const cold = await ask();
  assert.deepEqual([cold.commits, cold.hotspots.map((row) => row.path), cold.limits], [
    1,
    ["src/knot.js"],
    ["hotspots: only one commit was looked at, which cannot tell what changes often; --all looks at the whole history"],
  ]);
  assert.deepEqual(await ask(), cold);
  repo.write("src/knot.js", "export function knot() { return 1; }\n");
  repo.git("commit", "-q", "-a", "-m", "untie");
  assert.deepEqual((await ask()).hotspots[0]!.commits, 2);
  const text = await runBinary(["hotspots", "--days", "90"], { cwd: repo.root });
  assert.match(text.stdout, /^score +commits +authors +churn +complexity +file\n/);
  assert.match(text.stderr, /\[Limits\] days clamped to 30\n/);
});

Deno.test("cli: hotspots without git, complexity without a path", async () => {
  using plain = makeRepo(REPO, { git: false });
  const { code, stdout, stderr } = await runBinary(["hotspots"], { cwd: plain.root });
  assert.deepEqual([code, stdout], [0, "no history\n"]);
  assert.match(stderr, /history: no git repository here/);
  const missing = await runBinary(["complexity"], { cwd: plain.root });
  assert.equal(missing.code, 20);
  assert.match(missing.stderr, /complexity takes one PATH/);
});

Deno.test("cli: a repository's configuration runs nothing when its history is read", async () => {
  using repo = makeRepo(REPO);
  const trap = `${repo.root}/sprung`;
  const run = `sh -c "touch ${trap}; cat"`;
  repo.write(".gitattributes", "*.js diff=trap\n");
  repo.write("src/knot.js", "export const knot = 1;\n");
  repo.git("add", "-A");
  repo.git("commit", "-q", "-m", "trap");
  for (
    const [key, value] of [
      ["diff.trap.textconv", run],
      ["diff.trap.command", run],
      ["diff.external", run],
      ["core.fsmonitor", run],
      ["core.pager", run],
      ["log.showSignature", "true"],
      ["gpg.program", run],
      ["diff.orderFile", "/dev/zero"],
      ["mailmap.file", "/dev/zero"],
    ] as const
  ) repo.git("config", key, value);
  const { code, stdout } = await runBinary(["hotspots", "--json"], { cwd: repo.root });
  assert.equal(code, 0);
  assert.equal(JSON.parse(stdout).commits, 2);
  assert.throws(() => Deno.statSync(trap), "something was run");
});

function readKept(path: string): string {
  return new TextDecoder().decode(withoutChecksum(Deno.readFileSync(path)));
}

function writeKept(path: string, text: string): void {
  Deno.writeFileSync(path, withChecksum(new TextEncoder().encode(text)));
}

Deno.test("cli: remembered hotspots are the same, and follow the work tree", async () => {
  using repo = makeRepo(REPO);
  const ask = async (): Promise<string> =>
    (await runBinary(["hotspots", "--json"], { cwd: repo.root })).stdout;
  const cache = `${repo.root}/.devbooks/cache/auto-tools/hotspots-2.json`;
  const first = await ask();
  const kept = readKept(cache);
  assert.equal(await ask(), first);
  for (const damage of ["", "{", kept.replace('"commits":1', '"commits":"x"'), `{"x":${kept}}`]) {
    Deno.writeTextFileSync(cache, damage);
    assert.equal(await ask(), first, `without a checksum: ${damage.slice(0, 40)}`);
    writeKept(cache, damage);
    assert.equal(await ask(), first, damage.slice(0, 40));
  }
  repo.write("src/knot.js", "export const knot = 1;\n");
  assert.notEqual(await ask(), first, "complexity is that of the file as it is");
  Deno.removeSync(`${repo.root}/src/knot.js`);
  repo.git("commit", "-q", "-a", "-m", "gone");
  assert.deepEqual(JSON.parse(await ask()).hotspots, []);
});

Deno.test("cli: hotspots that a repository brings along are not believed", async () => {
  using repo = makeRepo(REPO);
  const cache = ".devbooks/cache/auto-tools/hotspots-2.json";
  const ask = async (): Promise<number> =>
    JSON.parse((await runBinary(["hotspots", "--json"], { cwd: repo.root })).stdout).commits;
  const commits = await ask();
  const path = `${repo.root}/${cache}`;
  writeKept(path, readKept(path).replace(`"commits":${commits}`, '"commits":77'));
  assert.equal(await ask(), 77, "kept by an earlier call, as far as the program knows");
  repo.git("add", "-f", cache);
  assert.equal(await ask(), commits);
});

Deno.test("cli: locate gives its reasons in words", async () => {
  using repo = makeRepo(REPO);
  const { code, stdout, stderr } = await runBinary(["locate", "knot fails"], { cwd: repo.root });
  assert.equal(code, 0, stderr);
  assert.match(stdout, /src\/knot\.js:\d+-\d+ {2}knot\n {6}its text matches, /);
  assert.doesNotMatch(stdout, /_|chunk|crowd/, "no names of features");
});

Deno.test("cli: locate looks at as many commits as it is told, and says so", async () => {
  using repo = makeRepo(REPO);
  repo.write("src/knot.js", "export function knot() {\n  return 1;\n}\n");
  repo.git("commit", "-q", "-a", "-m", "the banner flickers on resume");
  repo.write("src/other.js", "export const other = 1;\n");
  repo.git("add", "-A");
  repo.git("commit", "-q", "-m", "another file");
  const ask = async (...options: string[]): Promise<{ limits: string[]; files?: string[] }> => {
    const args = ["locate", "--json", ...options, "banner flickers after resume"];
    const { code, stdout, stderr } = await runBinary(args, { cwd: repo.root });
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout);
  };
  const all = await ask();
  assert.deepEqual([all.files, all.limits], [["src/knot.js"], []], "found by a message alone");
  assert.deepEqual(await ask("--history-depth", "2"), {
    ...all,
    limits: ["history: only the newest 2 commits"],
  });
  const newest = await ask("--history-depth", "1");
  assert.deepEqual([newest.files, newest.limits], [[], ["history: only the newest 1 commit"]]);
  const none = await ask("--history-depth", "0");
  assert.deepEqual([none.files, none.limits], [[], ["history: only the newest 0 commits"]]);
  const clamped = await ask("--history-depth", "200000");
  assert.deepEqual(clamped, { ...all, limits: ["history_depth clamped to 100000"] });
});

Deno.test("cli: a symbol or path that the repository does not have exits with 60 and names near ones", async () => {
  using repo = makeRepo(REPO);
  const missing = await Promise.all(
    [["chain", "knott"], ["impact", "knott"], ["impact", "src/knto.js"], ["complexity", "src/nowhere"]].map(
      async (args) => {
        const { code, stdout, stderr } = await runBinary(args, { cwd: repo.root });
        assert.equal(stdout, "");
        return [code, stderr.trim()];
      },
    ),
  );
  assert.deepEqual(missing, [
    [60, "unknown symbol: knott; near names: knot"],
    [60, "unknown symbol or file: knott; near names: knot"],
    [60, "unknown symbol or file: src/knto.js; near paths: src/knot.js"],
    [60, "no such file or folder: src/nowhere"],
  ]);
});

Deno.test("cli: of several definitions of a name one is meant, the others are listed with their lines", async () => {
  using repo = makeRepo(`
//- /a/items.py
class Items:
    def turn(self):
        return 1
def spin(items: Items):
    return items.turn()
//- /b/base.py
def turn(name):
    return name
//- /b/use.py
from b.base import turn
def go():
    return turn("x")
`);
  const chain = await runBinary(["chain", "turn"], { cwd: repo.root });
  assert.match(
    chain.stdout,
    /^b\/base\.py:turn\ncalled by: 1\n {2}go .*\n {2}1 of 1 call site, 1 import line; .*: 0\n {4}imported {2}b\/use\.py:1\ncalls: nothing found\nalso defined:\n {2}a\/items\.py:2 {2}Items\.turn {2}1 call site\n$/,
  );
  const impact = await runBinary(["impact", "turn"], { cwd: repo.root });
  assert.match(impact.stdout, /^turn: 1 dependant, 0 in tests, .*\nused by:\n.* go\b/);
  assert.match(impact.stdout, /\nalso defined:\n {2}a\/items\.py:2 {2}Items\.turn\n$/);
});
