import type { FromNetwork, NetworkQuestion, ToNetwork } from "../../model/network.ts";
import { embed, rank } from "./embedding.ts";
import { semanticGap } from "../../model/semantic.ts";
import { hideEnvironment } from "../../platform/hide_environment.ts";
import { HttpClient } from "../../platform/http.ts";
import type { Pgvector } from "./pgvector.ts";

/** The network's side: the only thread that connects, to the one address it was granted. It can read nothing. */

type Opening = Extract<ToNetwork, { type: "embedding" | "language" | "engine" | "cache" }>;

let opened: { readonly opening: Opening; readonly client: HttpClient } | undefined;
let engine: Promise<Pgvector> | undefined;
const running = new Map<number, AbortController>();

self.onmessage = ({ data }: MessageEvent<ToNetwork>): void => {
  if ("service" in data) {
    const client = new HttpClient(data.certificates);
    opened = { opening: data, client };
    // Loaded while the model still embeds the question.
    if (data.type === "engine") engine = load(data);
  } else if (data.type === "cancel") running.get(data.id)?.abort();
  else void answer(data.id, data);
};

async function answer(id: number, question: NetworkQuestion): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  const outcome = await ask(question, controller.signal);
  running.delete(id);
  self.postMessage({ id, outcome } satisfies FromNetwork, buffersOf(outcome));
}

async function ask(question: NetworkQuestion, signal: AbortSignal): Promise<FromNetwork["outcome"]> {
  const { opening, client } = opened ?? {};
  if (opening?.type === "embedding" && question.type === "embed" && client) {
    return await embed(client, opening.service, { ...question, signal });
  }
  if (opening?.type === "language" && question.type === "rank" && client) {
    return await rank(client, opening.service, { ...question, signal });
  }
  if (engine && (question.type === "known" || question.type === "add" || question.type === "nearest")) {
    return await (await engine).ask(question, signal);
  }
  if (opening?.type === "cache" && "place" in question && client) {
    const { askCache } = await import("./remote_cache.ts");
    return await askCache(client, opening.service, { question, signal });
  }
  return semanticGap("provider_unreachable", "the provider was asked for what it does not do");
}

/** Buffers of an outcome that are transferred instead of copied. */
function buffersOf(outcome: FromNetwork["outcome"]): ArrayBuffer[] {
  if ("vectors" in outcome) return outcome.vectors.map((vector) => vector.buffer);
  return "bytes" in outcome && outcome.bytes ? [outcome.bytes.buffer] : [];
}

/** The driver reads environment variables when it is loaded, which this thread may not. */
async function load(opening: Extract<ToNetwork, { type: "engine" }>): Promise<Pgvector> {
  hideEnvironment();
  const { openEngine } = await import("./pgvector.ts");
  return openEngine(opening);
}
