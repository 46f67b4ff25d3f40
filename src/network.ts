import type { FromNetwork, ToNetwork } from "./model/network.ts";
import type { EmbeddingService } from "./model/providers.ts";
import { embed } from "./networked/embedding.ts";
import { HttpClient } from "./platform/http.ts";

/** The network's side: the only thread that connects, to the one address it was granted. It can read nothing. */

let opened: { readonly service: EmbeddingService; readonly client: HttpClient } | undefined;
const running = new Map<number, AbortController>();

self.onmessage = ({ data }: MessageEvent<ToNetwork>): void => {
  if (data.type === "open") opened = { service: data.service, client: new HttpClient(data.certificates) };
  else if (data.type === "cancel") running.get(data.id)?.abort();
  else void answer(data);
};

async function answer({ id, texts, kind }: Extract<ToNetwork, { type: "embed" }>): Promise<void> {
  if (!opened) return;
  const { service, client } = opened;
  const controller = new AbortController();
  running.set(id, controller);
  const outcome = await embed(client, service, { texts, kind, signal: controller.signal });
  running.delete(id);
  const bytes = outcome.ok ? outcome.vectors.map((vector) => vector.buffer) : [];
  self.postMessage({ id, outcome } satisfies FromNetwork, bytes);
}
