import type { LexicalIndex } from "../../index/lexical_index.ts";
import { nameParts } from "../../text/tokens.ts";
import { FEW, findPath, GrowingColumns, pathTables, UNSEEN } from "./features.ts";
import type { FeatureContext, FeatureGroup, FeatureSpec } from "./features.ts";
import { isStopWord } from "../../text/words.ts";
import { SHORTEST_NAME } from "../../index/names_beginning.ts";
import { memberPlaces, MOST_MEMBERS } from "./members.ts";

/** A word in more paths than this share of the files is the project's own name or the like. */
const COMMON_SHARE = 0.2;

/** The question's words in the names of files. */
export const PATH_GROUP: FeatureGroup = {
  id: "path",
  specs: [{ id: "stem", doc: "share of the file's name that the question's words cover", scaling: "peak" }],
  compute(context) {
    const columns = new GrowingColumns(context.index.files.count);
    for (const file of filesWithWordsInPath(context)) {
      const stem = stemCoverage(file, context);
      if (stem > 0) columns.set("stem", file, stem);
    }
    return columns;
  },
};

function filesWithWordsInPath({ query, index, text: { isCandidate } }: FeatureContext): Set<number> {
  const found = new Set<number>();
  const most = Math.max(FEW, index.files.count * COMMON_SHARE);
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

/** The words of a file's name; remembered, since names repeat. */
function stemParts(stem: string, index: LexicalIndex): readonly string[] {
  return index.lasting.of(stemParts, stem, () => nameParts(stem));
}

const prior = (id: string, doc: string): FeatureSpec => ({ id, doc, scaling: "raw", isPrior: true });

/** Traits of a file that depend on no question. */
export const PRIOR_GROUP: FeatureGroup = {
  id: "prior",
  specs: [
    prior("is_test", "a test or a test's helper"),
    prior("is_text", "a document or data"),
    prior("is_aside", "docs, examples, benchmarks, tools"),
    prior("has_names", "it defines something"),
  ],
  compute({ index }) {
    return { columns: index.lasting.get(priorsOf) };
  },
};

function priorsOf(index: LexicalIndex): ReadonlyMap<string, Float32Array> {
  const paths = pathTables(index);
  return new Map([
    ["is_test", new Float32Array(paths.test)],
    ["is_text", new Float32Array(paths.text)],
    ["is_aside", new Float32Array(paths.aside)],
    ["has_names", Float32Array.from(index.files.lengths.def, (names) => names > 0 ? 1 : 0)],
  ]);
}

/** Files that define a name, at most: more are named by chance. */
const MOST_FILES = 12;

/** Names in the question that the file defines. */
export const NAME_GROUP: FeatureGroup = {
  id: "name",
  specs: [
    {
      id: "defines",
      doc: "it defines a name that looks like code, 1 / files of the rarest",
      scaling: "saturate",
    },
    {
      id: "qualified",
      doc: "Owner.member pairs that it defines",
      scaling: "saturate",
    },
  ],
  compute(context) {
    const columns = new GrowingColumns(context.index.files.count);
    defines(context, columns);
    qualified(context, columns);
    return columns;
  },
};

function defines({ query, index, paths }: FeatureContext, columns: GrowingColumns): void {
  for (const word of query.mentions.identifiers) {
    if (word.length < SHORTEST_NAME || isStopWord(word.toLowerCase())) continue;
    if (index.definitionCount(word) > MOST_MEMBERS) continue;
    const sites = index.definitionsNamed(word).filter(({ file }) => paths.test[file] === 0);
    const files = new Set(sites.map(({ file }) => file));
    if (files.size > MOST_FILES) continue;
    for (const file of files) columns.raise("defines", file, 1 / files.size);
  }
}

function qualified({ query, index, paths }: FeatureContext, columns: GrowingColumns): void {
  for (const [owner, member] of query.mentions.qualified) {
    const places = memberPlaces(owner, member, index);
    const files = new Set(places.map((place) => place.file).filter((file) => paths.test[file] === 0));
    if (files.size > MOST_FILES) continue;
    for (const file of files) columns.add("qualified", file, 1 / files.size);
  }
}

/** Paths, those of stack frames too, that name a file outright. */
export const MENTION_GROUP: FeatureGroup = {
  id: "mention",
  specs: [
    { id: "path_named", doc: "the question holds the file's path or name", scaling: "raw" },
  ],
  compute(context) {
    const { query, index } = context;
    const columns = new GrowingColumns(index.files.count);
    for (const { path } of query.question.terms.paths) {
      const files = findPath(path, index);
      for (const file of files) columns.raise("path_named", file, 1 / files.length ** 0.5);
    }
    return columns;
  },
};
