import assert from "node:assert/strict";
import type { Complexity } from "../../src/tools/ci_complexity.ts";
import { ciComplexity } from "../../src/tools/ci_complexity.ts";
import { ciHotspot } from "../../src/tools/ci_hotspot.ts";
import type { Hotspots } from "../../src/history/hotspots/rows.ts";
import { ComplexityCache } from "../../src/syntax/complexity/complexity_cache.ts";
import { summarise } from "../../src/syntax/complexity/file_complexity.ts";
import { Measurer } from "../../src/syntax/complexity/measure.ts";
import { HISTORY_LIMITS } from "../../src/history/requests.ts";
import { languageOf } from "../../src/syntax/languages.ts";
import { roleOf } from "../../src/index/roles.ts";
import type { ToolContext } from "../../src/ports/tool.ts";
import type { Findings } from "../../src/model/calls.ts";
import type { Repo } from "../support/fixture.ts";
import { makeRepo } from "../support/fixture.ts";
import { filesOf } from "../support/files.ts";
import { testParser } from "../syntax/support.ts";
import { readHistory } from "./support.ts";

const measurer = new Measurer(await testParser());

/** A context over the work tree; `late` is a clock that has run out. */
function contextOf(repo: Repo, late = false): ToolContext {
  const paths = repo.git("ls-files", "-z").split("\0").filter((path) => path !== "").sort();
  const read = (path: string): string => Deno.readTextFileSync(`${repo.root}/${path}`);
  let now = 0;
  return {
    files: {
      ...filesOf((path) => paths.includes(path) ? read(path) : undefined),
      list: () => paths.map((path) => ({ path, role: roleOf(path) })),
    },
    history: {
      open: async () => (await readHistory(repo.root)).history,
      recall: () => Promise.resolve(undefined),
      remember: () => Promise.resolve(),
    },
    base: { tree: () => assert.fail("nothing is compared"), read: () => assert.fail("nothing is compared") },
    syntax: {
      parser: () => assert.fail("nothing is parsed anew"),
      measurer: () => Promise.resolve(measurer),
      summaries: () => Promise.resolve(summaries()),
    },
    index: { open: () => assert.fail("no index is needed"), over: () => assert.fail("no index is needed") },
    repository: { rootSource: "git" },
    clock: () => late ? now += 1000 : 0,
    deadline: late ? 1500 : 1000,
    partial: () => {},
  };
}

function summaries(): Awaited<ReturnType<ToolContext["syntax"]["summaries"]>> {
  const cache = new ComplexityCache(undefined);
  return {
    of: (path, files) =>
      cache.of(path, () => {
        const content = files.read(path);
        if (!content.ok) return Promise.resolve(undefined);
        const measured = measurer.measure(content.text, languageOf(path, content.text));
        return Promise.resolve(summarise(content.text, measured));
      }),
    save: () => cache.save(),
  };
}

const PLAIN = "export function plain(a) {\n  return a;\n}\n";
const COMPLEX = `export function complex(a, b) {
  for (const x of a) {
    if (x && b) {
      while (x) b();
    } else if (b) return 1;
  }
}
`;

/** Commits on the days before a fixed one, so that the window is known. */
function onDay(
  repo: Repo,
  day: number,
  files: Record<string, string>,
  message: string,
  author = "Ada",
): void {
  for (const [path, text] of Object.entries(files)) repo.write(path, text);
  repo.git("add", "-A");
  const date = new Date(Date.UTC(2026, 0, 1 + day)).toISOString();
  const when = { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  repo.gitWith(when, "-c", `user.name=${author}`, "commit", "-q", "-m", message);
}

function story(): Repo {
  const repo = makeRepo("", { git: false });
  repo.git("init", "-q", "-b", "main");
  onDay(repo, 0, { "src/quiet.js": COMPLEX, "src/plain.js": PLAIN, "src/hot.js": PLAIN }, "old");
  onDay(repo, 100, { "src/hot.js": COMPLEX, "test/hot_test.js": "1" }, "one");
  onDay(repo, 101, { "src/hot.js": COMPLEX + "// 2\n", "test/hot_test.js": "2" }, "two", "Grace");
  onDay(repo, 102, { "src/plain.js": PLAIN + "// 3\n", "README.md": "3" }, "three");
  onDay(repo, 103, { "src/plain.js": PLAIN + "// 4\n" }, "four");
  onDay(repo, 104, { "src/plain.js": PLAIN + "// 5\n", "src/hot.js": COMPLEX + "// 5\n" }, "five");
  return repo;
}

Deno.test("hotspots: change frequency times complexity, with churn, authors and company", async () => {
  using repo = story();
  const findings = await ciHotspot({ days: 30, top: 20 }, contextOf(repo));
  const data = findings.data as Hotspots;
  assert.deepEqual(
    [data.since, data.until, data.commits],
    ["2026-03-16", "2026-04-15", 5],
  );
  assert.deepEqual(
    data.hotspots.map((row) => row.path),
    ["src/hot.js", "src/plain.js"],
    "no tests, docs or quiet files",
  );
  const [hot, plain] = data.hotspots;
  assert.deepEqual([hot!.commits, hot!.authors, hot!.lines_added, hot!.lines_deleted], [3, 2, 8, 3]);
  assert.equal(hot!.complexity, 6);
  assert.equal(hot!.score, 1);
  assert.equal(plain!.score, Number((1 / 6).toFixed(4)));
  assert.deepEqual(hot!.most_complex, {
    symbol: "complex",
    start_line: 1,
    end_line: 7,
    cyclomatic: 6,
    cognitive: 8,
  });
  assert.deepEqual(hot!.coupled, [{ path: "test/hot_test.js", support: 2, confidence: 0.67 }]);
  assert.equal(hot!.last_changed, "2026-04-15");
  checkContract(findings, repo);
});

Deno.test("hotspots: the whole history by hand, where lines are not counted", async () => {
  using repo = story();
  const data = (await ciHotspot({ all: true, days: 30, top: 20 }, contextOf(repo))).data as Hotspots;
  assert.equal(data.days, null);
  assert.equal(data.commits, 6);
  assert.deepEqual(data.hotspots.map((row) => row.path), ["src/hot.js", "src/quiet.js", "src/plain.js"]);
  const quiet = data.hotspots.find((row) => row.path === "src/quiet.js")!;
  assert.deepEqual([quiet.lines_added, quiet.lines_deleted], [null, null]);
});

Deno.test("hotspots: the same HEAD gives the same bytes, and top is kept", async () => {
  using repo = story();
  const once = JSON.stringify(await ciHotspot({ days: 30, top: 1 }, contextOf(repo)));
  assert.equal(JSON.stringify(await ciHotspot({ days: 30, top: 1 }, contextOf(repo))), once);
  assert.equal((JSON.parse(once).data as Hotspots).hotspots.length, 1);
});

Deno.test("hotspots: without git or without time it says so", async () => {
  using plain = makeRepo("//- /a.js\n1", { git: false });
  plain.git("init", "-q");
  const none = await ciHotspot({ days: 30, top: 20 }, contextOf(plain));
  assert.deepEqual([none.items, none.strength, none.gaps], [[], "none", [HISTORY_LIMITS.noCommit]]);
  using repo = story();
  const late = await ciHotspot({ days: 30, top: 20 }, contextOf(repo, true));
  assert.deepEqual(late.gaps, ["hotspots: measured 1 of 2 files within the time"]);
});

Deno.test("complexity tool: a file, a folder, everything; the worst first", async () => {
  using repo = story();
  const file = await ciComplexity({ path: "./src/hot.js" }, contextOf(repo));
  assert.deepEqual((file.data as Complexity).functions.map((row) => row.symbol), ["complex"]);
  assert.equal(
    file.items[0]!.claim,
    "cyclomatic complexity 6, cognitive 8, nesting 3, 7 lines, 2 parameters",
  );
  const folder = await ciComplexity({ path: "src/" }, contextOf(repo));
  assert.deepEqual((folder.data as Complexity).functions.map((row) => `${row.path}:${row.symbol}`), [
    "src/hot.js:complex",
    "src/quiet.js:complex",
    "src/plain.js:plain",
  ]);
  assert.equal(((await ciComplexity({ path: "." }, contextOf(repo))).data as Complexity).files, 4);
  checkContract(folder, repo);
});

Deno.test("complexity tool: unknown paths, other files and lack of time are said", async () => {
  using repo = story();
  const unknown = await ciComplexity({ path: "lib/hot.js" }, contextOf(repo));
  assert.equal(unknown.summary, "no such file or folder: lib/hot.js; near paths: src/hot.js");
  const mistyped = async (path: string) => (await ciComplexity({ path }, contextOf(repo))).summary;
  assert.match(await mistyped("src/quite.js"), /; near paths: src\/quiet\.js/);
  assert.equal((await ciComplexity({ path: "../x" }, contextOf(repo))).items.length, 0);
  const readme = await ciComplexity({ path: "README.md" }, contextOf(repo));
  assert.deepEqual(readme.gaps, ["README.md: complexity is not measured for markdown"]);
  const late = await ciComplexity({ path: "." }, contextOf(repo, true));
  assert.deepEqual(late.gaps, ["complexity: measured 2 of 4 files within the time"]);
});

Deno.test("complexity cache: figures come back under their key only, damage is no figure", async () => {
  let bytes: Uint8Array | undefined;
  const file = { read: () => bytes, write: (written: Uint8Array) => (bytes = written, true) };
  const figures = summarise(COMPLEX, measurer.measure(COMPLEX, "javascript"));
  const first = new ComplexityCache(file);
  await first.of("a.js:1", () => Promise.resolve(figures));
  first.save();
  const never = (): Promise<never> => Promise.reject(new Error("measured again"));
  assert.deepEqual(await new ComplexityCache(file).of("a.js:1", never), figures);
  await assert.rejects(new ComplexityCache(file).of("a.js:2", never));
  for (
    const text of ["", "[]", "null", '{"format":2,"entries":[["k",{}],[1],7]}', '{"format":0,"entries":[]}']
  ) {
    bytes = new TextEncoder().encode(text);
    await assert.rejects(new ComplexityCache(file).of("a.js:1", never), text);
  }
});

/** What every tool's answer must be like. */
function checkContract(findings: Findings, repo: Repo): void {
  assert(findings.summary.length <= 240);
  findings.items.forEach((item, at) => {
    const lines = Deno.readTextFileSync(`${repo.root}/${item.path}`).split("\n").length;
    assert(1 <= item.startLine && item.startLine <= item.endLine && item.endLine <= lines, item.path);
    assert(item.claim.length <= 240);
    assert(at === 0 || item.score <= findings.items[at - 1]!.score);
  });
}
