import type { FromNetwork, ToNetwork } from "../model/network.ts";
import type { EmbeddingService } from "../model/providers.ts";
import type { Embedder, EmbedOutcome, SemanticGap } from "../model/semantic.ts";
import { certificatesFor, connectedWorker, portOf } from "./connected_worker.ts";

type Question = Extract<ToNetwork, { type: "embed" }>;

/**
 * A worker that may connect to one host and port and do nothing else: it reads no file, no variable, starts nothing. Start
 * it before this thread gives up its rights.
 */
export class Network {
  #worker: Worker | undefined;
  readonly #waiting = new Map<number, (outcome: EmbedOutcome) => void>();
  #nextId = 1;

  /**
   * @param module the worker's module
   * @param service whom it talks to; the key goes with the first message
   */
  constructor(module: URL, service: EmbeddingService) {
    const url = new URL(service.url);
    this.#worker = connectedWorker(module, "network", url);
    this.#worker.onmessage = ({ data }: MessageEvent<FromNetwork>) => this.#settle(data.id, data.outcome);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.close();
    };
    this.#post({ type: "open", service, certificates: certificatesFor(url) });
  }

  /** Asks and waits; an aborted signal answers at once and drops the connection. Never rejects. */
  ask(question: Omit<Question, "type" | "id">, signal: AbortSignal): Promise<EmbedOutcome> {
    if (!this.#worker) return Promise.resolve(ENDED);
    if (signal.aborted) return Promise.resolve(LATE);
    const id = this.#nextId++;
    const { promise, resolve } = Promise.withResolvers<EmbedOutcome>();
    const cancel = (): void => {
      this.#post({ type: "cancel", id });
      this.#settle(id, LATE);
    };
    signal.addEventListener("abort", cancel, { once: true });
    this.#waiting.set(id, (outcome) => {
      signal.removeEventListener("abort", cancel);
      resolve(outcome);
    });
    this.#post({ type: "embed", id, ...question });
    return promise;
  }

  /** Ends the worker and whatever it was doing. */
  close(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    for (const id of [...this.#waiting.keys()]) this.#settle(id, ENDED);
  }

  #post(message: ToNetwork): void {
    this.#worker?.postMessage(message);
  }

  #settle(id: number, outcome: EmbedOutcome): void {
    this.#waiting.get(id)?.(outcome);
    this.#waiting.delete(id);
  }
}

const LATE: SemanticGap = { ok: false, reason: "timeout", detail: "the provider did not answer in time" };
const ENDED: SemanticGap = {
  ok: false,
  reason: "provider_unreachable",
  detail: "the thread that connects has ended",
};

/** An embedder that asks over the network. */
export function networkEmbedder(network: Network, service: EmbeddingService, batchSize: number): Embedder {
  return {
    provider: service.provider,
    model: service.model,
    batchSize,
    embed: (texts, { kind, signal }) => network.ask({ texts, kind }, signal),
  };
}

/** Whether something listens there: connects, sends nothing, and waits `limitMs` at most. */
export async function listens(base: string, limitMs: number): Promise<boolean> {
  const url = new URL(base);
  const late = Promise.withResolvers<false>();
  const timer = setTimeout(() => late.resolve(false), limitMs);
  const place = { hostname: url.hostname.replace(/^\[|\]$/g, ""), port: portOf(url) };
  const knock = Deno.connect(place).then((connection) => {
    connection.close();
    return true;
  }, () => false);
  const isThere = await Promise.race([knock, late.promise]);
  clearTimeout(timer);
  return isThere;
}
