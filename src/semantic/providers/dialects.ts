import type { EmbeddingDialect, EmbeddingService, WireVectors } from "../../model/providers.ts";
import type { EmbeddingProvider, SemanticGap } from "../../model/semantic.ts";
import { asObject } from "../../model/json.ts";
import { badResponse, bearer, countOf, vectorOf } from "./vectors.ts";

/** OpenAI's protocol, `POST /embeddings`. */
export const openai: EmbeddingDialect = {
  batchSize: 96,
  request: (service, texts) => ({
    url: `${service.url}/embeddings`,
    headers: bearer(service.key),
    body: { model: service.model, input: texts, encoding_format: "base64", ...shortened(service) },
  }),
  vectors,
};

/** The same on Azure: the deployment is part of the path, the key has a header of its own. */
export const azure: EmbeddingDialect = {
  ...openai,
  request: (service, texts) => {
    const { url, model, key, apiVersion = "2024-10-21" } = service;
    const path = `openai/deployments/${encodeURIComponent(model)}/embeddings`;
    return {
      url: `${url}/${path}?api-version=${encodeURIComponent(apiVersion)}`,
      headers: key === undefined ? {} : { "api-key": key },
      body: { input: texts, encoding_format: "base64", ...shortened(service) },
    };
  },
};

/**
 * Servers with OpenAI's protocol: vLLM, LM Studio, llama.cpp and others. Optional fields that some of them refuse are
 * not sent. Voyage needs the side of the search (query or document), and has another name for the length of vectors.
 */
export const compatible: EmbeddingDialect = {
  ...openai,
  batchSize: 64,
  request: (service, texts, kind) => {
    const { url, model, dimensions } = service;
    // The models of this service accept `input_type`.
    const voyage = model.startsWith("voyage-") || isVoyageAddress(url);
    const own = voyage
      ? { input_type: kind, ...(dimensions !== undefined && { output_dimension: dimensions }) }
      : shortened(service);
    return {
      url: `${service.url}/embeddings`,
      headers: bearer(service.key),
      body: { model: service.model, input: texts, ...own },
    };
  },
};

/** True for an address of Voyage's own service. */
export function isVoyageAddress(url: string): boolean {
  return URL.parse(url)?.origin === "https://api.voyageai.com";
}

function shortened({ dimensions }: EmbeddingService): { dimensions?: number } {
  return dimensions === undefined ? {} : { dimensions };
}

/** The entries say where they belong; an index that is missing, wrong or there twice spoils the answer. */
function vectors(answer: unknown): WireVectors | SemanticGap {
  const { data, usage } = asObject(answer) ?? {};
  if (!Array.isArray(data)) return badResponse("no list of data");
  const placed: (Float32Array<ArrayBuffer> | undefined)[] = new Array(data.length).fill(undefined);
  const vacant = new Set(placed.keys());
  for (const [at, entry] of data.entries()) {
    const { index = at, embedding } = asObject(entry) ?? {};
    if (typeof index !== "number" || !vacant.has(index)) return badResponse("an index that is out of place");
    vacant.delete(index);
    placed[index] = vectorOf(embedding);
  }
  const { prompt_tokens, total_tokens } = asObject(usage) ?? {};
  return { ok: true, vectors: placed, tokens: countOf(prompt_tokens ?? total_tokens) };
}

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
    return { ok: true, vectors: embeddings.map(vectorOf), tokens: countOf(prompt_eval_count) };
  },
};

/** Request format for embeddings, by provider. */
export const DIALECTS: Readonly<Record<EmbeddingProvider, EmbeddingDialect>> = {
  ollama,
  openai,
  azure,
  "openai-compatible": compatible,
};
