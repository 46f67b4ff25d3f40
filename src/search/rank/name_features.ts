import type { DefinitionSite, LexicalIndex } from "../../index/lexical_index.ts";
import { isStopWord } from "../../text/stop_words.ts";
import { tokens } from "../../text/tokens.ts";
import type { Place } from "../query/mentions.ts";
import { CLASS_KINDS } from "../../syntax/class_kinds.ts";
import { rarity } from "./bm25.ts";
import type { FeatureContext, FeatureGroup, FeatureSpec } from "./features.ts";
import { GrowingColumns } from "./features.ts";
import { memberPlaces } from "./inheritance.ts";

/** Words that name a definition: which words count, and how common the definition may be. */
interface Rule {
  readonly id: string;
  readonly doc: string;
  readonly shortest: number;
  /** Files that define it, at most. */
  readonly mostFiles: number;
  readonly accepts: (word: string, places: ReadonlySet<Place>, codeLike: boolean) => boolean;
  readonly classesOnly?: boolean;
}

const RULES: readonly Rule[] = [
  {
    id: "code",
    doc: "words of its code",
    shortest: 3,
    mostFiles: 12,
    accepts: (_, places) => places.has("code"),
  },
  {
    id: "inline",
    doc: "backticked words",
    shortest: 3,
    mostFiles: 12,
    accepts: (_, places) => places.has("inline"),
  },
  {
    id: "like",
    doc: "words that look like code",
    shortest: 4,
    mostFiles: 12,
    accepts: (_w, _p, like) => like,
  },
  {
    id: "title",
    doc: "words of the title",
    shortest: 4,
    mostFiles: 12,
    accepts: (_, places) => places.has("title"),
  },
  {
    id: "prose",
    doc: "words of its sentences",
    shortest: 5,
    mostFiles: 3,
    accepts: (_, places) => places.has("prose"),
  },
  {
    id: "class",
    doc: "capitalised words that name classes",
    shortest: 3,
    mostFiles: 6,
    accepts: (word) => /^[A-Z]/.test(word),
    classesOnly: true,
  },
];

/** Names in the question that the file defines or uses. */
export const NAME_GROUP: FeatureGroup = {
  id: "name",
  specs: [
    ...RULES.flatMap((rule): FeatureSpec[] => [
      {
        id: `defines_${rule.id}`,
        doc: `definitions named by ${rule.doc}, each 1 / files`,
        scaling: "saturate",
      },
      {
        id: `defines_${rule.id}_best`,
        doc: `the rarest definition named by ${rule.doc}`,
        scaling: "saturate",
      },
    ]),
    {
      id: "qualified",
      doc: "Owner.member pairs that the file defines, inherited members too",
      scaling: "saturate",
    },
    {
      id: "uses_rare",
      doc: "rare identifiers of the question used in the file, cubes summed",
      scaling: "peak",
      byTerms: true,
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
  const { words, identifiers } = query.mentions;
  for (const [word, places] of words) {
    if (word.length < 3 || isStopWord(word.toLowerCase())) continue;
    const rules = RULES.filter((rule) =>
      word.length >= rule.shortest && rule.accepts(word, places, identifiers.has(word))
    );
    if (rules.length === 0) continue;
    const sites = sitesOf(word, index).filter((site) => paths.test[site.file] === 0);
    for (const rule of rules) {
      const files = new Set<number>();
      for (const site of sites) if (!rule.classesOnly || CLASS_KINDS.has(site.kind)) files.add(site.file);
      if (files.size > rule.mostFiles) continue;
      if (files.size === 0) continue;
      for (const file of files) {
        columns.add(`defines_${rule.id}`, file, 1 / files.size);
        columns.raise(`defines_${rule.id}_best`, file, 1 / files.size);
      }
    }
  }
}

/** More definitions than this name nothing in particular. */
const TOO_COMMON = 200;

function sitesOf(name: string, index: LexicalIndex): readonly DefinitionSite[] {
  const sites = index.definitionsNamed(name);
  return sites.length > TOO_COMMON ? [] : sites;
}

function qualified({ query, index, paths }: FeatureContext, columns: GrowingColumns): void {
  for (const [owner, member] of query.mentions.qualified) {
    const places = memberPlaces(owner, member, index);
    const files = new Set(places.map((place) => place.file).filter((file) => paths.test[file] === 0));
    if (files.size > 8) continue;
    for (const file of files) columns.add("qualified", file, 1 / files.size);
  }
}

function usesRare({ query, index, text: { touched } }: FeatureContext, columns: GrowingColumns): void {
  const wanted = new Set<string>();
  for (const [word, places] of query.mentions.words) {
    const matters = query.mentions.identifiers.has(word) || places.has("code");
    if (!matters || word.length < 3 || isStopWord(word.toLowerCase())) continue;
    const whole = tokens(word)[0];
    if (whole !== undefined) wanted.add(whole);
  }
  for (const term of wanted) {
    const postings = index.postings(term);
    if (!postings) continue;
    const cube = rarity(index.files.count, index.fileFrequency(term)) ** 3;
    let previous = -1;
    for (const chunk of postings.chunks) {
      const file = index.chunks.file[chunk]!;
      if (file !== previous && touched[file] === 1) columns.add("uses_rare", file, cube);
      previous = file;
    }
  }
  if (wanted.size > 0) columns.map("uses_rare", Math.cbrt);
}
