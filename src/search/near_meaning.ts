import type { QueryOutcome, SemanticGap, SemanticUse } from "../model/semantic.ts";
import type { ContentKeys, LexicalIndex } from "../index/lexical_index.ts";
import type { SemanticPort, ToolContext } from "../ports/tool.ts";
import { contentNamed, missingVectors } from "../index/vectors/engine_vectors.ts";
import { type Nearest, nearestChunks, placedChunks } from "../index/vectors/nearest.ts";
import { cutsOf } from "../index/vectors/passages.ts";
import { unit } from "../index/vectors/quantise.ts";
import type { VectorStore } from "../index/vectors/vector_store.ts";
import { isSameSpace, type VectorSpace } from "../index/vectors/vectors.ts";

/** Share of a tool's time that stays for ranking once the vector is there or is no longer waited for. */
const RANKING_SHARE = 0.2;

/** Search and graph ask the same question: the vectors are looked through once. */
interface Shared {
  looked?: Looked;
}

function notLooked(): Shared {
  return {};
}

/** The nearest chunks, if any are known, and the report about the lookup. */
export interface Looked {
  readonly near?: Nearest;
  readonly use: SemanticUse;
}

type Accepts = ((file: number) => boolean) | undefined;

/** Waits for the question's vector, unless there is nothing to compare it with, and looks for what is near. */
export async function lookUp(
  context: ToolContext,
  semantic: SemanticPort,
  accepts: Accepts,
): Promise<Looked> {
  const now = context.clock();
  const opened = await context.index.open({ deadline: now, end: context.deadline });
  const shared = semantic.memo.get(notLooked);
  if (opened && !accepts && shared.looked) return shared.looked;
  const keys = opened?.keys();
  if (!opened || !keys) return { use: { used: false } };
  const wait = context.deadline - (context.deadline - now) * RANKING_SHARE;
  const found = semantic.isElsewhere
    ? lookElsewhere(opened.index, keys, { outcome: await semantic.query(wait), accepts })
    : await lookHere(opened.index, opened.vectors(semantic), { semantic, wait, accepts });
  if (!accepts && found.near) shared.looked = found;
  return found;
}

/** Reads an engine's nearest chunks, limited to this tree. Its coverage of the tree is not asked. */
function lookElsewhere(
  index: LexicalIndex,
  keys: ContentKeys,
  { outcome, accepts }: { readonly outcome: QueryOutcome; readonly accepts: Accepts },
): Looked {
  if (!outcome.ok) return { use: { used: false, gap: outcome } };
  if (!("near" in outcome)) return { use: { used: false } };
  const cuts = cutsOf(index);
  const numberOf = (name: string): number => contentNamed(name, keys, cuts);
  const near = placedChunks(index, outcome.near, { numberOf, accepts });
  return near.chunks.length > 0 ? { near, use: { used: true } } : { use: { used: false } };
}

async function lookHere(
  index: LexicalIndex,
  vectors: VectorStore | undefined,
  { semantic, wait, accepts }: {
    readonly semantic: SemanticPort;
    readonly wait: number;
    readonly accepts: Accepts;
  },
): Promise<Looked> {
  const building = missingVectors(index, vectors?.contents() ?? new Map());
  const unused = { used: false, ...(building && { building }) };
  // Without anything to compare with, or without a question that was sent, there is nothing to wait for.
  if (!vectors?.space || !semantic.isAsked) return { use: unused };
  const outcome = await semantic.query(wait);
  if (!outcome.ok) return { use: { ...unused, gap: outcome } };
  if (!("vectors" in outcome)) return { use: unused };
  const { provider, model } = semantic;
  const space = { provider, model, dimension: outcome.dimension };
  const query = outcome.vectors[0] && unit(outcome.vectors[0]);
  if (!query || !isSameSpace(vectors.space, space)) {
    vectors.setDoubt(outcome.dimension);
    return { use: { used: false, gap: otherSpace(vectors.space, space) } };
  }
  const near = nearestChunks(index, vectors, query, accepts);
  return { near, use: { ...unused, used: true } };
}

function otherSpace(stored: VectorSpace, asked: VectorSpace): SemanticGap {
  const named = ({ provider, model, dimension }: VectorSpace): string => `${provider} ${model} ${dimension}`;
  const detail = `the vectors here are of ${named(stored)}, the question's of: ${named(asked)}`;
  return { ok: false, reason: "dimension_mismatch", detail };
}
