import { onFailure } from "./permissions.ts";
import type {
  Embedder,
  EngineService,
  EngineSpace,
  Reranker,
  SemanticGap,
  VectorEngine,
} from "../model/semantic.ts";
import { semanticGap } from "../model/semantic.ts";
import type { FromNetwork, NetworkQuestion, ToNetwork } from "../model/network.ts";
import type { EmbeddingService, LanguageService } from "../model/providers.ts";
import type { CacheService, RemoteCache } from "../model/remote_cache.ts";
import { certificatesFor, connectedWorker } from "./connected_worker.ts";

/** The service of a network worker. */
export type NetworkService =
  | { readonly type: "embedding"; readonly service: EmbeddingService }
  | { readonly type: "language"; readonly service: LanguageService }
  | { readonly type: "engine"; readonly service: EngineService; readonly space: EngineSpace }
  | { readonly type: "cache"; readonly service: CacheService };

type Outcome = FromNetwork["outcome"];

/**
 * A worker that may only connect to one host and port: no files, variables or programs. Must be started before this
 * thread drops its rights.
 */
export class Network {
  #worker: Worker | undefined;
  readonly #waiting = new Map<number, (outcome: Outcome) => void>();
  #nextId = 1;

  /**
   * @param module the worker's module
   * @param serves the service; its key is part of the first message
   */
  constructor(module: URL, serves: NetworkService) {
    const url = new URL(serves.service.url);
    this.#worker = connectedWorker(module, url);
    this.#worker.onmessage = ({ data }: MessageEvent<FromNetwork>) => this.#settle(data.id, data.outcome);
    onFailure(this.#worker, () => this.close());
    this.#post({ ...serves, certificates: certificatesFor(url) });
  }

  /** Sends a request; an aborted signal resolves at once and drops the connection. Never rejects. */
  ask(question: NetworkQuestion, signal: AbortSignal): Promise<Outcome> {
    if (!this.#worker) return Promise.resolve(ENDED);
    if (signal.aborted) return Promise.resolve(LATE);
    const id = this.#nextId++;
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    const cancel = (): void => {
      this.#post({ type: "cancel", id });
      this.#settle(id, LATE);
    };
    signal.addEventListener("abort", cancel, { once: true });
    this.#waiting.set(id, (outcome) => {
      signal.removeEventListener("abort", cancel);
      resolve(outcome);
    });
    this.#post({ id, ...question });
    return promise;
  }

  /** Terminates the worker and its requests. */
  close(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    for (const id of [...this.#waiting.keys()]) this.#settle(id, ENDED);
  }

  #post(message: ToNetwork): void {
    this.#worker?.postMessage(message);
  }

  #settle(id: number, outcome: Outcome): void {
    this.#waiting.get(id)?.(outcome);
    this.#waiting.delete(id);
  }
}

const LATE = semanticGap("timeout", "the provider did not answer in time");
const ENDED = semanticGap("provider_unreachable", "the thread that connects has ended");

/** Sends a request whose outcome has a certain field, or is a gap. */
async function askFor<Field extends string>(
  network: Network,
  field: Field,
  question: NetworkQuestion,
  signal: AbortSignal,
): Promise<SemanticGap | Extract<Outcome, Readonly<Record<Field, unknown>>>> {
  const outcome = await network.ask(question, signal);
  if (!outcome.ok) return outcome;
  if (Object.hasOwn(outcome, field)) return outcome as Extract<Outcome, Readonly<Record<Field, unknown>>>;
  return { ...ENDED, detail: "the thread that connects answered something else" };
}

/** An embedder over the network. */
export function networkEmbedder(
  network: Network,
  { provider, model, dimensions }: EmbeddingService,
  batchSize: number,
): Embedder {
  return {
    provider,
    model,
    ...(dimensions !== undefined && { dimensions }),
    batchSize,
    embed: (texts, { kind, signal }) => askFor(network, "vectors", { type: "embed", texts, kind }, signal),
  };
}

/** A reranker over the network. */
export function networkReranker(network: Network, { provider, model }: LanguageService): Reranker {
  return {
    provider,
    model,
    rank: (prompt, { ids, signal }) => askFor(network, "order", { type: "rank", prompt, ids }, signal),
  };
}

/** A vector engine over the network. */
export function networkEngine(network: Network): VectorEngine {
  return {
    known: (contents, signal) => askFor(network, "known", { type: "known", contents }, signal),
    add: (contents, { dimension, signal }) =>
      askFor(network, "added", { type: "add", contents, dimension }, signal),
    nearest: (query, { most, signal }) => askFor(network, "near", { type: "nearest", query, most }, signal),
  };
}

/** A remote cache over the network. */
export function networkCache(network: Network): RemoteCache {
  return {
    ask: (question, signal) => askFor(network, "found", question, signal),
    close: () => network.close(),
  };
}
