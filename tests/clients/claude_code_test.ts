import assert from "node:assert/strict";
import type { ClaudeRun } from "./support/claude.ts";
import { hookResponses, hookTimes, runClaude } from "./support/claude.ts";
import { testClient } from "./support/fetch_client.ts";
import type { ClientName } from "./support/fetch_client.ts";
import { conversation, startMessagesApi } from "./support/messages_api.ts";
import type { Said } from "./support/mock_api.ts";
import { explain, run } from "../support/processes.ts";
import type { Workspace } from "./support/workspace.ts";
import { largerRepositories, makeWorkspace, program, QUESTION, SMALL_TALK } from "./support/workspace.ts";

/** The real Claude Code, the real hook as `auto-tools install` wires it, and a scripted model. */

const EVENT = "UserPromptSubmit";
const CAP = 10_000;

for (const name of ["claude-code", "claude-code-older"] as const) {
  const client = await testClient(name);
  const title = `${name} ${client.ok ? client.version : ""}`;

  Deno.test({
    name: `${title}: the facts reach the model verbatim, after the prompt and before the answer`,
    ignore: !client.ok,
    fn: async () => {
      const { done, reported, context } = await oneTurn(name, QUESTION);
      assert.match(context, /src\/session\.py/, explain("the hook found nothing", done));
      assert.match(context, /rotate_session_token/);
      assert.ok(context.length <= CAP, `${context.length} UTF-16 units`);
      const prompt = reported.findIndex(({ text }) => text.includes(QUESTION));
      const facts = reported.findIndex(({ text }) => text.includes(context));
      assert.ok(
        prompt >= 0 && facts >= 0,
        "the model was sent the prompt and the block as the hook printed it",
      );
      assert.ok(
        reported.every(({ role }) => role !== "assistant"),
        "it was the first thing the model was asked",
      );
      report(`${title}: facts`, done);
    },
  });

  Deno.test({
    name: `${title}: a prompt that is not about code adds nothing`,
    ignore: !client.ok,
    fn: async () => {
      const { done, reported, responses } = await oneTurn(name, SMALL_TALK);
      assert.deepEqual(responses, [{ stdout: "", exit: 0 }]);
      assert.ok(!reported.some(({ text }) => /hook (?:additional context|success)|<auto-tools/i.test(text)));
      report(`${title}: silence`, done);
    },
  });

  for (const repository of largerRepositories()) {
    Deno.test({
      name: `${title}: a large repository stays within the cap: ${repository.split("/").at(-1)}`,
      ignore: !client.ok,
      fn: async () => {
        const prompt = "Where are incoming requests parsed and which function handles errors?";
        const { done, reported, context } = await oneTurn(name, prompt, repository);
        assert.ok(context.length <= CAP, explain(`${context.length} UTF-16 units`, done));
        assert.ok(context === "" || reported.some(({ text }) => text.includes(context)));
        report(`${title}: ${repository}: ${context.length} units`, done);
      },
    });
  }
}

interface Turn {
  readonly done: ClaudeRun;
  /** The conversation of the request that carried the prompt. */
  readonly reported: readonly Said[];
  readonly responses: readonly { stdout: string; exit: number | undefined }[];
  /** What the hook asked the client to add; empty when nothing. */
  readonly context: string;
}

async function oneTurn(name: ClientName, prompt: string, cwd?: string): Promise<Turn> {
  const client = await testClient(name);
  assert.ok(client.ok);
  await using workspace = await makeWorkspace();
  await using api = startMessagesApi(() => ({ text: "done" }));
  await installHook(workspace);
  const done = await runClaude(client.executable, workspace, api, { prompt, ...(cwd && { cwd }) });
  assert.equal(done.code, 0, explain(name, done));
  const reported = api.requests.map(conversation).find((all) =>
    all.some(({ text }) => text.includes(prompt))
  );
  assert.ok(reported, explain("the model was never asked", done));
  const responses = hookResponses(done, EVENT);
  const [first] = responses;
  assert.ok(first && responses.length === 1, explain(`hooks that answered: ${responses.length}`, done));
  const output = first.stdout.trim() === "" ? {} : JSON.parse(first.stdout);
  return { done, reported, responses, context: output.hookSpecificOutput?.additionalContext ?? "" };
}

/** Prints the client's own measure; older versions keep none. */
function report(what: string, done: ClaudeRun): void {
  const times = hookTimes(done, EVENT);
  if (times.length > 0) console.log(`${what}: the client measured ${times.join(", ")} ms for the hook`);
}

async function installHook(workspace: Workspace): Promise<void> {
  const ended = await run(await program(), ["install", "--claude"], {
    cwd: workspace.repository,
    env: workspace.env,
  });
  assert.equal(ended.code, 0, explain("auto-tools install", ended));
}
