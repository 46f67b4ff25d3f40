import { jsonLines, runClaude } from "../clients/support/claude.ts";
import { fetchClient } from "../clients/support/fetch_client.ts";
import { startMessagesApi } from "../clients/support/messages_api.ts";
import { run } from "../support/processes.ts";
import { makeWorkspace, program } from "../clients/support/workspace.ts";

/**
 * What a prompt waits for in the real Claude Code until it asks the model, by the client's own measure: with the plug-in's
 * module, with its hook, and with neither, in turn. On a machine that does nothing else:
 * `deno run -A tests/bench/module.ts REPOSITORY [ROUNDS]`, in a repository of 100 files or more.
 */

const CODE = [
  "Where are settings read from a file?",
  "Which function writes the index?",
  "How is a request parsed and validated?",
  "What calls the function that opens the store?",
  "Explain how errors are reported to the user",
];
const SMALL_TALK = ["thanks", "that was all for today", "good morning", "well done", "see you"];
/** The daemon that the first prompt starts loads and rehearses as long. Milliseconds. */
const WARM_MS = 8000;

const [repository, rounds = "3"] = Deno.args;
if (repository === undefined) throw new Error("missing: REPOSITORY");
const client = await fetchClient("claude-code");
if (!client.ok) throw new Error(client.reason);
await using workspace = await makeWorkspace();
await using api = startMessagesApi(() => ({ text: "done" }));
const own = { cwd: repository, env: workspace.env };
await run(await program(), ["install", "--claude-plugin"], own);
await run(await program(), ["index"], own);
const installed = `${workspace.home}/.claude/auto-tools-plugin`;
const [withModule, withHook] = [`${workspace.folder}/module`, `${workspace.folder}/hook`];
for (const folder of [withModule, withHook]) await run("cp", ["-r", installed, folder], own);
const hooks = JSON.parse(await Deno.readTextFile(`${withHook}/hooks/hooks.json`));
await Deno.writeTextFile(`${withHook}/hooks/hooks.json`, JSON.stringify({ ...hooks, modules: undefined }));
await Deno.remove(`${workspace.home}/.claude/settings.json`);

const variants = new Map([["module", withModule], ["hook", withHook], ["neither", undefined]]);
const waits = new Map<string, number[]>();
await ask(withHook, CODE);
await new Promise((resolve) => setTimeout(resolve, WARM_MS));
for (let round = 0; round < Number(rounds); round++) {
  for (const [name, plugin] of variants) {
    for (const [what, prompts] of [["about code", CODE], ["small talk", SMALL_TALK]] as const) {
      const key = `${what}, ${name}`;
      waits.set(key, [...waits.get(key) ?? [], ...await ask(plugin, prompts)]);
    }
  }
}
for (const [name, times] of [...waits].sort()) {
  times.sort((a, b) => a - b);
  const at = (share: number): number =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN;
  console.log(
    `${name}: ${times.length} prompts, median ${at(0.5)} ms, least ${at(0)} ms, p95 ${at(0.95)} ms`,
  );
}

/** Milliseconds from each prompt to its request; the session's first prompt, which waits for its start, is left out. */
async function ask(plugin: string | undefined, prompts: readonly string[]): Promise<number[]> {
  const args = plugin === undefined ? [] : ["--plugin-dir", plugin];
  const typed = ["hello", ...prompts];
  const done = await runClaude(client.ok ? client.executable : "", workspace, api, {
    prompt: typed,
    args,
    cwd: repository!,
  });
  const results = jsonLines(done.stdout).filter(({ type }) => type === "result");
  return results.slice(1).map(({ time_to_request_ms: wait }) => Number(wait));
}
