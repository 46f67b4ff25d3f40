import { isAmalgamation } from "../graph/amalgamations.ts";
import type { LexicalIndex } from "../index/lexical_index.ts";
import { ROLES } from "../index/lexical_index.ts";
import type { FeatureContext } from "./rank/features.ts";
import type { BegunSearch } from "./rank/search.ts";
import type { SearchResult } from "./rank/search_result.ts";

/** Ranked definitions whose files may be made of others. */
const LOOKED_AT = 40;
/** Folders of what others wrote that are indexed, and the name of it. */
const BUNDLED = /(?:(?:^|\/)(?:([^/]+)\/bundled|vendored)|^deps)\/(?:([^/]+)\/)?/i;
/** With this share of the code or more in such folders they are the product's own. */
const MOST_BUNDLED = 0.5;
/** With so many files of its own that hold words of the question the others are left out. */
const ENOUGH = 10;

/**
 * Finishes a search with the repository's own files first: files that are made of others, whose definitions would stand
 * there twice, are left out, and what others wrote only if little else is found, unless the question names them.
 */
export function finishOwn(begun: BegunSearch, finish: (begun: BegunSearch) => SearchResult): SearchResult {
  const { context } = begun.table;
  const ranking = withBundledBehind(begun, context);
  const found = finish(ranking);
  const copies = copiesAmong(found, context);
  return copies.size === 0
    ? found
    : finish(inOrder(ranking, (order) => order.filter((one) => !copies.has(one))));
}

/** The files among the best that are made of others. */
function copiesAmong(
  { files, functions }: SearchResult,
  { index, paths, query }: FeatureContext,
): Set<number> {
  const question = query.segments.all.toLowerCase();
  const isNamed = (file: number): boolean =>
    question.includes(index.files.paths[file]!.toLowerCase()) ||
    paths.namesakes[file]! < 2 && question.includes(paths.stem(file).toLowerCase());
  const ranked = new Set([...files, ...functions.slice(0, LOOKED_AT)].map(({ file }) => file));
  return new Set([...ranked].filter((file) => isAmalgamation(index, file) && !isNamed(file)));
}

function withBundledBehind(begun: BegunSearch, { index, query }: FeatureContext): BegunSearch {
  // Most repositories have no such folder: then only the files that match are looked at.
  if (!begun.keyword.order.some((file) => BUNDLED.test(index.files.paths[file]!))) return begun;
  const names = index.lasting.get(bundledFiles);
  const isNamed = (name: string): boolean =>
    query.mentions.words.keys().some((word) => word.toLowerCase() === name);
  const named = new Map<string, boolean>();
  const isBehind = (file: number): boolean => {
    const name = names.get(file);
    if (name === undefined) return false;
    if (!named.has(name)) named.set(name, isNamed(name));
    return !named.get(name)!;
  };
  return inOrder(begun, (order) => {
    const own = order.filter((file) => !isBehind(file));
    return own.length >= ENOUGH ? own : [...own, ...order.filter(isBehind)];
  });
}

/** What others wrote by its name in lower case; none where most of the code is in such folders. */
function bundledFiles({ files }: LexicalIndex): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  let code = 0;
  files.paths.forEach((path, file) => {
    if (ROLES[files.roles[file]!] !== "code") return;
    code++;
    const [folder, before, behind] = BUNDLED.exec(path) ?? [];
    if (folder !== undefined) found.set(file, (before ?? behind ?? "").toLowerCase());
  });
  return found.size > MOST_BUNDLED * code ? new Map() : found;
}

function inOrder(
  begun: BegunSearch,
  order: (order: readonly number[]) => readonly number[],
): BegunSearch {
  const { keyword } = begun;
  return { ...begun, keyword: { ...keyword, order: [...order(keyword.order)] } };
}
