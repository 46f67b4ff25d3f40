import type { EmbeddingChoice, EngineChoice, RerankChoice } from "../../model/semantic.ts";

/** Lists the semantic layer's choice and reason, then the others with the reason against each. */
export function choiceLines(choice: EmbeddingChoice): string[] {
  return [
    `embedding: ${choiceText(choice)}`,
    ...choice.others.map(({ provider, why }) => `not ${provider}: ${why}`),
  ];
}

/** The embedding provider and why it was chosen, or the reranker, in one line. */
export function choiceText(choice: EmbeddingChoice | RerankChoice): string {
  const { provider, model, url, remote, why, failure } = choice;
  if (provider === "none") return `none; ${failure?.detail ?? why}`;
  const engine = "engine" in choice ? choice.engine : undefined;
  const kept = engine ? `; vectors in postgres at ${engine.place} (${placeOf(engine)})` : "";
  const unusable = failure ? `; ${failure.detail}` : "";
  return `${provider}, ${model} at ${url} (${
    placeOf({ remote, isEncrypted: !url?.startsWith("http:") })
  }); ` +
    `${why}${kept}${unusable}`;
}

function placeOf({ remote, isEncrypted }: Pick<EngineChoice, "remote" | "isEncrypted">): string {
  if (!remote) return "this machine";
  return isEncrypted ? "leaves this machine" : "leaves this machine unencrypted";
}
