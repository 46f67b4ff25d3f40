import type { ToolCall } from "../../model/plan.ts";
import type { SemanticGap, SemanticUse } from "../../model/semantic.ts";
import type { LexicalIndex } from "../index/lexical_index.ts";
import type { SemanticMatch } from "../rank/hybrid.ts";
import type { SemanticPort, ToolContext } from "../tool.ts";
import type { Nearest } from "../vectors/nearest.ts";
import { nearestChunks } from "../vectors/nearest.ts";
import { unit } from "../vectors/quantise.ts";
import type { VectorSpace } from "../vectors/vectors.ts";
import { missingVectors } from "../vectors/coverage.ts";
import { isSameSpace } from "../vectors/vectors.ts";

/** What is near a question in meaning, and what came of asking. */
export interface Meaning {
  /** Waits for the question's vector, unless there is nothing to compare it with. Never rejects. */
  match(): Promise<SemanticMatch | undefined>;
  /** Known once {@link match} has settled. */
  use(): { readonly semantic?: SemanticUse };
}

/** Share of a tool's time that stays for ranking once the vector is there or is no longer waited for. */
const RANKING_SHARE = 0.2;

/** Search and graph ask the same question of the same view: the vectors are looked through once. */
const looked = new WeakMap<LexicalIndex, Looked>();

/** What is near, if anything is known of that, and what is to be said. */
interface Looked {
  readonly near?: Nearest;
  readonly use: SemanticUse;
}

/** Asks the vectors of the work tree. Argument: `mode` (`keyword` never asks, `semantic`, default `hybrid`). */
export function askMeaning(
  args: ToolCall["args"],
  context: ToolContext,
  accepts?: (file: number) => boolean,
): Meaning {
  const { semantic } = context;
  const { mode } = args;
  if (mode === "keyword" || !semantic) return { match: () => Promise.resolve(undefined), use: () => ({}) };
  let use: SemanticUse = { used: false };
  const ask = async (): Promise<SemanticMatch | undefined> => {
    const found = await lookUp(context, semantic, accepts);
    use = found.use;
    return found.near && { ...found.near, mode: mode === "semantic" ? "semantic" : "hybrid" };
  };
  return {
    // What cannot be read of the vectors is missing: the words answer without them.
    match: () => ask().catch(() => undefined),
    use: () => ({ semantic: use }),
  };
}

async function lookUp(
  context: ToolContext,
  semantic: SemanticPort,
  accepts: ((file: number) => boolean) | undefined,
): Promise<Looked> {
  const now = context.clock();
  const opened = await context.index.open({ deadline: now });
  const known = opened && !accepts ? looked.get(opened.index) : undefined;
  if (known) return known;
  const vectors = opened?.vectors();
  if (!opened || !vectors) return { use: { used: false } };
  const building = missingVectors(opened.index, vectors.contents());
  const unused = { used: false, ...(building && { building }) };
  // Whoever has nothing to compare with does not wait.
  if (!vectors.space) return { use: unused };
  const outcome = await semantic.query(context.deadline - (context.deadline - now) * RANKING_SHARE);
  if (!outcome.ok) return { use: { ...unused, gap: outcome } };
  const { provider, model } = semantic;
  const space = { provider, model, dimension: outcome.dimension };
  const query = outcome.vectors[0] && unit(outcome.vectors[0]);
  if (!query || !isSameSpace(vectors.space, space)) {
    return { use: { used: false, gap: otherSpace(vectors.space, space) } };
  }
  const near = nearestChunks(opened.index, vectors, query, accepts);
  const found = { near, use: { ...unused, used: true } };
  if (!accepts) looked.set(opened.index, found);
  return found;
}

function otherSpace(stored: VectorSpace, asked: VectorSpace): SemanticGap {
  const named = ({ provider, model, dimension }: VectorSpace): string => `${provider} ${model} ${dimension}`;
  const detail = `the vectors here are of ${named(stored)}, the question's of: ${named(asked)}`;
  return { ok: false, reason: "dimension_mismatch", detail };
}
