import type { EmbeddingDialect } from "../../model/providers.ts";
import type { EmbeddingProvider } from "../../model/semantic.ts";
import { ollama } from "./ollama.ts";
import { azure, compatible, openai } from "./openai.ts";

/** Request format for embeddings, by provider. */
export const DIALECTS: Readonly<Record<EmbeddingProvider, EmbeddingDialect>> = {
  ollama,
  openai,
  azure,
  "openai-compatible": compatible,
};
