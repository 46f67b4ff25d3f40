import { PASSAGES } from "../analysis/vectors/passages.ts";
import { VECTOR_FORMAT, vectorsName } from "../analysis/vectors/vector_files.ts";
import { DIALECTS } from "../adapters/providers/dialects.ts";
import type { VectorEngine } from "../model/engine.ts";
import type { EmbeddingService } from "../model/providers.ts";
import type {
  Embedder,
  EmbeddingChoice,
  EmbeddingSpace,
  EmbedOutcome,
  QueryEmbedding,
  QueryOutcome,
  QuestionSpace,
  SemanticGap,
} from "../model/semantic.ts";
import type { ModelUse } from "../model/rerank.ts";
import type { Settings } from "../model/settings.ts";
import type { Chosen } from "../orchestrator/semantic/choose.ts";
import { chooseEmbedding, withoutOllama } from "../orchestrator/semantic/choose.ts";
import { chooseEngine } from "../orchestrator/semantic/choose_engine.ts";
import { embeddingModel } from "../orchestrator/semantic/models.ts";
import { env } from "../platform/environment.ts";
import type { NetworkService } from "../platform/network.ts";
import { listens, Network, networkEmbedder, networkEngine } from "../platform/network.ts";
import { newest } from "../platform/store_names.ts";
import type { VectorTrouble } from "../platform/vector_note.ts";
import { readVectorNote } from "../platform/vector_note.ts";
import { NETWORK } from "../program.ts";
import { sendable } from "../safety/outgoing.ts";
import { MeteredEmbedder } from "./metered_embedder.ts";

/** A local Ollama that nobody named gets this long to take a connection. Milliseconds. */
const KNOCK_MS = 100;
/** Beyond this a question is pasted material. UTF-16 units. */
const LONGEST_QUESTION = 4000;

/** Points an engine is asked for: those of other trees are among them. */
const NEAREST = 400;

/** The semantic layer as one process has it. */
export interface Semantic {
  readonly choice: EmbeddingChoice;
  /** Absent without a provider; the choice says why. */
  readonly embedder?: Embedder;
  /** Keeps the vectors; absent: they are beside the index. */
  readonly engine?: VectorEngine;
  /** Ends the workers, and with them whatever they were doing. */
  close(): void;
}

/** For a folder whose settings say that nothing is sent. */
export const NO_SEMANTIC: Semantic = {
  choice: { provider: "none", remote: false, why: "embedding.provider is none", others: [] },
  close: () => {},
};

/**
 * Starts the network's workers for the provider and the engine that were chosen; without a provider nothing is started. To be called while this
 * thread still has its rights.
 */
export async function openSemantic(settings: Settings): Promise<Semantic> {
  const { choice, service } = await chooseProvider(settings);
  if (!service) return { choice, close: () => {} };
  const network = networkFor({ type: "embedding", service });
  const kept = openEngine(settings, service);
  if (!network || (kept && !kept.network)) {
    return { choice: { ...choice, failure: NO_RIGHTS }, close: () => network?.close() };
  }
  const embedder = networkEmbedder(network, service, DIALECTS[service.provider].batchSize);
  const close = (): void => {
    network.close();
    kept?.network?.close();
  };
  return { choice, embedder, ...(kept?.network && { engine: networkEngine(kept.network) }), close };
}

/** Starts the worker of the engine that is named, if one is: for vectors of this service. */
function openEngine(
  settings: Settings,
  { provider, model, dimensions }: EmbeddingService,
): { readonly network: Network | undefined } | undefined {
  const chosen = chooseEngine(settings, env);
  if (!chosen || "against" in chosen) return undefined;
  const length = dimensions !== undefined && { dimensions };
  const space = { provider, model, ...length, format: PASSAGES };
  return { network: networkFor({ type: "engine", service: chosen.service, space }) };
}

/** A question on its way to a vector. */
export class SemanticQuestion {
  readonly #embedder: MeteredEmbedder | undefined;
  #outcome: QueryOutcome | undefined;
  /** What is known of the last build, when nobody is asked because there are no vectors. */
  #unasked: VectorTrouble | undefined;

  constructor(
    private readonly semantic: Semantic,
    private readonly question: string,
    /** Milliseconds after sending, when nobody needs the answer any more. */
    private readonly limitMs: number,
  ) {
    const { embedder } = semantic;
    this.#embedder = embedder && new MeteredEmbedder(embedder, "embed");
  }

  get choice(): EmbeddingChoice {
    return this.semantic.choice;
  }

  /** Where the vector belongs; absent without a provider. */
  get space(): EmbeddingSpace | undefined {
    return this.#embedder;
  }

  /**
   * What the jails are told; absent without a provider. A provider is not asked while there is nothing to compare the
   * answer with; of an engine only itself knows what it has.
   *
   * @param cache folder of the repository's index
   */
  begin(cache: string | undefined): QuestionSpace | undefined {
    const { semantic } = this;
    if (!this.#embedder) return undefined;
    const { provider, model, dimensions } = this.#embedder;
    const space = { provider, model, ...(dimensions !== undefined && { dimensions }) };
    const isElsewhere = semantic.engine !== undefined;
    const isAsked = isElsewhere || (cache !== undefined && hasVectors(cache, space));
    if (!isAsked) this.#unasked = (cache !== undefined && readVectorNote(cache, space)) || {};
    return { ...space, isElsewhere, isAsked };
  }

  /** Redacts and sends, then asks the engine if there is one; `tell` gets what came of it. To be called when nothing else waits for this thread. */
  async send(tell: (query: QueryEmbedding) => void): Promise<void> {
    const embedder = this.#embedder;
    if (!embedder || this.#unasked) return;
    const { provider, model } = embedder;
    const text = sendable(this.question, Math.min(LONGEST_QUESTION, embeddingModel(model).maxUnits));
    const signal = AbortSignal.timeout(this.limitMs);
    this.#outcome = await this.#near(await embedder.embed([text], { kind: "query", signal }), signal);
    tell({ provider, model, outcome: this.#outcome });
  }

  async #near(embedded: EmbedOutcome, signal: AbortSignal): Promise<QueryOutcome> {
    const { engine } = this.semantic;
    const [vector] = embedded.ok ? embedded.vectors : [];
    return engine && vector ? await engine.nearest(vector, { most: NEAREST, signal }) : embedded;
  }

  /** Why there is no vector; one that is still on its way is late. */
  gap(): SemanticGap | undefined {
    const { choice } = this.semantic;
    if (!this.#embedder) return choice.failure;
    if (this.#unasked) return unbuilt(this.#unasked, choice);
    if (!this.#outcome) {
      return { ok: false, reason: "timeout", detail: "the question's vector came too late" };
    }
    return this.#outcome.ok ? undefined : this.#outcome;
  }

  /** US dollars, when vectors are not built because nobody agreed to the cost. */
  get dear(): number | undefined {
    return this.#unasked?.dollars;
  }

  /** What the vector took; absent when nobody was asked or nothing came yet. */
  use(): ModelUse | undefined {
    return this.#embedder?.use();
  }
}

function hasVectors(folder: string, space: EmbeddingSpace): boolean {
  return newest({ folder, name: vectorsName(space), format: VECTOR_FORMAT }) > 0;
}

/** Why there are no vectors, when the last build found out. */
function unbuilt(
  { failure }: VectorTrouble,
  { provider, model }: EmbeddingChoice,
): SemanticGap | undefined {
  if (!failure) return undefined;
  const pull = provider === "ollama" && failure === "bad_response" ? `ollama pull ${model}, or ` : "";
  const detail = `the vectors could not be built: ${pull}auto-tools index --semantic says more`;
  return { ok: false, reason: failure, detail };
}

/** What would be used and why; at most knocks at the local Ollama's door. */
export async function chooseProvider(
  settings: Settings,
): Promise<Pick<Chosen, "choice"> & { readonly service?: EmbeddingService }> {
  const chosen = chooseEmbedding(settings, env);
  const { choice, service, ifThere } = chosen;
  if (!service) return { choice };
  if (ifThere && !await listens(service.url, KNOCK_MS)) {
    return { choice: withoutOllama(chosen) };
  }
  const engine = chooseEngine(settings, env);
  if (!engine) return { choice, service };
  // Vectors are not kept elsewhere than where the user wants them.
  if ("against" in engine) return { choice: { ...choice, failure: engine.against } };
  return { choice: { ...choice, engine: engine.choice }, service };
}

const NO_RIGHTS = {
  ok: false,
  reason: "provider_unreachable",
  detail: "this process gave up its right to connect before",
} as const;

function networkFor(serves: NetworkService): Network | undefined {
  try {
    return new Network(NETWORK, serves);
  } catch {
    // A worker cannot be given what this thread no longer has.
    return undefined;
  }
}
