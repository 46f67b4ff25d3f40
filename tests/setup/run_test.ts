import assert from "node:assert/strict";
import { PROJECT } from "./support.ts";

const FAILS_ONCE = `Deno.test("late", () => {
  const seen = new URL(import.meta.url + ".seen");
  try {
    Deno.statSync(seen);
  } catch {
    Deno.writeTextFileSync(seen, "");
    throw new Error("late");
  }
});`;
const PASSES = 'Deno.test("sound", () => {});';
const FAILS = 'Deno.test("wrong", () => { throw new Error("wrong"); });';

const LONG =
  'Deno.test({ name: "long", ignore: Deno.env.get("AUTO_TOOLS_TEST_ALL") !== "1", fn: () => {} });';

/** Test files by name; what the runner's exit code and its last line are for them, and whether it names a late file. */
const RUNS: readonly (readonly [string, Record<string, string>, number, string, boolean])[] = [
  [
    "what fails once passes alone and is named",
    { a: FAILS_ONCE, b: PASSES },
    0,
    "ok | 2 passed | 0 failed",
    true,
  ],
  [
    "tests that take long are ignored",
    { a: PASSES, b: LONG },
    0,
    "ok | 1 passed | 0 failed | 1 ignored",
    false,
  ],
  ["with --all they run", { a: PASSES, "--all": LONG }, 0, "ok | 2 passed | 0 failed", false],
  ["what fails twice has failed", { a: FAILS, b: PASSES }, 1, "FAILED | 1 passed | 1 failed", false],
  [
    "a module that does not load is not repeated",
    { a: FAILS_ONCE, b: "throw 1;" },
    1,
    "FAILED | 0 passed | 2 failed",
    false,
  ],
  [
    "more files than load can explain are not repeated",
    Object.fromEntries([..."abcdefg"].map((name) => [name, FAILS_ONCE])),
    1,
    "FAILED | 0 passed | 7 failed",
    false,
  ],
];

for (const [name, files, code, last, isNamed] of RUNS) {
  Deno.test(`test runner: ${name}`, async () => {
    const folder = Deno.makeTempDirSync({ prefix: "auto-tools-run-" });
    try {
      for (const [file, text] of Object.entries(files)) {
        Deno.writeTextFileSync(`${folder}/${file}_test.ts`, text);
      }
      const runner = new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", `${PROJECT}/tests/run.ts`, ..."--all" in files ? ["--all"] : [], folder],
        cwd: PROJECT,
        env: { NO_COLOR: "1", AUTO_TOOLS_TEST_ALL: "" },
        stderr: "null",
      });
      const done = await runner.output();
      const lines = new TextDecoder().decode(done.stdout).trimEnd().split("\n");
      assert.deepEqual([done.code, lines.at(-1)], [code, last]);
      assert.equal(lines.some((line) => line.startsWith("failed beside the others, passed alone:")), isNamed);
    } finally {
      Deno.removeSync(folder, { recursive: true });
    }
  });
}
