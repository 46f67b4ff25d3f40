import { type FeatureContext, findPath } from "./features.ts";
import type { RankedDefinition } from "./hybrid.ts";

/** Lines of a file, with the definition they belong to. */
export interface IndexPlace {
  /** One-based. */
  readonly startLine: number;
  /** One-based, inclusive. */
  readonly endLine: number;
  readonly symbol?: string;
  /** The question names a line in it. */
  readonly isNamedLine?: true;
}

/**
 * The best place in a file: the line the question names, else its best definition, else its best chunk.
 *
 * @param near the chunk nearest in meaning, if that is known
 */
export function placeIn(
  file: number,
  context: FeatureContext,
  functions: readonly RankedDefinition[],
  near?: number,
): IndexPlace {
  const line = namedLine(file, context);
  if (line !== undefined) return { ...placeOfLine(file, line, context), isNamedLine: true };
  const best = functions.find((candidate) => candidate.file === file);
  if (best) {
    const { startLine, endLine, qualifiedName } = best.definition;
    return { startLine, endLine, symbol: qualifiedName };
  }
  return bestChunk(file, context, near);
}

/** The line of a mention `path:12` or of the last stack frame in the file. */
function namedLine(file: number, { query, index }: FeatureContext): number | undefined {
  const { terms, frames } = query.question;
  for (const mention of [...terms.paths, ...frames.toReversed()]) {
    if (mention.line !== undefined && findPath(mention.path, index).includes(file)) return mention.line;
  }
  return undefined;
}

/** The innermost definition around a line; the line alone where there is none. */
export function placeOfLine(file: number, line: number, { index }: FeatureContext): IndexPlace {
  let inner: IndexPlace | undefined;
  for (const { startLine, endLine, qualifiedName } of index.parsed(file)?.definitions ?? []) {
    if (line < startLine || line > endLine) continue;
    if (!inner || endLine - startLine <= inner.endLine - inner.startLine) {
      inner = { startLine, endLine, symbol: qualifiedName };
    }
  }
  return inner ?? { startLine: line, endLine: line };
}

function bestChunk(file: number, { index, text }: FeatureContext, near: number | undefined): IndexPlace {
  const scores = text.chunks;
  const from = index.files.firstChunk[file]!;
  const to = from + index.files.chunkCount[file]!;
  if (from === to) return { startLine: 1, endLine: 1 };
  let best = near ?? from;
  for (let chunk = from; near === undefined && chunk < to; chunk++) {
    if (scores[chunk]! > scores[best]!) best = chunk;
  }
  const definition = index.parsed(file)?.definitions[index.chunks.definition(best)];
  const place = { startLine: index.chunks.startLine(best), endLine: index.chunks.endLine(best) };
  return definition ? { ...place, symbol: definition.qualifiedName } : place;
}
