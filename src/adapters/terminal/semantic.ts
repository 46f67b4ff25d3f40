import type { EmbeddingChoice } from "../../model/semantic.ts";

/** What the semantic layer would use and why, then the others with the reason against each. */
export function choiceLines(choice: EmbeddingChoice): string[] {
  return [
    `embedding: ${choiceText(choice)}`,
    ...choice.others.map(({ provider, why }) => `not ${provider}: ${why}`),
  ];
}

/** The same in one line, without the others. */
export function choiceText({ provider, model, url, remote, why, failure }: EmbeddingChoice): string {
  if (provider === "none") return `none; ${failure?.detail ?? why}`;
  const where = remote
    ? `leaves this machine${url?.startsWith("http:") ? " unencrypted" : ""}`
    : "this machine";
  return `${provider}, ${model} at ${url} (${where}); ${why}`;
}
