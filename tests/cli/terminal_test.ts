import assert from "node:assert/strict";
import { SUBCOMMANDS } from "../../src/cli/command_line.ts";
import { manPage } from "../../src/cli/man.ts";
import { readQuery } from "../../src/cli/search.ts";
import { ageOf, inTerminal, painted, painter } from "../../src/clients/terminal/text.ts";
import { paceOf } from "../../src/platform/progress.ts";
import { EMPTY_HOME, runBinary } from "../support/binary.ts";
import { makeRepo } from "../support/fixture.ts";
import { SHOP } from "../support/shop.ts";

/** What a person at a terminal sees. */

const io = (isTerminal: boolean, env: Record<string, string> = {}) => ({
  isTerminal,
  env: (name: string) => env[name],
});

Deno.test("colours: on a terminal only, never with NO_COLOR or for a dumb one", () => {
  assert.equal(painter(io(true))("a", "path"), "\x1b[36ma\x1b[0m");
  for (const plain of [io(false), io(true, { NO_COLOR: "1" }), io(true, { TERM: "dumb" })]) {
    assert.equal(painter(plain)("a", "path"), "a");
  }
  assert.equal(painted("head\nrow\n", painter(io(true))), "\x1b[1mhead\x1b[0m\nrow\n");
  assert.equal(painted("", painter(io(true))), "");
});

Deno.test("long results: on a terminal the first hundred lines and the count of the rest, elsewhere all", () => {
  const text = (count: number): string =>
    Array.from({ length: count }, (_, at) => `line ${at + 1}\n`).join("");
  assert.equal(inTerminal(text(101), io(true)), text(101));
  assert.equal(inTerminal(text(500), io(false)), text(500));
  const cut = inTerminal(text(500), io(true));
  assert.equal(cut, `${text(100)}... 400 more lines; to read all of them add: | less\n`);
});

Deno.test("progress: the time left is told by the pace, once there is one", () => {
  assert.equal(paceOf(10, 100, 100), "10/100");
  assert.equal(paceOf(0, 100, 9000), "0/100");
  assert.equal(paceOf(120, 480, 2000), "120/480, 60/s, 6 s left");
});

Deno.test("age: in the largest unit that fits", () => {
  const ago = (milliseconds: number): string => ageOf(1_000_000_000, 1_000_000_000 + milliseconds);
  assert.deepEqual([0, 999, -5, 1000, 61_000, 7_200_000, 90_000_000].map(ago), [
    "just now",
    "just now",
    "just now",
    "1 second ago",
    "1 minute ago",
    "2 hours ago",
    "1 day ago",
  ]);
});

Deno.test("man: every command has its section, and no line of a text is taken for a macro", () => {
  const page = manPage();
  for (const name of Object.keys(SUBCOMMANDS)) assert.ok(page.includes(`\n.SS auto\\-tools ${name}\n`), name);
  const macros = new Set([...page.matchAll(/^\.(\w*)/gm)].map(([, name]) => name));
  assert.deepEqual(macros, new Set(["TH", "SH", "SS", "PP", "nf", "fi"]));
  assert.doesNotMatch(page, /^'/m);
  assert.doesNotMatch(page.replaceAll("\\-", "").replaceAll("\\e", "").replaceAll("\\&", ""), /\\/);
  assert.equal(page.match(/^\.nf$/gm)?.length, page.match(/^\.fi$/gm)?.length);
});

Deno.test("search: without a question at a terminal it asks for one instead of waiting", async () => {
  const typed = { isTyped: true, stdin: () => Promise.reject(new Error("waits")), cwd: "/" };
  await assert.rejects(
    readQuery({}, [], typed as unknown as Parameters<typeof readQuery>[2]),
    /^Failure: missing query/,
  );
});

Deno.test("status: files of the index, how many are behind, and its age", async () => {
  using repo = makeRepo(SHOP);
  const status = async () => JSON.parse((await runBinary(["status", "--json"], { cwd: repo.root })).stdout);
  assert.match(
    (await status()).index,
    /^git \w+; none yet: the first prompt builds it, or auto-tools index$/,
  );
  await runBinary(["index"], { cwd: repo.root });
  const fresh = await status();
  assert.match(fresh.index, /^git \w+; \d+ files, up to date, written (?:just now|\d+ \w+ ago)$/);
  assert.ok(fresh.index_state.files > 3 && Date.now() - fresh.index_state.written < 600_000);
  assert.deepEqual(fresh.index_state.unresolved_imports, { count: 0, first: [] });
  const text = (await runBinary(["status", "--explain"], { cwd: repo.root })).stdout;
  assert.match(text, /^imports +0 unresolved imports of this repository's own modules$/m);
  assert.doesNotMatch((await runBinary(["status"], { cwd: repo.root })).stdout, /imports/);
  repo.write("src/new.ts", 'import "./gone";\nexport const added = 1;\n');
  const behind = await status();
  assert.equal(behind.index_state.behind, 1);
  assert.equal(behind.index_state.files, fresh.index_state.files + 1);
  assert.match(behind.index, /, 1 of them new or changed since, /);
  await runBinary(["index"], { cwd: repo.root });
  const counted = (await runBinary(["status"], { cwd: repo.root })).stdout;
  assert.match(
    counted,
    /^imports +1 unresolved import of this repository's own modules\n +listed with --explain$/m,
  );
});

Deno.test("messages: each names what failed, the value and what to do", async () => {
  using repo = makeRepo(SHOP);
  const run = (...args: string[]) => runBinary(args, { cwd: repo.root, env: { HOME: EMPTY_HOME } });
  const index = await run("index", "nowhere");
  assert.deepEqual([index.code, index.stderr], [
    20,
    "auto-tools: no such folder: nowhere; see `auto-tools index --help`\n",
  ]);
  const search = await run("search", "--limt", "3");
  assert.equal(
    search.stderr,
    "auto-tools: unknown option: --limt; did you mean --limit?; see `auto-tools search --help`\n",
  );
  const { stderr } = await run("hotspots");
  assert.match(
    stderr,
    /^\[Limits\] hotspots: only one commit was looked at, which cannot tell what changes often/m,
  );
});
