import type { ToolOutcome } from "../../model/calls.ts";
import { LIMITS } from "../../model/limits.ts";
import type { ModelUse, SemanticGap } from "../../model/semantic.ts";
import type { ModelsReport } from "../../model/prompt.ts";

/**
 * Reason why the semantic search did not take part; undefined if it did. A tool knows more than the provider: the
 * stored vectors may not fit the provider's.
 */
export function semanticGapOf(
  outcomes: readonly ToolOutcome[],
  models: ModelsReport | undefined,
): SemanticGap | undefined {
  const uses = outcomes.flatMap(({ findings }) => findings?.semantic ?? []);
  if (uses.some(({ used }) => used)) return undefined;
  return uses.find(({ gap }) => gap)?.gap ?? models?.semanticGap;
}

/** The [Limits] lines about models. */
export function modelLimits(outcomes: readonly ToolOutcome[], models: ModelsReport | undefined): string[] {
  const gap = semanticGapOf(outcomes, models);
  const building = outcomes.map(({ findings }) => findings?.semantic?.building).find((one) => one);
  const unranked = models?.rerankGap;
  const cost = models?.estimatedCost;
  return [
    ...(gap ? [LIMITS.semanticUnavailable(gap.reason, gap.detail)] : []),
    ...(building && !gap
      ? [
        cost === undefined
          ? LIMITS.semanticBuilding(building.done, building.total)
          : LIMITS.semanticCost(cost),
      ]
      : []),
    ...(unranked ? [LIMITS.rerankerUnavailable(unranked.reason, unranked.detail)] : []),
  ];
}

/** The [Results] line about one call of a model. */
export function useLine(use: ModelUse): string {
  const { purpose, provider, model, milliseconds, input, output, dollars, failure } = use;
  const cost = dollars === undefined ? "price not known" : `${dollars.toFixed(5)} US dollars`;
  return `${purpose}: ${failure ?? "ok"}, ${provider} ${model}, ${milliseconds} ms, ` +
    `${input} + ${output} tokens, ${cost}`;
}
