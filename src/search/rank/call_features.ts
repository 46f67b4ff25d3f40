import type { LexicalIndex } from "../../index/lexical_index.ts";
import { CLASS_KINDS } from "../../syntax/class_kinds.ts";
import type { DefinitionPlace } from "./inheritance.ts";
import type { FeatureContext, FeatureGroup } from "./features.ts";
import { homesOf, rareness } from "./neighbour_features.ts";

/** Best-fitting definitions whose uses are followed. */
const BEST = 20;
/** A name that more definitions share leads nowhere. */
const MOST_SITES = 6;
/** Named definitions whose uses are followed, in all. */
const MOST_NAMED = 60;
const SHORTEST = 3;

/** One step along the calls: a report names what its author called, the fault is often in what that calls in turn. */
export const CALL_GROUP: FeatureGroup = {
  id: "call",
  specs: [
    { id: "used_by_named", doc: "definitions that the question names use what it defines", scaling: "peak" },
    { id: "used_by_best", doc: "one of the 20 best definitions uses what it defines", scaling: "peak" },
  ],
  compute(context) {
    const { count } = context.index.files;
    const sum = new Float32Array(count);
    const best = new Float32Array(count);
    const uses = new Uses(context);
    for (const start of namedDefinitions(context)) {
      uses.follow(start, (file, value) => sum[file]! += value);
    }
    for (const start of bestDefinitions(context)) {
      uses.follow(start, (file, value) => best[file] = Math.max(best[file]!, value));
    }
    return { columns: new Map([["used_by_named", sum], ["used_by_best", best]]) };
  },
};

/** A definition and how much it speaks for what it uses. */
export interface Start extends DefinitionPlace {
  readonly weight: number;
}

/** Functions and methods that words of the question name when these look like code. */
export function namedDefinitions({ query, index, paths }: FeatureContext): Start[] {
  const starts: Start[] = [];
  for (const [word, places] of query.mentions.words) {
    const isCode = query.mentions.identifiers.has(word) || places.has("code") || places.has("inline");
    const count = isCode && word.length >= SHORTEST ? index.definitionCount(word) : 0;
    if (count === 0 || count > MOST_SITES) continue;
    const sites = index.definitionsNamed(word).filter((site) => paths.test[site.file] === 0);
    const weight = (places.has("title") ? 2 : 1) / sites.length;
    for (const { file, definition, kind } of sites) {
      // To use a class is not to run into what its whole body uses.
      if (!CLASS_KINDS.has(kind)) starts.push({ file, definition, weight });
    }
    if (starts.length >= MOST_NAMED) break;
  }
  return starts;
}

/** The chunks of code that fit the question best, by their share among them. */
function bestDefinitions({ index, paths, text }: FeatureContext): Start[] {
  const scores = text.wholeChunks;
  const { file, definition } = index.chunks;
  const best: number[] = [];
  let least = 0;
  for (let chunk = 0; chunk < scores.length; chunk++) {
    if (scores[chunk]! <= least || paths.test[file[chunk]!] === 1 || paths.text[file[chunk]!] === 1) continue;
    best.splice(best.findLastIndex((one) => scores[one]! >= scores[chunk]!) + 1, 0, chunk);
    if (best.length > BEST) best.pop();
    if (best.length === BEST) least = scores[best[BEST - 1]!]!;
  }
  const total = best.reduce((sum, chunk) => sum + scores[chunk]! ** 2, 0);
  return best.map((chunk) => ({
    file: file[chunk]!,
    definition: definition(chunk),
    weight: scores[chunk]! ** 2 / total,
  }));
}

/** A file that defines a name, with its share of what the name says. */
interface Home {
  readonly file: number;
  readonly value: number;
}

/** Follows what definitions use to the few files that define it. */
class Uses {
  private readonly known = new Map<string, readonly Home[]>();

  constructor(private readonly context: FeatureContext) {}

  follow(start: Start, add: (file: number, value: number) => void): void {
    const reached = new Map<number, number>();
    for (const name of usedNames(start, this.context.index)) {
      for (const { file, value } of this.homes(name)) {
        if (file !== start.file) reached.set(file, (reached.get(file) ?? 0) + value);
      }
    }
    for (const [file, value] of reached) add(file, start.weight * value);
  }

  private homes(name: string): readonly Home[] {
    let homes = this.known.get(name);
    if (homes) return homes;
    const files = homesOf(name, this.context);
    homes = files.map((file) => ({ file, value: rareness(name, this.context.index) / files.length }));
    this.known.set(name, homes);
    return homes;
  }
}

/** The names used in a definition, or outside all of them. */
export function usedNames({ file, definition }: DefinitionPlace, index: LexicalIndex): Set<string> {
  const names = new Set<string>();
  const parsed = index.parsed(file);
  const within = parsed?.definitions[definition];
  for (const { name, line, scope } of parsed?.references ?? []) {
    const isIn = within ? line >= within.startLine && line <= within.endLine : scope < 0;
    if (isIn) names.add(name);
  }
  return names;
}
