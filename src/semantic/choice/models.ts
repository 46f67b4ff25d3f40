import { baseName } from "../../model/paths.ts";
import MODELS from "../../../config/models.json" with { type: "json" };

/** Properties of an embedding model. */
export interface EmbeddingModel {
  /** Put before a question and before what is searched. */
  readonly prefix: { readonly query: string; readonly document: string };
  /** Maximum length of a text, in UTF-16 units; the rest is not used by the model. */
  readonly maxUnits: number;
  /** US dollars for a million tokens; undefined when it is not known. */
  readonly price?: number;
}

/** Prices of a language model, US dollars for a million tokens. */
export interface LanguagePrice {
  readonly input: number;
  readonly output: number;
}

/** For models that are not known: what most of them take. */
const DEFAULT_UNITS = 6000;

/** Properties of an embedding model, by its name with or without an owner and a tag. */
export function embeddingModel(name: string): EmbeddingModel {
  const known: { query?: string; document?: string; units?: number; price?: number } =
    longestMatch(MODELS.embedding, name) ?? {};
  const { query = "", document = "", units = DEFAULT_UNITS, price } = known;
  return { prefix: { query, document }, maxUnits: units, ...(price !== undefined && { price }) };
}

/** Undefined when the model's prices are not known. */
export function languagePrice(name: string): LanguagePrice | undefined {
  return longestMatch(MODELS.language, name);
}

function longestMatch<T extends { readonly match: string }>(
  entries: readonly T[],
  name: string,
): T | undefined {
  const bare = baseName(name).toLowerCase();
  return entries.filter(({ match }) => bare.startsWith(match))
    .sort((a, b) => b.match.length - a.match.length)[0];
}
