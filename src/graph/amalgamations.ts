import type { DefinitionSite, LexicalIndex } from "../index/lexical_index.ts";
import { CALLABLE } from "../syntax/class_kinds.ts";

/** Minimum number of chunks of an amalgamation. */
const FEWEST_CHUNKS = 40;
/** Minimum number of lines of a compared function; shorter functions match by chance. */
const FEWEST_LINES = 5;
/** Maximum number of functions compared, spread over the file. */
const COMPARED = 24;
/** Minimum number of functions compared. */
const FEWEST_COMPARED = 6;
/** Maximum number of definitions of a compared name; more frequent names match by chance. */
const MOST_NAMESAKES = 60;
/** Minimum share of the compared functions found in other files. */
const LEAST_SHARE = 0.6;
/** Minimum number of these files. */
const FEWEST_FILES = 3;

/**
 * True if a file is an amalgamation of others in the repository, such as a single-header library: smaller files contain
 * most of its functions with the same names and lengths. Cached per index view.
 */
export function isAmalgamation(index: LexicalIndex, file: number): boolean {
  const { chunkCount } = index.files;
  if ((chunkCount[file] ?? 0) < FEWEST_CHUNKS) return false;
  const known = index.memo.get(noneKnown);
  let found = known.get(file);
  if (found === undefined) known.set(file, found = isMadeOfOthers(index, file));
  return found;
}

function noneKnown(): Map<number, boolean> {
  return new Map();
}

function isMadeOfOthers(index: LexicalIndex, file: number): boolean {
  const functions =
    index.parsed(file)?.definitions.filter(({ kind, startLine, endLine }) =>
      CALLABLE.has(kind) && endLine - startLine + 1 >= FEWEST_LINES
    ) ?? [];
  const step = Math.max(1, functions.length / COMPARED);
  const compared = Array.from(
    { length: Math.min(COMPARED, functions.length) },
    (_, at) => functions[Math.floor(at * step)]!,
  );
  if (compared.length < FEWEST_COMPARED) return false;
  const { chunkCount } = index.files;
  const sources = new Set<number>();
  const needed = LEAST_SHARE * compared.length;
  let matched = 0;
  for (const [at, { name, qualifiedName, startLine, endLine }] of compared.entries()) {
    // Most files are rejected after the first few functions, because the rest could not reach the share.
    if (matched + compared.length - at < needed) return false;
    if (index.definitionCount(name) > MOST_NAMESAKES) continue;
    const isSource = (site: DefinitionSite): boolean =>
      site.file !== file && site.endLine - site.startLine === endLine - startLine &&
      chunkCount[site.file]! < chunkCount[file]! &&
      index.parsed(site.file)?.definitions[site.definition]?.qualifiedName === qualifiedName;
    const source = index.definitionsNamed(name).find(isSource);
    if (!source) continue;
    matched++;
    sources.add(source.file);
  }
  return matched >= needed && sources.size >= FEWEST_FILES;
}

/** Removes places in amalgamations, unless all are in one. */
export function fromSources<T extends { readonly file: number }>(
  places: readonly T[],
  index: LexicalIndex,
): readonly T[] {
  if (places.length < 2) return places;
  const sources = places.filter(({ file }) => !isAmalgamation(index, file));
  return sources.length > 0 ? sources : places;
}
