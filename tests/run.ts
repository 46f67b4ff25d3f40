/**
 * Runs all test files side by side, then once more, one after the other, the files in which a test failed. Many tests
 * start whole programs that have time limits, and on a busy machine one of them may be late without being wrong. A test
 * counts as failed if its file fails both times; a file that passed only alone is named at the end.
 *
 * `deno run -A tests/run.ts [--all] [FOLDER]`, default `tests`; `--all` includes tests that take long. Exit code 0 if every
 * test passed; the last line is in Deno's form: `ok | 12 passed | 0 failed | 3 ignored`.
 */

import { spawn } from "node:child_process";
import process from "node:process";
import { createInterface } from "node:readline";

/** With more files than this, load is not the reason, and nothing is repeated. */
const REPEATED_AT_MOST = 6;

const SUMMARY = /^(?:ok|FAILED) \| (\d+) passed.*? \| (\d+) failed(?: \| (\d+) ignored)?/;

/** Files that run side by side: most tests wait for the programs they start for half of their time. */
const JOBS = String(2 * navigator.hardwareConcurrency);

/** A failed test in the report; steps of tests, which have `>` in their names, are not counted. */
const FAILED_TEST = /<testcase name="(?:(?! &gt; )[^"])*"[^>]*>\s*<failure/g;

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
const first = await test(["--parallel", Deno.args[runsAll ? 1 : 0] ?? "tests"]);
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

/** Shows what `deno test` prints but for its own last line. */
async function test(args: readonly string[]): Promise<Outcome> {
  const report = Deno.makeTempFileSync({ suffix: ".xml" });
  const options = ["test", "-A", "--no-check", `--junit-path=${report}`];
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
