import type { EmbeddingDialect } from "../../model/providers.ts";
import type { EmbeddingProvider } from "../../model/semantic.ts";
import { ollama } from "./ollama.ts";
import { azure, compatible, openai } from "./openai.ts";

/** How each provider spells requests for vectors. */
export const DIALECTS: Readonly<Record<EmbeddingProvider, EmbeddingDialect>> = {
  ollama,
  openai,
  azure,
  "openai-compatible": compatible,
};
