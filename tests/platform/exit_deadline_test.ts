import assert from "node:assert/strict";

/** What a process prints that calls `leaveAfter` and then runs `rest`, and how it ends. */
function run(rest: string): { code: number; stdout: string } {
  const leave = new URL("../../src/platform/exit_deadline.ts", import.meta.url);
  const code = `import { leaveAfter } from "${leave}"; leaveAfter(100); ${rest}`;
  const { code: exit, stdout } = new Deno.Command(Deno.execPath(), {
    args: ["eval", "--no-check", code],
    stderr: "null",
  }).outputSync();
  return { code: exit, stdout: new TextDecoder().decode(stdout) };
}

Deno.test("leave: a process that waits for ever ends, with code 0 and what it wrote", () => {
  const rest = `console.log("written"); setInterval(() => {}, 50); await new Promise(() => {});`;
  assert.deepEqual(run(rest), { code: 0, stdout: "written\n" });
});

Deno.test("leave: a process that is done before is not kept, its exit code is its own", () => {
  assert.deepEqual(run("Deno.exitCode = 3;"), { code: 3, stdout: "" });
});
