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

const SEEN = "globalThis.seen = true;";
const SHARES = 'Deno.test("shares", () => { if (!("seen" in globalThis)) throw new Error("alone"); });';
const STARTS = `const start = () => new Deno.Command("true");
Deno.test("starts programs", () => { if ("seen" in globalThis) throw new Error("not alone"); });`;

/** Test files by name; what the runner's exit code and its last line are for them, and how many late files it names. */
const RUNS: readonly (readonly [string, Record<string, string>, number, string, number])[] = [
  [
    "what fails once passes alone and is named",
    { a: FAILS_ONCE, b: PASSES },
    0,
    "ok | 2 passed | 0 failed",
    1,
  ],
  [
    "tests that take long are ignored",
    { a: PASSES, b: LONG },
    0,
    "ok | 1 passed | 0 failed | 1 ignored",
    0,
  ],
  ["with --all they run", { a: PASSES, "--all": LONG }, 0, "ok | 2 passed | 0 failed", 0],
  [
    "those of a folder share a thread but for those that start programs, and one that fails is repeated alone",
    { "in/a": SEEN + FAILS_ONCE, "in/b": SHARES, "in/c": STARTS },
    0,
    "ok | 3 passed | 0 failed",
    1,
  ],
  ["what fails twice has failed", { a: FAILS, b: PASSES }, 1, "FAILED | 1 passed | 1 failed", 0],
  [
    "a module that does not load is not repeated",
    { a: FAILS_ONCE, b: "throw 1;" },
    1,
    "FAILED | 0 passed | 2 failed",
    0,
  ],
  [
    "more files than load can explain are not repeated",
    Object.fromEntries([..."abcdefg"].map((name) => [name, FAILS_ONCE])),
    1,
    "FAILED | 0 passed | 7 failed",
    0,
  ],
];

for (const [name, files, code, last, named] of RUNS) {
  Deno.test(`test runner: ${name}`, async () => {
    const folder = Deno.makeTempDirSync({ prefix: "auto-tools-run-" });
    Deno.mkdirSync(`${folder}/in`);
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
      const late = lines.find((line) => line.startsWith("failed beside the others, passed alone: "))?.split(
        ": ",
      )[1];
      assert.equal(late?.split(", ").length ?? 0, named, late);
    } finally {
      Deno.removeSync(folder, { recursive: true });
    }
  });
}
