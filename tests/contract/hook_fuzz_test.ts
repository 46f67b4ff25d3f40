import assert from "node:assert/strict";
import { decodeEvent } from "../../src/clients/claude_code/events.ts";
import { clientOf, type Payload, readPayload } from "../../src/clients/hook_client.ts";
import { decodeHook } from "../../src/clients/prompt_hook.ts";
import type { Workspace } from "../clients/support/workspace.ts";
import { makeWorkspace, program, QUESTION } from "../clients/support/workspace.ts";
import { RUNS_ALL } from "../support/long_test.ts";
import { chance, EVENTS, payload, SESSION, WIDE } from "./support/payloads.ts";

/** Whatever a client sends: exit code 0, one JSON object the client takes or nothing, never over the cap. */

const DECODED = 1_000;
/** Each is a process of its own; AUTO_TOOLS_FUZZ=1000 for the long run. */
const RUN = Number(Deno.env.get("AUTO_TOOLS_FUZZ") ?? (RUNS_ALL ? 12 : 4));
const AT_ONCE = 2;
const CAP = 10_000;
const AGENT_CAP = 1_500;

for (const [number, event] of EVENTS.entries()) {
  Deno.test(`${event}: ${DECODED} payloads decode to something sound or to silence`, () => {
    const random = chance(number + 1);
    for (let i = 0; i < DECODED; i++) checkDecoding(payload(event, "/home/u/repository", random));
  });

  Deno.test(`${event}: ${RUN} payloads through the program`, async () => {
    await using workspace = await makeWorkspace();
    for (const [path, text] of Object.entries(WIDE)) {
      await Deno.writeTextFile(`${workspace.repository}/${path}`, text);
    }
    const random = chance(1_000 + number);
    const sizes: number[] = [];
    for (let i = 0; i < RUN; i += AT_ONCE) {
      // A session that starts anew has something to be told only when it was told something before.
      if (event === "SessionStart" && i % (4 * AT_ONCE) === 0) await tellSession(workspace);
      const batch = Array.from({ length: AT_ONCE }, () => payload(event, workspace.repository, random));
      sizes.push(...await Promise.all(batch.map((bytes) => checkProgram(bytes, workspace))));
    }
    const answered = sizes.filter((size) => size > 0).length;
    const figures = `${sizes.length} payloads, ${answered} answered, at most ${Math.max(...sizes)} bytes`;
    console.log(`${event}: ${figures}; exit code 0, nothing on standard error, no stray byte`);
  });
}

function checkDecoding(bytes: Uint8Array): void {
  const decoded = decodeHook(bytes, () => "/fallback");
  if (decoded.ok) {
    const { prompt, cwd, sessionId } = decoded.request;
    assert.notEqual(prompt.trim(), "");
    assert.match(cwd, /^\/[^\0]*$/);
    if (sessionId !== undefined) assert.match(sessionId, /^[A-Za-z0-9][\w-]*$/);
  }
  const whole = readPayload(bytes);
  const event = whole && decodeEvent(whole, () => "/fallback");
  if (!event) return;
  assert.match(event.cwd, /^\/[^\0]*$/);
  if (event.sessionId !== undefined) assert.match(event.sessionId, /^[A-Za-z0-9][\w-]*$/);
}

async function tellSession(workspace: Workspace): Promise<void> {
  const cwd = workspace.repository;
  const received = { hook_event_name: "UserPromptSubmit", session_id: SESSION, cwd, prompt: QUESTION };
  assert.ok(await checkProgram(new TextEncoder().encode(JSON.stringify(received)), workspace) >= 0);
}

/** Answers the bytes on standard output. */
async function checkProgram(bytes: Uint8Array, workspace: Workspace): Promise<number> {
  const child = new Deno.Command(await program(), {
    args: ["hook"],
    cwd: workspace.repository,
    env: workspace.env,
    clearEnv: true,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const fed = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeTo(child.stdin).catch(() => {});
  const { code, stdout, stderr } = await child.output();
  await fed;
  const sent = new TextDecoder().decode(bytes).slice(0, 2_000);
  assert.equal(code, 0, `exit code for ${sent}`);
  assert.equal(new TextDecoder().decode(stderr), "", `stderr for ${sent}`);
  if (stdout.length === 0) return 0;
  const text = new TextDecoder("utf-8", { fatal: true }).decode(stdout);
  assert.ok(text.endsWith("}\n"), `stray bytes for ${sent}`);
  checkOutput(JSON.parse(text), readPayload(bytes) ?? {});
  return stdout.length;
}

/** The fields both clients know, of the event that was sent, within the bound. */
function checkOutput(output: Record<string, unknown>, payload: Payload): void {
  const sent = JSON.stringify(payload).slice(0, 2_000);
  const { systemMessage, hookSpecificOutput, ...unknown } = output;
  assert.deepEqual(unknown, {}, `unknown fields for ${sent}`);
  assert.ok(systemMessage === undefined || typeof systemMessage === "string");
  if (hookSpecificOutput === undefined) return;
  const { hookEventName, additionalContext, updatedInput, ...more } = hookSpecificOutput as Record<
    string,
    unknown
  >;
  assert.deepEqual(more, {}, `unknown fields for ${sent}`);
  assert.equal(hookEventName, payload["hook_event_name"]);
  if (additionalContext !== undefined) {
    assert.equal(typeof additionalContext, "string");
    assert.ok(additionalContext !== "", "an empty context would be injected as an empty message");
    const text = String(additionalContext);
    const size = clientOf(payload) === "codex-cli" ? new TextEncoder().encode(text).length : text.length;
    assert.ok(size <= CAP, `over the cap for ${sent}`);
  }
  if (updatedInput === undefined) return;
  assert.equal(hookEventName, "PreToolUse");
  const [facts = ""] = String((updatedInput as Payload)["prompt"]).split("\n\n---\n\n");
  assert.ok(facts.length <= AGENT_CAP, `over a subagent's cap for ${sent}`);
}
