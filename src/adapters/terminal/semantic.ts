import type { RerankChoice } from "../../model/rerank.ts";
import type { EmbeddingChoice } from "../../model/semantic.ts";

/** What the semantic layer would use and why, then the others with the reason against each. */
export function choiceLines(choice: EmbeddingChoice): string[] {
  return [
    `embedding: ${choiceText(choice)}`,
    ...choice.others.map(({ provider, why }) => `not ${provider}: ${why}`),
  ];
}

/** Who embeds and why, or who ranks, in one line. */
export function choiceText(choice: EmbeddingChoice | RerankChoice): string {
  const { provider, model, url, remote, why, failure } = choice;
  if (provider === "none") return `none; ${failure?.detail ?? why}`;
  const place = !remote
    ? "this machine"
    : url?.startsWith("http:")
    ? "leaves this machine unencrypted"
    : "leaves this machine";
  return `${provider}, ${model} at ${url} (${place}); ${why}`;
}
