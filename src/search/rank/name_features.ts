import { isStopWord } from "../../text/words.ts";
import { SHORTEST_NAME } from "../../index/names_beginning.ts";
import { type FeatureContext, type FeatureGroup, GrowingColumns } from "./features.ts";
import { memberPlaces, MOST_MEMBERS } from "./inheritance.ts";

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
      doc: "Owner.member pairs that it defines, inherited members too",
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
