import type { DefinitionSite, LexicalIndex } from "../index/lexical_index.ts";
import { CALLABLE } from "../syntax/class_kinds.ts";

/** A file of fewer chunks is not made of several others. */
const FEWEST_CHUNKS = 40;
/** Functions of this many lines or more are compared, spread over the file: shorter ones are alike by chance. */
const FEWEST_LINES = 5;
const COMPARED = 24;
const FEWEST_COMPARED = 6;
/** A name of more definitions says nothing. */
const MOST_NAMESAKES = 60;
/** Share of the functions that other files must have, and how many such files. */
const LEAST_SHARE = 0.6;
const FEWEST_FILES = 3;

/**
 * Whether a file is made of others of the repository, such as a library in one header: smaller files have most of its
 * functions under the same names and of the same length. Decided once per view of the index.
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
  let held = 0;
  for (const [at, { name, qualifiedName, startLine, endLine }] of compared.entries()) {
    // Most files are told apart by the first few: those that are left would not suffice.
    if (held + compared.length - at < needed) return false;
    if (index.definitionCount(name) > MOST_NAMESAKES) continue;
    const isSource = (site: DefinitionSite): boolean =>
      site.file !== file && site.endLine - site.startLine === endLine - startLine &&
      chunkCount[site.file]! < chunkCount[file]! &&
      index.parsed(site.file)?.definitions[site.definition]?.qualifiedName === qualifiedName;
    const source = index.definitionsNamed(name).find(isSource);
    if (!source) continue;
    held++;
    sources.add(source.file);
  }
  return held >= needed && sources.size >= FEWEST_FILES;
}

/** Of several places those that are in no amalgamation; all of them where each is in one. */
export function fromSources<T extends { readonly file: number }>(
  places: readonly T[],
  index: LexicalIndex,
): readonly T[] {
  if (places.length < 2) return places;
  const sources = places.filter(({ file }) => !isAmalgamation(index, file));
  return sources.length > 0 ? sources : places;
}
