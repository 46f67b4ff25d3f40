import { asObject } from "../../model/json.ts";
import type { EmbeddingDialect } from "../../model/providers.ts";
import { badResponse, bearer, countOf, vectorsOf } from "./vectors.ts";

/** Ollama's own protocol, `POST /api/embed`. */
export const ollama: EmbeddingDialect = {
  batchSize: 32,
  request: ({ url, model, dimensions, key }, texts) => ({
    url: `${url}/api/embed`,
    headers: bearer(key),
    body: { model, input: texts, truncate: true, ...(dimensions !== undefined && { dimensions }) },
  }),
  vectors: (answer) => {
    const { embeddings, prompt_eval_count } = asObject(answer) ?? {};
    if (!Array.isArray(embeddings)) return badResponse("no list of embeddings");
    return { ok: true, vectors: vectorsOf(embeddings), tokens: countOf(prompt_eval_count) };
  },
};
