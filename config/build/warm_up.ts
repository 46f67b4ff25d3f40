import process from "node:process";
import { readIntent } from "../../src/intent/intent.ts";
import type { FromSandbox, RepositoryView, ToSandbox } from "../../src/model/sandbox.ts";
import type { PromptTask } from "../../src/model/prompt.ts";
import { makePlan } from "../../src/pipeline/plan.ts";
import { resolveSettings } from "../../src/settings/settings.ts";
import { CODE } from "../../src/platform/cached_module.ts";
import { compilePacked, start } from "../../src/platform/packed_script.ts";
import { StatTable } from "../../src/platform/stat_table.ts";

/**
 * Build step, compiled with the flags of the program itself, because the engine takes back only what an engine with the
 * same flags made: runs the packed worker on this project's own sources as a prompt does, then writes down what the
 * engine made of its functions. Arguments: folder of the packed script and the grammars, folder of the bundled modules, folder for an index.
 * Run twice: the first run builds the index, the second finds it there as a prompt does, and its functions count.
 */

const WORKER = "worker";
const TIME_LEFT_MS = 60_000;

/** Questions and exact names, English and Chinese. */
const QUERIES: readonly string[] = [
  "Where are secrets removed from the text before it is injected?",
  "fix the bug where `LocalRun` ignores a failing git listing, see src/engine/local_run.ts:40",
  "搜索结果的排序权重在哪里计算",
];

try {
  await main(Deno.args);
  process.exit(0);
} catch (error) {
  // Said here: the worker takes unhandled errors for its own.
  console.error(error);
  process.exit(1);
}

async function main([packed, modules, cache]: readonly string[]): Promise<void> {
  if (!packed || !modules || !cache) throw new Error("expected three folders");
  const assets = `${packed}/`;
  const home = new URL(`file://${modules}/`);
  const script = compilePacked(assets, WORKER);
  const said = listen();
  start(script, home);
  await look({ assets, helper: new URL("index_helper.js", home).href, cache }, said);
  Deno.writeFileSync(assets + WORKER + CODE, script.createCachedData());
}

type Said = (message: FromSandbox) => void;

/** Stands in for the other thread. */
function listen(): { receive: Said } {
  const said: { receive: Said } = { receive: () => {} };
  Object.assign(globalThis, { postMessage: (message: FromSandbox) => said.receive(message) });
  return said;
}

async function look(
  places: Pick<RepositoryView, "assets" | "helper"> & { readonly cache: string },
  said: { receive: Said },
): Promise<void> {
  const root = Deno.realPathSync(".");
  const listing = new Uint8Array(new TextEncoder().encode(sources("src").join("\0")));
  const stats = new StatTable(listing);
  await stats.fill(root, { limitMs: TIME_LEFT_MS, from: "front" });
  tell({ type: "prepare", tools: ["ci_index_status", "ci_search", "ci_graph_rag"] });
  tell({
    type: "open",
    view: {
      root,
      facts: { rootSource: "git", head: "0".repeat(12) },
      listing,
      stats: stats.buffer,
      ...places,
      rules: "warm-up",
      exclude: [],
      answers: { ttlMs: TIME_LEFT_MS, program: String(Math.random()) },
    },
  });
  let id = 0;
  for (const query of QUERIES) {
    const answered = Promise.withResolvers<void>();
    said.receive = (message) => {
      if (message.type === "result") answered.resolve();
      if (message.type === "failed" || message.type === "broken") answered.reject(new Error(message.message));
    };
    const now = Date.now();
    const stop = new SharedArrayBuffer(4);
    const endsAt = now + TIME_LEFT_MS;
    const task = taskOf(query, root);
    tell({ type: "task", id: ++id, task, startedAt: now, endsAt, latestAt: endsAt, stop });
    await answered.promise;
  }
}

function taskOf(prompt: string, root: string): PromptTask {
  const intent = readIntent(prompt);
  const { settings } = resolveSettings(() => undefined);
  const planned = makePlan(prompt, intent, settings);
  const calls = planned.calls.map((call) => ({ ...call, timeoutMs: TIME_LEFT_MS }));
  return {
    kind: "prompt",
    request: { client: "claude-code", event: "UserPromptSubmit", prompt, cwd: root },
    intent,
    plan: { ...planned, calls },
    root: { path: root, source: "git" },
    limits: [],
    planOnly: false,
    cap: { limit: 10_000, unit: "UTF-16 units" },
    notes: "",
    structured: false,
    isWhole: false,
    models: { uses: [] },
  };
}

function tell(data: ToSandbox): void {
  const worker = globalThis as unknown as { onmessage(event: { data: ToSandbox }): void };
  worker.onmessage({ data });
}

function sources(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) =>
    isDirectory ? sources(`${folder}/${name}`) : [`${folder}/${name}`]
  );
}
