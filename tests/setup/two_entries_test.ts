import assert from "node:assert/strict";
import type { HookSpec } from "../../src/clients/claude_code/settings_file.ts";
import { addHooks, removeHooks } from "../../src/clients/claude_code/settings_file.ts";

const HOOKS = "/home/u/.claude/hooks";
const own = { hooksDir: HOOKS, home: "/home/u" };
const spec = (word: string, more: Partial<HookSpec> = {}): HookSpec => ({
  event: "SessionStart",
  command: `${HOOKS}/auto-tools`,
  args: [word],
  timeout: 5,
  ...more,
});
const SPECS = [spec("hook"), spec("warm", { matcher: "startup|resume", async: true, timeout: 300 })];

Deno.test("an event may hold the entry that answers and the one that works ahead", () => {
  const first = addHooks("{}\n", SPECS, own);
  const groups = JSON.parse(first.text).hooks.SessionStart;
  assert.deepEqual(groups.map((group: { hooks: { args: string[] }[] }) => group.hooks[0]?.args), [["hook"], [
    "warm",
  ]]);
  assert.equal(groups[1].hooks[0].async, true);
  assert.equal(groups[1].matcher, "startup|resume");
  assert.equal(addHooks(first.text, SPECS, own).text, first.text);
  const none = JSON.parse(removeHooks(first.text, own, first.created));
  assert.deepEqual(none, {});
});

Deno.test("copies of either entry go, the other stays", () => {
  const { text } = addHooks("{}\n", SPECS, own);
  const doubled = JSON.parse(text);
  doubled.hooks.SessionStart.push(...structuredClone(doubled.hooks.SessionStart));
  const mended = JSON.parse(addHooks(JSON.stringify(doubled), SPECS, own).text);
  assert.equal(mended.hooks.SessionStart.length, 2);
});
