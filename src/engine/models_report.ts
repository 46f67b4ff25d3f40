import type { ModelsReport } from "../model/task.ts";
import type { Reranked } from "../semantic/choice/rerank.ts";
import type { SemanticQuestion } from "./semantic_question.ts";

/** Reports an answer's models, and reasons of missing ones. */
export function modelsOf(
  question: SemanticQuestion | undefined,
  { gap: rerankGap, use }: Pick<Reranked, "gap" | "use"> = {},
): ModelsReport {
  const semanticGap = question?.gap();
  const uses = [question?.use(), use].filter((one) => one !== undefined);
  const estimatedCost = question?.estimatedCost;
  return {
    uses,
    ...(semanticGap && { semanticGap }),
    ...(estimatedCost !== undefined && { estimatedCost }),
    ...(rerankGap && { rerankGap }),
  };
}
