import { isStopWord } from "../../text/stop_words.ts";
import { tokens } from "../../text/tokens.ts";
import { rarity } from "./bm25.ts";
import { type FeatureContext, type FeatureGroup, GrowingColumns } from "./features.ts";
import { memberPlaces } from "./inheritance.ts";

/** Shortest word that may name a definition. UTF-16 units. */
const SHORTEST = 3;
/** Files that define a name, at most: more are named by chance. */
const MOST_FILES = 12;
/** Definitions of a name, at most. */
const MOST_DEFINITIONS = 200;
const MOST_OWNERS = 8;

/** Names in the question that the file defines or uses. */
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
      doc: "Owner.member pairs that it defines, inherited members too",
      scaling: "saturate",
    },
    {
      id: "uses_rare",
      doc: "rare identifiers of the question used in the file, cubic mean",
      scaling: "peak",
    },
  ],
  compute(context) {
    const columns = new GrowingColumns(context.index.files.count);
    defines(context, columns);
    qualified(context, columns);
    usesRare(context, columns);
    return columns;
  },
};

function defines({ query, index, paths }: FeatureContext, columns: GrowingColumns): void {
  for (const word of query.mentions.identifiers) {
    if (word.length < SHORTEST || isStopWord(word.toLowerCase())) continue;
    if (index.definitionCount(word) > MOST_DEFINITIONS) continue;
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
    if (files.size > MOST_OWNERS) continue;
    for (const file of files) columns.add("qualified", file, 1 / files.size);
  }
}

function usesRare({ query, index, text: { isCandidate } }: FeatureContext, columns: GrowingColumns): void {
  const wanted = new Set<string>();
  for (const word of query.mentions.identifiers) {
    const [whole] = tokens(word);
    if (word.length >= SHORTEST && !isStopWord(word.toLowerCase()) && whole !== undefined) wanted.add(whole);
  }
  const sums = new Map<number, number>();
  for (const term of wanted) {
    const postings = index.postings(term);
    if (!postings) continue;
    const cube = rarity(index.files.count, index.fileFrequency(term)) ** 3;
    let previous = -1;
    for (const chunk of postings.chunks) {
      const file = index.chunks.file[chunk]!;
      if (file !== previous && isCandidate[file] === 1) sums.set(file, (sums.get(file) ?? 0) + cube);
      previous = file;
    }
  }
  for (const [file, sum] of sums) columns.set("uses_rare", file, Math.cbrt(sum));
}
