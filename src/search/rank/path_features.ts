import type { LexicalIndex } from "../../index/lexical_index.ts";
import { tokens } from "../../text/tokens.ts";
import { FEW, GrowingColumns, pathTables, UNSEEN } from "./features.ts";
import type { FeatureContext, FeatureGroup, FeatureSpec } from "./features.ts";

/** A word in more paths than this share of the files is the project's own name or the like. */
const COMMON_SHARE = 0.2;

/** The question's words in the names of files. */
export const PATH_GROUP: FeatureGroup = {
  id: "path",
  specs: [
    { id: "stem", doc: "share of the file's name that the question's words cover", scaling: "peak" },
  ],
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
  return index.lasting.of(stemParts, stem, () => {
    const all = tokens(stem);
    return all.length > 1 ? all.slice(1) : all;
  });
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
