/**
 * Runs all test files side by side, then once more, one after the other, the files in which a test failed. Many tests
 * start whole programs that have time limits, and on a busy machine one of them may be late without being wrong. A test
 * counts as failed if its file fails both times; a file that passed only alone is named at the end.
 *
 * The files that take longest come first, so that none of them is left at the end. Files that start no program and no
 * thread share one thread by folder: loading the same modules for each takes longer than most of their tests.
 *
 * `deno run -A tests/run.ts [--all] [FOLDER]`, default `tests`; `--all` includes tests that take long. Exit code 0 if every
 * test passed; the last line is in Deno's form: `ok | 12 passed | 0 failed | 3 ignored`.
 */

import { spawn } from "node:child_process";
import process from "node:process";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

/** With more files than this, load is not the reason, and nothing is repeated. */
const REPEATED_AT_MOST = 6;

const SUMMARY = /^(?:ok|FAILED) \| (\d+) passed.*? \| (\d+) failed(?: \| (\d+) ignored)?/;

/** Files that run side by side: most tests wait for the programs they start for half of their time. */
const JOBS = String(2 * navigator.hardwareConcurrency);

/** Files that take longest, the longest first: half a minute and more, on two processors. */
const LONGEST = [
  "specs/daemon",
  "specs/bombs",
  "clients/claude_plugin",
  "setup/toolchain",
  "matrix/matrix",
  "specs/daemon_memory",
  "specs/team_index",
  "specs/vectors",
  "engine/daemon/serve",
  "specs/block",
  "session/session",
  "specs/hard_repositories",
  "faults/faults",
  "specs/ckb",
  "specs/semantic",
].map((name) => `/${name}_test.ts`);

/** Marks of a test file that needs a thread of its own: it starts programs or threads, or replaces what all tests see. */
const ALONE =
  /\b(?:Command|Worker|scriptThreads|openDaemon|startCore)\(|\/(?:binary|daemon|own_process|processes|warm_repo)\.ts"/;

/** A failed test in the report; steps of tests, which have `>` in their names, are not counted. */
const FAILED_TEST = /<testcase name="(?:(?! &gt; )[^"])*"[^>]*>\s*<failure/g;

const CONFIG = new URL("../deno.json", import.meta.url).pathname;

/** What one `deno test` came to. */
interface Outcome {
  readonly ok: boolean;
  readonly passed: number;
  readonly failed: number;
  readonly ignored: number;
  /** Test files with a failed test, relative to the project; empty if anything but a test failed. */
  readonly files: readonly string[];
}

const runsAll = Deno.args[0] === "--all";
const shared = Deno.makeTempDirSync({ prefix: "auto-tools-tests-" });
const folder = Deno.args[runsAll ? 1 : 0]?.replace(/\/$/, "") ?? "tests";
const first = await test(["--parallel", ...inOrder(folder)]);
Deno.removeSync(shared, { recursive: true });
const files = first.files.length <= REPEATED_AT_MOST ? first.files : [];
let { passed, failed, ok } = first;
if (files.length > 0) {
  const again: [string, Outcome][] = [];
  for (const file of files) again.push([file, await test([file])]);
  const left = again.reduce((sum, [, outcome]) => sum + outcome.failed, 0);
  [passed, failed, ok] = [passed + failed - left, left, again.every(([, outcome]) => outcome.ok)];
  const late = again.filter(([, outcome]) => outcome.ok).map(([file]) => file);
  if (late.length > 0) console.log(`\nfailed beside the others, passed alone: ${late.join(", ")}`);
}
const ignored = first.ignored > 0 ? ` | ${first.ignored} ignored` : "";
console.log(`${ok ? "ok" : "FAILED"} | ${passed} passed | ${failed} failed${ignored}`);
Deno.exit(ok ? 0 : 1);

/** What `deno test` is given for a folder: the longest files, a module for the files of a folder that share one, the rest. */
function inOrder(folder: string): readonly string[] {
  const files = [...testFiles(folder)].toSorted();
  const rank = (file: string): number => LONGEST.findIndex((end) => file.endsWith(end));
  const longest = files.filter((file) => rank(file) >= 0).toSorted((one, other) => rank(one) - rank(other));
  const others = files.filter((file) => rank(file) < 0);
  const together = Map.groupBy(
    others.filter((file) => !ALONE.test(Deno.readTextFileSync(file))),
    (file) => file.slice(folder.length + 1).split("/").slice(0, -1)[0] ?? "",
  );
  const modules = [...together].filter(([name, { length }]) => name !== "" && length > 1).map(
    ([name, members]) => {
      const path = `${shared}/${name}.ts`;
      Deno.writeTextFileSync(
        path,
        members.map((file) => `import ${JSON.stringify(pathToFileURL(file).href)};\n`).join(""),
      );
      return { path, members };
    },
  );
  const inModules = new Set(modules.flatMap(({ members }) => members));
  return [...longest, ...modules.map(({ path }) => path), ...others.filter((file) => !inModules.has(file))];
}

/** The test files below a folder, by the names that Deno takes for them; a file is itself one. */
function* testFiles(folder: string): Generator<string> {
  if (Deno.statSync(folder).isFile) return yield folder;
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    if (isDirectory) yield* testFiles(`${folder}/${name}`);
    else if (/(?:^|[._])test\.ts$/.test(name)) yield `${folder}/${name}`;
  }
}

/** Shows what `deno test` prints but for its own last line. */
async function test(args: readonly string[]): Promise<Outcome> {
  const report = Deno.makeTempFileSync({ suffix: ".xml" });
  const options = ["test", "-A", "--no-check", `--config=${CONFIG}`, `--junit-path=${report}`];
  const child = spawn(Deno.execPath(), [...options, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, DENO_JOBS: JOBS, ...(runsAll && { AUTO_TOOLS_TEST_ALL: "1" }) },
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  let [passed, failed, ignored] = [0, 0, 0];
  for await (const line of createInterface({ input: child.stdout })) {
    const counts = SUMMARY.exec(line);
    if (counts) {
      [passed, failed] = [passed + Number(counts[1]), failed + Number(counts[2])];
      ignored += Number(counts[3] ?? 0);
    } else console.log(line);
  }
  const ok = await ended === 0;
  const suites = Deno.readTextFileSync(report).split("<testsuite ").slice(1);
  const failures = suites.map((suite) => suite.match(FAILED_TEST)?.length ?? 0);
  const all = failures.reduce((sum, n) => sum + n, 0);
  // A module that does not load counts as failed too, and is not in the report.
  const files = all < failed
    ? []
    : suites.filter((_, i) => failures[i]).map((suite) => suite.split('"')[1] ?? "");
  Deno.removeSync(report);
  return { ok, passed, failed, ignored, files };
}
