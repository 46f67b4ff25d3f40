import type { ToolOutcome } from "../../model/findings.ts";
import { LIMITS } from "../../model/limits.ts";
import type { ModelUse } from "../../model/rerank.ts";
import type { SemanticGap } from "../../model/embedding_space.ts";

/** What models had to do with an answer. */
export interface ModelsSaid {
  readonly uses: readonly ModelUse[];
  /** Why the question has no vector, when it was to have one. */
  readonly semanticGap?: SemanticGap;
  /** US dollars, when vectors are not built because the cost was not agreed to. */
  readonly dear?: number;
  /** Why the order is as found, when a model was to change it. */
  readonly rerankGap?: SemanticGap;
}

/**
 * Why meaning had no say; undefined when it had. A tool knows more than the provider: what is stored may not fit what was
 * answered.
 */
export function semanticGapOf(
  outcomes: readonly ToolOutcome[],
  models: ModelsSaid | undefined,
): SemanticGap | undefined {
  const uses = outcomes.flatMap(({ findings }) => findings?.semantic ?? []);
  if (uses.some(({ used }) => used)) return undefined;
  return uses.find(({ gap }) => gap)?.gap ?? models?.semanticGap;
}

/** The [Limits] lines about models. */
export function modelLimits(outcomes: readonly ToolOutcome[], models: ModelsSaid | undefined): string[] {
  const gap = semanticGapOf(outcomes, models);
  const building = outcomes.map(({ findings }) => findings?.semantic?.building).find((one) => one);
  const unranked = models?.rerankGap;
  return [
    ...(gap ? [LIMITS.semanticUnavailable(gap.reason, gap.detail)] : []),
    ...(building && !gap ? [progressLine(building, models?.dear)] : []),
    ...(unranked ? [LIMITS.rerankerUnavailable(unranked.reason, unranked.detail)] : []),
  ];
}

function progressLine(
  { done, total }: { readonly done: number; readonly total: number },
  dear: number | undefined,
): string {
  return dear === undefined ? LIMITS.semanticBuilding(done, total) : LIMITS.semanticDear(dear);
}

/** The [Results] line about one call of a model. */
export function useLine(use: ModelUse): string {
  const { purpose, provider, model, milliseconds, input, output, dollars, failure } = use;
  const cost = dollars === undefined ? "price not known" : `${dollars.toFixed(5)} US dollars`;
  return `${purpose}: ${failure ?? "ok"}, ${provider} ${model}, ${milliseconds} ms, ` +
    `${input} + ${output} tokens, ${cost}`;
}
