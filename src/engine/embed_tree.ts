import type { FromVectorBuilder, ToVectorBuilder } from "./sandbox/vector_builder.ts";
import type { BuildEstimate, BuildProgress } from "../index/vectors/vector_build.ts";
import type {
  Embedder,
  EmbeddingSpace,
  EngineContent,
  EngineKnown,
  SemanticGap,
  VectorEngine,
} from "../model/semantic.ts";
import type { IndexBuild } from "../platform/index_build.ts";
import { sendable } from "../safety/outgoing.ts";

/**
 * Carries passages from the sandboxed side to the model and vectors back, or on to an engine; sees nothing but what may be
 * sent.
 */

/** Result of building the vectors. */
export interface EmbeddedTree {
  readonly progress: BuildProgress;
  /** Reason for an early stop; finished vectors are stored. */
  readonly gap?: SemanticGap;
}

/** Options of a build of vectors. */
export interface EmbedOptions extends BuildPlace {
  /** Ends the build; what is finished is stored. */
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

/** Content of a build and its location. */
export interface BuildPlace {
  /** The longest passage, UTF-16 units. */
  readonly mostUnits: number;
  /** Keeps the vectors; absent: they are kept beside the index. */
  readonly engine: VectorEngine | undefined;
}

/** Reason for no result: the engine's gap, or undefined as for {@link embedTree}. */
export type NotStarted = { readonly gap: SemanticGap } | undefined;

/** Batches on their way to the provider at a time: the next one travels while one is computed. */
const LANES = 2;

/** The sandboxed side's vectors, one question after the other. */
class Vectors {
  #turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly worker: IndexBuild<unknown>) {}

  ask<Type extends FromVectorBuilder["type"]>(
    question: ToVectorBuilder,
    expected: Type,
    transfer: Transferable[] = [],
  ): Promise<Extract<FromVectorBuilder, { type: Type }> | undefined> {
    const answer = this.#turn.then(() => this.worker.ask<FromVectorBuilder>(question, () => {}, transfer));
    this.#turn = answer.catch(() => {});
    return answer.then((reply) =>
      reply.type === expected ? reply as Extract<FromVectorBuilder, { type: Type }> : undefined
    );
  }
}

/**
 * Has every chunk that has no vector yet embedded, and the vectors stored as they come. Undefined where another process
 * does it already, or nothing can be stored.
 */
export async function embedTree(
  worker: IndexBuild<unknown>,
  embedder: Embedder,
  { signal, onProgress, ...place }: EmbedOptions,
): Promise<EmbeddedTree | NotStarted> {
  const vectors = new Vectors(worker);
  const started = await begin(vectors, embedder, place, signal);
  if (!started || "gap" in started) return started;
  let gap = started.doubt === undefined ? undefined : await measure(vectors, embedder, signal);
  let length = started.dimension;
  let isEngineThere = true;
  // What is finished is stored also when the model fails or the user ends the build: it has been paid for.
  const carry = async (ready: readonly EngineContent[]): Promise<void> => {
    if (!place.engine || ready.length === 0 || !isEngineThere) return;
    const options = { dimension: length ?? 0, signal: AbortSignal.timeout(ENGINE_MS) };
    const outcome = await place.engine.add(ready, options);
    if (outcome.ok) return;
    isEngineThere = false;
    gap ??= outcome;
  };
  const lane = async (): Promise<void> => {
    while (gap === undefined && !signal.aborted) {
      const batch = await vectors.ask({ type: "next", most: embedder.batchSize }, "passages");
      if (!batch || batch.id === 0) return;
      const outcome = await embedder.embed(batch.texts, { kind: "document", signal });
      if (!outcome.ok) return void (gap ??= outcome);
      const { dimension } = outcome;
      length ??= place.engine && dimension;
      if (length !== undefined && length !== dimension) return void (gap ??= otherLength(length, dimension));
      const moved = outcome.vectors.map((vector) => vector.buffer);
      const reply = await vectors.ask(
        { type: "vectors", id: batch.id, vectors: outcome.vectors, dimension },
        "progress",
        moved,
      );
      if (reply) onProgress(reply.progress.done, reply.progress.total);
      await carry(reply?.ready ?? []);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  if (signal.aborted) gap = undefined;
  const ended = await vectors.ask(
    { type: "stop", ...(gap && { trouble: { failure: gap.reason } }) },
    "progress",
  );
  await carry(ended?.ready ?? []);
  return { progress: ended?.progress ?? started.progress, ...(gap && !signal.aborted && { gap }) };
}

/** Finds out how long the model's vectors are now: where all contents have some, no other text would tell. */
async function measure(
  vectors: Vectors,
  embedder: Embedder,
  signal: AbortSignal,
): Promise<SemanticGap | undefined> {
  const outcome = await embedder.embed([sendable(PROBE, PROBE.length)], { kind: "document", signal });
  if (!outcome.ok) return outcome;
  await vectors.ask({ type: "length", dimension: outcome.dimension }, "progress");
  return undefined;
}

/** Contains nothing of the repository. */
const PROBE = "where is the store opened";

/** Estimates what a build would send, without calling a model; undefined as for {@link embedTree}. */
export async function estimateTree(
  worker: IndexBuild<unknown>,
  model: EmbeddingSpace,
  place: BuildPlace,
): Promise<BuildEstimate | NotStarted> {
  const vectors = new Vectors(worker);
  const started = await begin(vectors, model, place, AbortSignal.timeout(ENGINE_MS));
  if (!started || "gap" in started) return started;
  const reply = await vectors.ask({ type: "estimate" }, "estimated");
  await vectors.ask({ type: "stop" }, "progress");
  return reply?.estimate;
}

/**
 * US dollars for the chunks that have no vector yet; 0 as for {@link embedTree}. More than `most` is noted, so that the
 * prompts to come can say why there are no vectors.
 */
export async function costOfMissing(
  worker: IndexBuild<unknown>,
  model: EmbeddingSpace,
  { engine, perChunk, most }: {
    readonly engine: VectorEngine | undefined;
    readonly perChunk: number;
    readonly most: number;
  },
): Promise<number> {
  const vectors = new Vectors(worker);
  const started = await begin(vectors, model, { mostUnits: 0, engine }, AbortSignal.timeout(ENGINE_MS));
  if (!started || "gap" in started) return 0;
  const dollars = started.progress.total * perChunk;
  await vectors.ask({ type: "stop", ...(dollars > most && { trouble: { dollars } }) }, "progress");
  return dollars;
}

/** An engine has this long to say what it has, or to store what is finished. Milliseconds. */
const ENGINE_MS = 60_000;

interface Started {
  readonly progress: BuildProgress;
  /** Length of the vectors the engine has. */
  readonly dimension?: number;
  /** Present when the model may answer in another length by now. */
  readonly doubt?: number;
}

/** Starts a build, after the engine has listed its vectors. */
async function begin(
  vectors: Vectors,
  { provider, model, dimensions }: EmbeddingSpace,
  { mostUnits, engine }: BuildPlace,
  signal: AbortSignal,
): Promise<Started | NotStarted> {
  let known: EngineKnown | undefined;
  if (engine) {
    const reply = await vectors.ask({ type: "keys" }, "keys");
    const outcome = await engine.known(reply?.keys ?? [], signal);
    if (!outcome.ok) return { gap: outcome };
    known = outcome;
  }
  const space = { provider, model, ...(dimensions !== undefined && { dimensions }) };
  const question: ToVectorBuilder = { type: "begin", model: space, mostUnits };
  const started = await vectors.ask({ ...question, ...(known && { engine: known }) }, "progress");
  if (!started) return undefined;
  const { dimension } = known ?? {};
  const { progress, doubt } = started;
  return { progress, ...(dimension !== undefined && { dimension }), ...(doubt !== undefined && { doubt }) };
}

function otherLength(found: number, dimension: number): SemanticGap {
  const detail = `the vector engine holds vectors of length ${found}, the model's are of: ${dimension}`;
  return { ok: false, reason: "dimension_mismatch", detail };
}
