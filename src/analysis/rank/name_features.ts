import type { DefinitionSite, LexicalIndex } from "../index/lexical_index.ts";
import { isStopWord } from "../text/stop_words.ts";
import { tokens } from "../text/tokens.ts";
import type { Place } from "../query/mentions.ts";
import { rarity } from "./bm25.ts";
import type { FeatureContext, FeatureGroup, FeatureSpec } from "./features.ts";

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
  { id: "code", doc: "words of its code", shortest: 3, mostFiles: 12, accepts: (_, places) => places.has("code") },
  { id: "inline", doc: "backticked words", shortest: 3, mostFiles: 12, accepts: (_, places) => places.has("inline") },
  { id: "like", doc: "words that look like code", shortest: 4, mostFiles: 12, accepts: (_w, _p, like) => like },
  { id: "title", doc: "words of the title", shortest: 4, mostFiles: 12, accepts: (_, places) => places.has("title") },
  { id: "prose", doc: "words of its sentences", shortest: 5, mostFiles: 3, accepts: (_, places) => places.has("prose") },
  {
    id: "class",
    doc: "capitalised words that name classes",
    shortest: 3,
    mostFiles: 6,
    accepts: (word) => /^[A-Z]/.test(word),
    classesOnly: true,
  },
];

const CLASS_KINDS = new Set(["class", "struct", "interface", "trait", "enum", "type"]);

/** Names in the question that the file defines or uses. */
export const NAME_GROUP: FeatureGroup = {
  id: "name",
  specs: [
    ...RULES.flatMap((rule): FeatureSpec[] => [
      { id: `defines_${rule.id}`, doc: `definitions named by ${rule.doc}, each 1 / files`, scaling: "saturate" },
      { id: `defines_${rule.id}_best`, doc: `the rarest definition named by ${rule.doc}`, scaling: "saturate" },
    ]),
    { id: "qualified", doc: "Owner.member pairs that the file defines", scaling: "saturate" },
    { id: "uses_rare", doc: "rare identifiers of the question used in the file, cubes summed", scaling: "peak" },
  ],
  compute(context) {
    const columns = new Map<string, Float32Array>();
    for (const rule of RULES) {
      const { sum, best } = defines(rule, context);
      columns.set(`defines_${rule.id}`, sum).set(`defines_${rule.id}_best`, best);
    }
    return columns.set("qualified", qualified(context)).set("uses_rare", usesRare(context));
  },
};

function defines(rule: Rule, { query, index, paths }: FeatureContext): { sum: Float32Array; best: Float32Array } {
  const sum = new Float32Array(index.files.count);
  const best = new Float32Array(index.files.count);
  const { words, identifiers } = query.mentions;
  for (const [word, places] of words) {
    if (word.length < rule.shortest || isStopWord(word.toLowerCase())) continue;
    if (!rule.accepts(word, places, identifiers.has(word))) continue;
    const sites = sitesOf(word, index).filter((site) => !rule.classesOnly || CLASS_KINDS.has(site.kind));
    const files = new Set(sites.map((site) => site.file).filter((file) => paths.test[file] === 0));
    if (files.size === 0 || files.size > rule.mostFiles) continue;
    for (const file of files) {
      sum[file]! += 1 / files.size;
      best[file] = Math.max(best[file]!, 1 / files.size);
    }
  }
  return { sum, best };
}

/** More definitions than this name nothing in particular. */
const TOO_COMMON = 200;

function sitesOf(name: string, index: LexicalIndex): readonly DefinitionSite[] {
  const count = index.definitionCount(name);
  return count === 0 || count > TOO_COMMON ? [] : index.definitionsNamed(name);
}

function qualified({ query, index }: FeatureContext): Float32Array {
  const column = new Float32Array(index.files.count);
  for (const [owner, member] of query.mentions.qualified) {
    const ending = `${owner}.${member}`;
    const files = new Set<number>();
    for (const site of sitesOf(member, index)) {
      const name = index.parsed(site.file)?.definitions[site.definition]?.qualifiedName;
      if (name === ending || name?.endsWith(`.${ending}`)) files.add(site.file);
    }
    if (files.size > 8) continue;
    for (const file of files) column[file]! += 1 / files.size;
  }
  return column;
}

function usesRare({ query, index }: FeatureContext): Float32Array {
  const column = new Float32Array(index.files.count);
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
      if (file !== previous) column[file]! += cube;
      previous = file;
    }
  }
  column.forEach((value, file) => column[file] = Math.cbrt(value));
  return column;
}
