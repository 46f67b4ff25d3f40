import type { FromVectorBuilder, ToVectorBuilder } from "../jailed/vector_builder.ts";
import type { BuildEstimate, BuildProgress } from "../analysis/vectors/vector_build.ts";
import type { Embedder, SemanticGap } from "../model/semantic.ts";
import type { IndexBuild } from "../platform/index_build.ts";

/** Carries passages from the jailed side to the model and vectors back; sees nothing but what may be sent. */

/** What came of building the vectors. */
export interface EmbeddedTree {
  readonly progress: BuildProgress;
  /** Why it stopped early; what was made until then is stored. */
  readonly gap?: SemanticGap;
}

/** How the vectors are built. */
export interface EmbedOptions {
  /** The longest passage, UTF-16 units. */
  readonly mostUnits: number;
  /** Ends the build; what is finished is stored. */
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

/** Batches on their way to the provider at a time: the next one travels while one is computed. */
const LANES = 2;

/** The jailed side's vectors, one question after the other. */
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
    return answer.then((said) =>
      said.type === expected ? said as Extract<FromVectorBuilder, { type: Type }> : undefined
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
  { mostUnits, signal, onProgress }: EmbedOptions,
): Promise<EmbeddedTree | undefined> {
  const vectors = new Vectors(worker);
  const { provider, model } = embedder;
  const begun = await vectors.ask({ type: "begin", model: { provider, model }, mostUnits }, "progress");
  if (!begun) return undefined;
  let gap: SemanticGap | undefined;
  const lane = async (): Promise<void> => {
    while (gap === undefined && !signal.aborted) {
      const batch = await vectors.ask({ type: "next", most: embedder.batchSize }, "passages");
      if (!batch || batch.id === 0) return;
      const outcome = await embedder.embed(batch.texts, { kind: "document", signal });
      if (!outcome.ok) return void (gap ??= outcome);
      const { dimension } = outcome;
      const moved = outcome.vectors.map((vector) => vector.buffer);
      const said = await vectors.ask(
        { type: "vectors", id: batch.id, vectors: outcome.vectors, dimension },
        "progress",
        moved,
      );
      if (said) onProgress(said.progress.done, said.progress.total);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  const ended = await vectors.ask({ type: "stop" }, "progress");
  return { progress: ended?.progress ?? begun.progress, ...(gap && !signal.aborted && { gap }) };
}

/** What a build would send, without sending anything; undefined as for {@link embedTree}. */
export async function estimateTree(
  worker: IndexBuild<unknown>,
  model: { readonly provider: string; readonly model: string },
  mostUnits: number,
): Promise<BuildEstimate | undefined> {
  const vectors = new Vectors(worker);
  if (!await vectors.ask({ type: "begin", model, mostUnits }, "progress")) return undefined;
  const said = await vectors.ask({ type: "estimate" }, "estimated");
  await vectors.ask({ type: "stop" }, "progress");
  return said?.estimate;
}

/** Chunks that have no vector yet; 0 as for {@link embedTree}. */
export async function missingChunks(
  worker: IndexBuild<unknown>,
  model: { readonly provider: string; readonly model: string },
): Promise<number> {
  const vectors = new Vectors(worker);
  const begun = await vectors.ask({ type: "begin", model, mostUnits: 0 }, "progress");
  if (begun) await vectors.ask({ type: "stop" }, "progress");
  return begun?.progress.total ?? 0;
}
