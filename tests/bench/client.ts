import { fetchClient } from "../clients/support/fetch_client.ts";
import { hookTimes, runClaude } from "../clients/support/claude.ts";
import { startMessagesApi } from "../clients/support/messages_api.ts";
import { run } from "../support/processes.ts";
import { makeWorkspace, program } from "../clients/support/workspace.ts";

/**
 * What a prompt waits for the hook, by the real Claude Code's own measure, in one conversation on a warm index:
 * `deno run -A tests/bench/client.ts [REPOSITORY]`, by default in a repository of four files.
 */

const ROUNDS = 3;
const PROMPTS = [
  "Where is rotate_session_token implemented?",
  "How is total_price of the cart computed?",
  "What does SessionStore keep?",
  "Which tests cover the cart?",
  "Why does add_line in src/cart.py take a count?",
  "Explain how secrets are used in src/session.py",
  "Where are requests parsed?",
  "How is the request body parsed and validated?",
];
const SMALL_TALK = ["thanks", "that was all for today", "good morning"];

const client = await fetchClient("claude-code");
if (!client.ok) throw new Error(client.reason);
await using workspace = await makeWorkspace();
await using api = startMessagesApi(() => ({ text: "done" }));
const cwd = Deno.args[0] ?? workspace.repository;
const own = { cwd, env: workspace.env };
await run(await program(), ["install", "--claude"], own);
await run(await program(), ["index"], own);
for (const [what, prompts] of [["about code", PROMPTS], ["small talk", SMALL_TALK]] as const) {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const done = await runClaude(client.executable, workspace, api, { prompt: prompts, cwd });
    times.push(...hookTimes(done, "UserPromptSubmit"));
  }
  times.sort((a, b) => a - b);
  const at = (share: number): number =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN;
  console.log(
    `${what}: ${times.length} prompts, median ${at(0.5)} ms, least ${at(0)} ms, p95 ${at(0.95)} ms`,
  );
}
