import type { LexicalIndex } from "../index/lexical_index.ts";
import { VALUE_KINDS } from "../syntax/class_kinds.ts";
import { stem, tokens } from "../text/tokens.ts";
import type { Kin, Member } from "./kin.ts";
import { kinByBase } from "./kin_by_base.ts";
import { kinByTable } from "./kin_by_table.ts";
import type { Registry } from "./kin_registries.ts";
import { registriesOf } from "./kin_registries.ts";
import { commonWords, wordsOf } from "./name_words.ts";
import type { SearchResult } from "./rank/search_result.ts";

/** A kind and where it is listed, most members first. */
export interface FoundKin {
  readonly kin: Kin;
  readonly registries: readonly Registry[];
}

/** Definitions whose files are looked at, those files, and definitions whose ranks count. */
const RANKED = 60;
const MOST_FILES = 20;
const MOST_COUNTED = 300;
/** Kinds whose registries are looked up. */
const MOST_KIN = 4;
/** Rarity up to which a word counts. */
const RAREST = 6;
/** What a said word of the label and of the paths counts, by its rarity; what a word of the label costs that is not said. */
const SAID = 1 / 3;
const AROUND = 1 / 6;
const UNSAID = 0.2;
const MOST_AROUND = 1.5;
/** How much more a word counts by which the question calls the kind. */
const CALLED_SO = 2;
/** Less than this of the question tells of no kind. */
const LEAST_TOLD = 0.4;
const BASE_GAIN = 0.5;
/** Members that rank count so much at the first place and half of it at this one. */
const RANK_GAIN = 1;
const HALF_RANK = 4;
const MOST_RANKED = 5;
/** What a registry counts, and what besides where it names all. */
const LISTED_GAIN = 0.5;
const ALL_LISTED = 1;
/** What a name says beside its kind. */
const GENERAL: ReadonlySet<string> = new Set(
  "base abstract type kind get set is default interface impl generic common class function method file name list table one"
    .split(" ").map(stem),
);

/**
 * The kind that a question speaks of, with the places that list it; undefined where it plainly speaks of none.
 *
 * @param kinds what the question calls it
 */
export function kinFor(result: SearchResult, kinds: readonly string[]): FoundKin | undefined {
  const { index, query } = result.table.context;
  const called = calledBy(kinds);
  const worthOf = worthIn(result, called);
  // What nothing lists, and a table of mere values, is meant only where the question calls it so.
  const isSaid = ({ label }: Kin): boolean => {
    const words = wordsOf(label).filter((word) => !GENERAL.has(word));
    return called.size > 0 ? words.some((word) => called.has(word)) : query.terms.has(words.at(-1) ?? "");
  };
  const files = filesNear(result);
  const likely = [...kinByBase(index, files, worthOf), ...kinByTable(index, files)]
    .map((kin) => ({ kin, worth: worthOf(kin) })).filter(({ worth }) => worth > 0)
    .sort((a, b) => b.worth - a.worth).slice(0, MOST_KIN);
  const found = likely.map(({ kin, worth }) => {
    const registries = registriesOf(kin, index);
    const listed = registries[0]?.members.length ?? 0;
    const gain = listed === 0 ? 0 : LISTED_GAIN + ALL_LISTED * listed / kin.members.length;
    return { kin, registries, worth: worth + gain };
  });
  return found.sort((a, b) => b.worth - a.worth)
    .find(({ kin, registries }) => isSaid(kin) || registries.length > 0 && !isOfValues(kin));
}

function filesNear({ files, functions, table: { context: { index } } }: SearchResult): number[] {
  const near = [...files.map(({ file }) => file), ...functions.slice(0, RANKED).map(({ file }) => file)];
  return [...new Set(near)].filter((file) => index.traits.test[file] !== 1).slice(0, MOST_FILES);
}

/** How much of a question speaks of a kind: its name, the paths of its members, and how those rank; 0 for too little. */
function worthIn({ functions, table }: SearchResult, called: ReadonlySet<string>): (kin: Kin) => number {
  const { index, query, text } = table.context;
  const ranks = ranksOf(functions.slice(0, MOST_COUNTED), index);
  const asked = (word: string): number =>
    query.terms.has(word)
      ? Math.min(RAREST, text.rarity.get(word) ?? 0) * (called.has(word) ? CALLED_SO : 1)
      : 0;
  const sum = (words: readonly string[]): number => words.reduce((all, word) => all + asked(word), 0);
  return ({ label, members, base, table }) => {
    const words = [...new Set(wordsOf(label))].filter((word) => !GENERAL.has(word));
    const folders = folderWords(members, index).filter((word) => !words.includes(word));
    const places = [...members, base, table]
      .flatMap((one) => one === undefined ? [] : ranks.get(`${one.file}:${one.at}`) ?? [])
      .sort((a, b) => a - b).slice(0, MOST_RANKED);
    const ranked = places.reduce((all, rank) => all + RANK_GAIN * HALF_RANK / (rank + HALF_RANK), 0);
    const told = SAID * sum(words) + Math.min(MOST_AROUND, AROUND * sum(folders)) + ranked;
    if (told < LEAST_TOLD) return 0;
    const unsaid = words.filter((word) => asked(word) === 0).length;
    return told - UNSAID * unsaid + (base ? BASE_GAIN : 0);
  };
}

function isOfValues({ members }: Kin): boolean {
  return members.every(({ definition: { kind } }) => VALUE_KINDS.has(kind));
}

/** The words that a question calls the kind by. */
function calledBy(kinds: readonly string[]): ReadonlySet<string> {
  return new Set(kinds.flatMap((kind) => tokens(kind)).filter((word) => !GENERAL.has(word)));
}

/** The best rank of each definition and of what it holds: a class stands where the first of its methods does. */
export function ranksOf(
  functions: SearchResult["functions"],
  index: LexicalIndex,
): ReadonlyMap<string, number> {
  const ranks = new Map<string, number>();
  functions.forEach(({ file, at }, rank) => {
    const definitions = index.parsed(file)?.definitions ?? [];
    for (
      let place = at;
      place >= 0 && !ranks.has(`${file}:${place}`);
      place = definitions[place]?.parent ?? -1
    ) {
      ranks.set(`${file}:${place}`, rank);
    }
  });
  return ranks;
}

/** Words that the ends of most members' paths have. */
function folderWords(members: readonly Member[], index: LexicalIndex): string[] {
  return commonWords(members.map(({ file }) => {
    const ends = index.files.paths[file]!.replace(/\.\w+$/, "").split("/").slice(-3);
    return ends.flatMap(wordsOf);
  }));
}
