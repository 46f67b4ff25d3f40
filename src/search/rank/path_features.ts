import type { LexicalIndex } from "../../index/lexical_index.ts";
import { isStopWord } from "../../text/stop_words.ts";
import { tokens } from "../../text/tokens.ts";
import type { View } from "../query/fields.ts";
import { VIEWS } from "../query/fields.ts";
import type { FeatureContext, FeatureGroup } from "./features.ts";
import { GrowingColumns } from "./features.ts";

/** Rarity assumed for a part of a file name that the question does not hold. */
const UNSEEN = 8;
const STEM_VIEWS = ["A", "T", "C"] as const;

/** How the words of the question meet the names of files and folders. */
export const PATH_GROUP: FeatureGroup = {
  id: "path",
  specs: [
    ...STEM_VIEWS.map((view) => ({
      id: `stem_${view}`,
      doc: `how much of the file's name the words of view ${view} cover`,
      scaling: "peak" as const,
      byTerms: true,
    })),
    {
      id: "name_any",
      doc: "the file's name is a word of the question, shared by how many files",
      scaling: "raw",
    },
    { id: "name_title", doc: "the same for the title", scaling: "raw" },
    { id: "name_code", doc: "the same for its code", scaling: "raw" },
    {
      id: "folders",
      doc: "folder names in the question, the title's counted half more",
      scaling: "saturate",
    },
  ],
  compute(context) {
    const { index } = context;
    const columns = new GrowingColumns(index.files.count);
    const words = wordsOf(context);
    for (const file of filesWithWordsInPath(context)) {
      for (const view of STEM_VIEWS) columns.set(`stem_${view}`, file, stemCoverage(file, view, context));
      nameMatches(file, words, context, columns);
    }
    return columns;
  },
};

interface Words {
  readonly any: ReadonlySet<string>;
  readonly title: ReadonlySet<string>;
  readonly code: ReadonlySet<string>;
}

function wordsOf({ query }: FeatureContext): Words {
  const any = new Set<string>();
  const title = new Set<string>();
  const code = new Set<string>();
  for (const [word, places] of query.mentions.words) {
    const lower = word.toLowerCase();
    any.add(lower);
    if (places.has("title")) title.add(lower);
    if (places.has("code") || places.has("inline")) code.add(lower);
  }
  return { any, title, code };
}

/** A word in more paths than this share of the files is the project's own name or the like. */
const COMMON_SHARE = 0.2;

/** Only these can have anything of note. */
function filesWithWordsInPath({ query, index, text: { touched } }: FeatureContext): Set<number> {
  const found = new Set<number>();
  const most = Math.max(20, index.files.count * COMMON_SHARE);
  for (const term of query.terms.keys()) {
    const postings = index.pathPostings(term);
    if (!postings || postings.files.length > most) continue;
    for (const file of postings.files) if (touched[file] === 1) found.add(file);
  }
  return found;
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

/** The covered share of the stem's rarity, times the square root of the covered rarity: long exact names win. */
function stemCoverage(file: number, view: View, { query, index, paths, text }: FeatureContext): number {
  const at = VIEWS.indexOf(view);
  let all = 0;
  let covered = 0;
  for (const part of stemParts(paths.stem(file), index)) {
    const rarity = text.rarity.get(part) ?? UNSEEN;
    all += rarity;
    if ((query.terms.get(part)?.[at] ?? 0) > 0) covered += rarity;
  }
  return all > 0 ? covered / all * Math.sqrt(covered) : 0;
}

function nameMatches(
  file: number,
  words: Words,
  { index, paths }: FeatureContext,
  columns: GrowingColumns,
): void {
  const stem = paths.stem(file).toLowerCase();
  const shared = 1 / Math.max(1, paths.namesakes[file]!);
  const has = (set: ReadonlySet<string>): boolean => set.has(stem) || set.has(stem.replace(/s+$/, ""));
  if (stem.length > 2) {
    if (has(words.any)) columns.set("name_any", file, shared);
    if (has(words.title)) columns.set("name_title", file, shared);
    if (has(words.code)) columns.set("name_code", file, shared);
  }
  let folders = 0;
  for (const folder of index.files.paths[file]!.toLowerCase().split("/").slice(1, -1)) {
    if (folder.length <= 2 || isStopWord(folder)) continue;
    folders += (words.any.has(folder) ? 1 : 0) + (words.title.has(folder) ? 0.5 : 0);
  }
  if (folders > 0) columns.set("folders", file, folders);
}
