import { intentWith } from "../../src/engine/informed_intent.ts";
import { taskFor } from "../../src/engine/plan_prompt.ts";
import { rulesOf } from "../../src/engine/repository_view.ts";
import { RepositoryRun } from "../../src/engine/repository_run.ts";
import { symbolsIn } from "../../src/engine/symbols_file.ts";
import { readIntent } from "../../src/intent/intent.ts";
import { TOOL_NAMES } from "../../src/model/tools.ts";
import { makePlan } from "../../src/pipeline/plan.ts";
import { cacheFolder } from "../../src/platform/state_files.ts";
import { clock } from "../../src/platform/clock.ts";
import { SandboxPool } from "../../src/platform/sandbox_pool.ts";
import { resolveSettings } from "../../src/settings/settings.ts";
import { payload, runBinary } from "../support/binary.ts";

/** Answers prompts about one repository. */
export interface Answerer {
  readonly answer: (prompt: string) => Promise<string>;
  readonly close: () => void;
}

/** So that no answer is cut short on a busy machine. Milliseconds. */
const PATIENCE_MS = 60_000;
const PATIENT_ENV = {
  CI_AUTO_TOOLS_BUDGET_WALL_MS: String(4 * PATIENCE_MS),
  CI_AUTO_TOOLS_CACHE_TTL_S: "0",
  ...Object.fromEntries(
    TOOL_NAMES.map((tool) => [`CI_AUTO_TOOLS_TOOLS_${tool.toUpperCase()}_TIMEOUT_MS`, String(PATIENCE_MS)]),
  ),
};

/** The engine in this process, from its sources, over an index that is there. */
export function ownAnswerer(root: string): Answerer {
  const { settings } = resolveSettings((name) => lookUp(PATIENT_ENV, name));
  const pool = new SandboxPool(Infinity);
  const cache = cacheFolder(root);
  const environment = { root, cache, pool };
  const answer = async (prompt: string): Promise<string> => {
    const symbols = cache === undefined ? undefined : symbolsIn(cache);
    const intent = await intentWith(prompt, readIntent(prompt), { notes: "", symbols });
    if (intent.kind === "none") return "";
    const planned = makePlan(prompt, intent, settings);
    const calls = planned.calls.map((call) => ({ ...call, timeoutMs: PATIENCE_MS }));
    const plan = { ...planned, calls };
    const run = new RepositoryRun(environment, { ...rulesOf(settings), ttlMs: 0 });
    run.begin(PATIENCE_MS);
    run.facts({ rootSource: "git", isGit: true, head: "0".repeat(12) });
    const task = taskFor(
      {
        request: { client: "claude-code", event: "UserPromptSubmit", prompt, cwd: root },
        cap: { limit: 10_000, unit: "UTF-16 units" },
      },
      { type: "planned", intent, plan },
      { settings, root: { path: root, source: "git" }, limits: [], notes: "" },
    );
    const startedAt = clock();
    const result = await run.work(task, { plan }, { startedAt, deadline: startedAt + PATIENCE_MS });
    run.end();
    return result.type === "delivery" ? result.delivery.context : "";
  };
  return { answer, close: () => pool.close() };
}

/** The compiled hook, a process and a session per question. */
export function hookAnswerer(root: string, program: string): Answerer {
  const answer = async (prompt: string): Promise<string> => {
    const stdin = payload(prompt, root, { session_id: crypto.randomUUID() });
    const { stdout } = await runBinary(["hook"], { cwd: root, stdin, program, env: PATIENT_ENV });
    return stdout === "" ? "" : JSON.parse(stdout).hookSpecificOutput?.additionalContext ?? "";
  };
  return { answer, close: () => {} };
}

function lookUp(table: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
