import type { FromNetwork, NetworkQuestion, ToNetwork } from "./model/network.ts";
import { embed } from "./networked/embedding.ts";
import { rank } from "./networked/ranking.ts";
import { HttpClient } from "./platform/http.ts";

/** The network's side: the only thread that connects, to the one address it was granted. It can read nothing. */

type Opening = Extract<ToNetwork, { type: "embedding" | "language" }>;

let opened: { readonly opening: Opening; readonly client: HttpClient } | undefined;
const running = new Map<number, AbortController>();

self.onmessage = ({ data }: MessageEvent<ToNetwork>): void => {
  if (data.type === "embedding" || data.type === "language") {
    opened = { opening: data, client: new HttpClient(data.certificates) };
  } else if (data.type === "cancel") running.get(data.id)?.abort();
  else void answer(data.id, data);
};

async function answer(id: number, question: NetworkQuestion): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  const outcome = await ask(question, controller.signal);
  running.delete(id);
  const moved = "vectors" in outcome ? outcome.vectors.map((vector) => vector.buffer) : [];
  self.postMessage({ id, outcome } satisfies FromNetwork, moved);
}

async function ask(question: NetworkQuestion, signal: AbortSignal): Promise<FromNetwork["outcome"]> {
  if (opened?.opening.type === "embedding" && question.type === "embed") {
    return await embed(opened.client, opened.opening.service, { ...question, signal });
  }
  if (opened?.opening.type === "language" && question.type === "rank") {
    return await rank(opened.client, opened.opening.service, { ...question, signal });
  }
  return {
    ok: false,
    reason: "provider_unreachable",
    detail: "the provider was asked for what it does not do",
  };
}
