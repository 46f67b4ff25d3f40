import assert from "node:assert/strict";
import { readIntent } from "../../src/intent/intent.ts";
import { isUntyped } from "../../src/intent/synthetic_prompts.ts";

const UNTYPED = [
  "",
  "  \n",
  "<task-notification>\n<task-id>a1</task-id>\n<summary>Agent fixed auth.py</summary>\n</task-notification>",
  "<system-reminder>Your todo list changed: fix parser.ts</system-reminder>",
  "<local-command-stdout>error in src/app.ts:12</local-command-stdout>",
  "<command-name>/compact</command-name>\n<command-message>compact</command-message>",
  "<bash-input>ls src</bash-input>",
  "Stop hook feedback: tests fail in parser.ts",
  "[Request interrupted by user]",
  "This session is being continued from a previous conversation that ran out of context. Fixed bug in auth.py",
  "/init",
  "/init please",
  "/compact",
  "/model opus",
  "!ls",
];

const TYPED = [
  "fix the bug in auth.py",
  "/review src/app.ts",
  "/usr/lib/libfoo.so crashes on load",
  "/init please\nwhy does the parser fail in src/parser.ts",
  "<ide_opened_file>src/a.ts</ide_opened_file>\nwhy does it crash",
  "<system-reminder>x</system-reminder>\nfix the login error",
  "<div> is not closed in page.html",
];

for (const prompt of UNTYPED) {
  Deno.test(`nobody typed: ${JSON.stringify(prompt.slice(0, 40))}`, () => {
    assert.equal(isUntyped(prompt), true);
    assert.equal(readIntent(prompt).kind, "none");
    assert.equal(readIntent(prompt).confidence, 0);
  });
}

for (const prompt of TYPED) {
  Deno.test(`somebody typed: ${JSON.stringify(prompt.slice(0, 40))}`, () => {
    assert.equal(isUntyped(prompt), false);
    assert.notEqual(readIntent(prompt).kind, "none");
  });
}

Deno.test("a slash command without a code question gets nothing", () => {
  assert.equal(readIntent("/my-command please").kind, "none");
});
