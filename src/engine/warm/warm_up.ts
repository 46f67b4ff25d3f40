import { readIntent } from "../../intent/intent.ts";
import type { ToolCall } from "../../model/calls.ts";
import type { ViewRules } from "../../model/sandbox.ts";
import type { Settings } from "../../model/settings.ts";
import { makePlan } from "../../pipeline/plan.ts";
import { clock } from "../../platform/clock.ts";
import { listFiles } from "../../platform/repository.ts";
import { taskFor } from "../plan_prompt.ts";
import type { RepositoryRun } from "../repository_run.ts";
import { rulesOf } from "../repository_view.ts";

/** Prompts that are answered before the first real one: the engine compiles well what has run a few times. */
const MOST = 10;
const PROMPTS: readonly ((name: string) => string)[] = [
  (name) => `Where is \`${name}\` used, what does it call, and which tests cover the ${name} module?`,
  (name) => `How does ${name} handle errors when its settings are missing?`,
  // With the deep tools.
  (name) => `fix the bug in ${name}: it fails with an error, what is the impact of changing \`${name}\`?`,
];
/** Limit of each listing and answer. Milliseconds. */
export const LIMIT_MS = 3000;

/** Work of a run that may be ended by a signal. */
export type Aside = (run: RepositoryRun, signal: AbortSignal) => Promise<void>;

/**
 * Asks about files of the repository, as prompts do. Nothing of it is kept but what the engine and the index learnt.
 *
 * @param aside works on each question when no request is under way
 */
export async function rehearse(
  root: string,
  settings: Settings,
  aside: (rules: ViewRules, work: Aside) => Promise<void>,
): Promise<void> {
  const { ok, stdout } = await listFiles(root, LIMIT_MS).answer;
  if (!ok) return;
  const rules = { ...rulesOf(settings), ttlMs: 0 };
  for (const [at, name] of names(stdout).entries()) {
    await aside(
      rules,
      (run, signal) => answer(run, signal, { root, settings, prompt: PROMPTS[at % PROMPTS.length]!(name) }),
    );
  }
}

async function answer(
  run: RepositoryRun,
  signal: AbortSignal,
  { root, settings, prompt }: { readonly root: string; readonly settings: Settings; readonly prompt: string },
): Promise<void> {
  const intent = readIntent(prompt);
  const plan = makePlan(prompt, intent, settings);
  const task = taskFor(
    {
      request: { client: "claude-code", event: "UserPromptSubmit", prompt, cwd: root },
      cap: { limit: 10_000, unit: "UTF-16 units" },
    },
    { type: "planned", intent, plan },
    { settings, root: { path: root, source: "git" }, limits: [], notes: "" },
  );
  const startedAt = clock();
  await run.work(task, { plan }, { startedAt, deadline: startedAt + LIMIT_MS, signal });
}

/** Opens the index, and with it brings it up to date. */
const REFRESH: ToolCall = {
  tool: "ci_search",
  tier: 1,
  reason: "the tree has changed",
  args: { query: "index", limit: 1 },
  timeoutMs: LIMIT_MS,
};

/** Brings the open index up to date with what changed since the last request, as the next one would have to. */
export async function refreshIndex(run: RepositoryRun, signal: AbortSignal): Promise<void> {
  const budget = { wallMs: LIMIT_MS, maxConcurrency: 1, maxInjectedChars: 0, maxItems: 0, maxSnippets: 0 };
  const plan = { tierMax: 1, budget, calls: [REFRESH], limits: [] } as const;
  const startedAt = clock();
  await run.work({ kind: "plan", plan }, { plan }, { startedAt, deadline: startedAt + LIMIT_MS, signal });
}

/** Names of files that look like code, from everywhere in the listing. */
function names(listing: Uint8Array): string[] {
  const paths = new TextDecoder().decode(listing).split("\0");
  const found = paths.flatMap((path) =>
    /(?:^|\/)([A-Za-z]\w{2,30})\.(?!md|txt|json)[a-z]{1,5}$/.exec(path)?.[1] ?? []
  );
  const step = Math.max(1, Math.floor(found.length / MOST));
  return [...new Set(found.filter((_, at) => at % step === 0))].slice(0, MOST);
}
