import type { MeaningOutset, MeaningSaid, ToDaemon } from "../../model/daemon.ts";
import type { ModelUse } from "../../model/rerank.ts";
import type { QueryEmbedding } from "../../model/semantic.ts";
import type { SemanticQuestion } from "../semantic_question.ts";
import { startVectors } from "../start_vectors.ts";

/** A question whose vector this process asks for, because keys stay here. */
export interface Meaning {
  /** For this process, where the daemon does not answer. */
  readonly question: SemanticQuestion;
  /** Asks for the vector, once the root (absolute, real) is sure. */
  ask(root: string): void;
  /** What the vector took so far. */
  use(): ModelUse | undefined;
}

/**
 * Tells the daemon how the question's vector stands, because the tools wait for that, and later what came of it.
 *
 * @param cache folder of the repository's index
 */
export function tellMeaning(
  question: SemanticQuestion | undefined,
  send: (message: ToDaemon) => void,
  cache: string | undefined,
): Meaning | undefined {
  if (!question) {
    send({ type: "meaning" });
    return undefined;
  }
  const space = question.begin(cache);
  const { choice, estimatedCost } = question;
  const said = (): MeaningSaid => {
    const [gap, use] = [question.gap(), question.use()];
    return { ...(gap && { gap }), ...(use && { use }) };
  };
  const meaning: MeaningOutset = {
    choice,
    ...(space && { space }),
    ...(estimatedCost !== undefined && { estimatedCost }),
    ...said(),
  };
  send({ type: "meaning", meaning });
  return {
    question,
    use: () => question.use(),
    ask: (root) => {
      if (!space) return;
      if (cache !== undefined) startVectors(root, cache, space);
      void question.send((query) => send({ type: "semantic", query: plain(query), said: said() }));
    },
  };
}

/** JSON has no arrays of 32-bit numbers. */
function plain({ outcome, ...query }: QueryEmbedding): QueryEmbedding {
  if (!("vectors" in outcome)) return { ...query, outcome };
  const vectors = outcome.vectors.map((vector) => [...vector]) as unknown as typeof outcome.vectors;
  return { ...query, outcome: { ...outcome, vectors } };
}
