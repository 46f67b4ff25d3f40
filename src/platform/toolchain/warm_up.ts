import process from "node:process";
import { gzipSync } from "node:zlib";
import type { FromSandbox, RepositoryView, ToSandbox } from "../../model/sandbox.ts";
import type { ToolCall } from "../../model/plan.ts";
import { CODE, compilePacked, start } from "../packed_script.ts";
import { StatTable } from "../stat_table.ts";

/**
 * Build step, compiled with the flags of the program itself, because the engine takes back only what an engine with the
 * same flags made: runs the packed worker on this project's own sources as a prompt does, then writes down what the
 * engine made of its functions. Arguments: folder of the packed script, folder of the grammars, folder for an index.
 * Run twice: the first run builds the index, the second finds it there as a prompt does, and its functions count.
 */

const WORKER = "worker";
const TIME_LEFT_MS = 60_000;

/** What is asked: questions and exact names, English and Chinese. */
const QUERIES: readonly string[] = [
  "Where are secrets removed from the text before it is injected?",
  "fix the bug where `openEnvironment` ignores a failing git listing, see src/engine/run_environment.ts:40",
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

async function main([folder, assets, cache]: readonly string[]): Promise<void> {
  if (!folder || !assets || !cache) throw new Error("expected three folders");
  const home = new URL(`file://${folder}/`);
  const script = compilePacked(home, WORKER);
  const said = listen();
  start(script, home);
  await look({ assets: `${assets}/`, helper: new URL("index_helper.js", home).href, cache }, said);
  Deno.writeFileSync(new URL(WORKER + CODE, home), gzipSync(script.createCachedData(), { level: 9 }));
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
  for (const call of calls()) {
    const answered = Promise.withResolvers<void>();
    said.receive = (message) => {
      if (message.type === "done") answered.resolve();
      if (message.type === "failed" || message.type === "broken") answered.reject(new Error(message.message));
    };
    tell({ type: "call", id: ++id, call, endsAt: Date.now() + TIME_LEFT_MS });
    await answered.promise;
  }
}

function calls(): ToolCall[] {
  const call = (tool: ToolCall["tool"], args: ToolCall["args"]): ToolCall => ({
    tool,
    tier: 1,
    reason: "warm-up",
    args,
    timeoutMs: TIME_LEFT_MS,
  });
  return [
    call("ci_index_status", {}),
    ...QUERIES.flatMap((query) => [
      call("ci_search", { query, mode: "hybrid", limit: 8 }),
      call("ci_graph_rag", { query, mode: "hybrid", depth: 2, budget: 2000, top_k: 8 }),
    ]),
  ];
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
