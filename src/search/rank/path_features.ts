import type { LexicalIndex } from "../../index/lexical_index.ts";
import { isStopWord } from "../../text/stop_words.ts";
import { tokens } from "../../text/tokens.ts";
import { type FeatureContext, type FeatureGroup, GrowingColumns, UNSEEN } from "./features.ts";

/** A word in more paths than this share of the files is the project's own name or the like. */
const COMMON_SHARE = 0.2;
const FEW_FILES = 20;

/** The question's words in the names of files and folders. */
export const PATH_GROUP: FeatureGroup = {
  id: "path",
  specs: [
    { id: "stem", doc: "share of the file's name that the question's words cover", scaling: "peak" },
    { id: "folders", doc: "folder names in the question", scaling: "saturate" },
  ],
  compute(context) {
    const columns = new GrowingColumns(context.index.files.count);
    for (const file of filesWithWordsInPath(context)) {
      const stem = stemCoverage(file, context);
      if (stem > 0) columns.set("stem", file, stem);
      const folders = foldersIn(context.index.files.paths[file]!, context.query.mentions.words);
      if (folders > 0) columns.set("folders", file, folders);
    }
    return columns;
  },
};

function filesWithWordsInPath({ query, index, text: { isCandidate } }: FeatureContext): Set<number> {
  const found = new Set<number>();
  const most = Math.max(FEW_FILES, index.files.count * COMMON_SHARE);
  for (const term of query.terms.keys()) {
    const postings = index.pathPostings(term);
    if (!postings || postings.files.length > most) continue;
    for (const file of postings.files) if (isCandidate[file] === 1) found.add(file);
  }
  return found;
}

/** The covered share of the name's rarity, times the square root of the covered rarity: long exact names win. */
function stemCoverage(file: number, { query, index, paths, text }: FeatureContext): number {
  let [all, covered] = [0, 0];
  for (const part of stemParts(paths.stem(file), index)) {
    const rarity = text.rarity.get(part) ?? UNSEEN;
    all += rarity;
    if (query.terms.has(part)) covered += rarity;
  }
  return all > 0 ? covered / all * Math.sqrt(covered) : 0;
}

function foldersIn(path: string, words: ReadonlySet<string>): number {
  return path.toLowerCase().split("/").slice(1, -1)
    .filter((folder) => folder.length > 2 && !isStopWord(folder) && words.has(folder)).length;
}

/** Of these the words are remembered. */
const MOST_STEMS = 20_000;

function noParts(): Map<string, readonly string[]> {
  return new Map();
}

/** The words of a file's name; remembered, since names repeat. */
function stemParts(stem: string, index: LexicalIndex): readonly string[] {
  const partsOf = index.lasting.get(noParts);
  let parts = partsOf.get(stem);
  if (parts) return parts;
  const all = tokens(stem);
  parts = all.length > 1 ? all.slice(1) : all;
  if (partsOf.size >= MOST_STEMS) partsOf.clear();
  partsOf.set(stem, parts);
  return parts;
}
