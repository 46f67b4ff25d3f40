import type { LexicalIndex } from "../../index/lexical_index.ts";
import { rarity } from "./bm25.ts";
import { poolChunks } from "./chunk_pools.ts";
import type { FeatureContext, FeatureGroup } from "./features.ts";

/** Files that the words lead to, and tests that the words lead to. */
const SEEDS = 10;
/** Names looked at per file. */
const MOST_NAMES = 300;
/** A name that more files define leads nowhere. */
const MOST_HOMES = 3;
/** Nor does one with more definitions, in tests or not. */
const MOST_DEFINITIONS = 40;
/** Uses looked at per name. */
const MOST_USES = 60;

/** What the files that the words lead to use, what uses them, and what the tests that resemble the question test. */
export const NEIGHBOUR_GROUP: FeatureGroup = {
  id: "neighbour",
  specs: [
    { id: "used_by_leads", doc: "the files that the words lead to use what it defines", scaling: "peak" },
    { id: "uses_leads", doc: "it uses what the files that the words lead to define", scaling: "peak" },
    { id: "tested_use", doc: "tests like the question use what it defines", scaling: "peak" },
    { id: "tested_name", doc: "tests like the question are named after it", scaling: "peak" },
  ],
  compute(context) {
    const { test } = context.paths;
    const leads = bestFiles(context, (file) => test[file] === 0);
    const tests = bestFiles(context, (file) => test[file] === 1);
    return {
      columns: new Map([
        ["used_by_leads", usedBy(leads, context)],
        ["uses_leads", usersOf(leads, context)],
        ["tested_use", usedBy(tests, context)],
        ["tested_name", namesakes(tests, context)],
      ]),
    };
  },
};

/** Files with their weights, which add up to 1. */
export type Seeds = ReadonlyMap<number, number>;

/** The accepted files of code that the words alone lead to. */
export function bestFiles(
  { index, paths, text }: FeatureContext,
  accepts: (file: number) => boolean,
  most: number = SEEDS,
): Seeds {
  const whole = text.files.get("full_W")!;
  const part = poolChunks(text.chunks.get("W")!, { index, text }).best;
  const peakOf = (column: Float32Array): number =>
    column.reduce((best, value) => Math.max(best, value), 1e-9);
  const peaks = [peakOf(whole), peakOf(part)] as const;
  const scored: [number, number][] = [];
  whole.forEach((value, file) => {
    const score = value / peaks[0] + part[file]! / peaks[1];
    if (score > 0 && paths.text[file] === 0 && accepts(file)) scored.push([file, score ** 2]);
  });
  const best = scored.sort((a, b) => b[1] - a[1]).slice(0, most);
  const total = best.reduce((sum, [, weight]) => sum + weight, 0) || 1;
  return new Map(best.map(([file, weight]) => [file, weight / total]));
}

/** The few source files that define a name. */
export function homesOf(name: string, context: FeatureContext): readonly number[] {
  const known = context.index.memo.get(noHomes);
  let homes = known.get(name);
  if (!homes) known.set(name, homes = findHomes(name, context));
  return homes;
}

function noHomes(): Map<string, readonly number[]> {
  return new Map();
}

function findHomes(name: string, { index, paths }: FeatureContext): readonly number[] {
  if (name.length < 4 || index.definitionCount(name) > MOST_DEFINITIONS) return [];
  const homes = new Set<number>();
  for (const { file } of index.definitionsNamed(name)) if (paths.test[file] === 0) homes.add(file);
  return homes.size > MOST_HOMES ? [] : [...homes];
}

function usedBy(from: Seeds, context: FeatureContext): Float32Array {
  const { index } = context;
  const column = new Float32Array(index.files.count);
  for (const [file, weight] of from) {
    const names = new Set((index.parsed(file)?.references ?? []).map((reference) => reference.name));
    const targets = new Map<number, number>();
    let total = 0;
    for (const name of [...names].slice(0, MOST_NAMES)) {
      const homes = homesOf(name, context);
      const value = homes.length === 0 ? 0 : rareness(name, index) / homes.length;
      for (const home of homes) {
        if (home === file) continue;
        targets.set(home, (targets.get(home) ?? 0) + value);
        total += value;
      }
    }
    for (const [target, value] of targets) column[target]! += weight * value / (total || 1);
  }
  return column;
}

function usersOf(leads: Seeds, context: FeatureContext): Float32Array {
  const { index, paths } = context;
  const column = new Float32Array(index.files.count);
  for (const [file, weight] of leads) {
    const names = new Set((index.parsed(file)?.definitions ?? []).map((definition) => definition.name));
    for (const name of [...names].slice(0, MOST_NAMES)) {
      const homes = homesOf(name, context);
      if (homes.length === 0) continue;
      const users = new Set(index.referencesTo(name, MOST_USES).map((site) => site.file));
      users.delete(file);
      const value = weight / (homes.length * (1 + users.size));
      // Generated code has uses, but nothing that is searched.
      const isSearched = (user: number): boolean => index.files.chunkCount[user]! > 0;
      for (const user of users) if (paths.test[user] === 0 && isSearched(user)) column[user]! += value;
    }
  }
  return column;
}

/** Names that few chunks hold say more. */
export function rareness(name: string, index: LexicalIndex): number {
  return rarity(index.chunks.count, Math.min(index.chunks.count, index.chunkFrequency(name.toLowerCase())));
}

const TEST_MARKS = /^test_|_tests?$|[._-](?:test|spec)$|Tests?$|_spec$|^Test(?=[A-Z])/;

/** `test_orders.py` is about `orders.py`, `OrderTest.java` about `Order.java`; of several the nearest one. */
function namesakes(tests: Seeds, { index, paths }: FeatureContext): Float32Array {
  const column = new Float32Array(index.files.count);
  if (tests.size === 0) return column;
  const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");
  const named = [...tests].map(([test, weight]) => {
    const path = index.files.paths[test]!;
    const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]+$/, "").replace(TEST_MARKS, "");
    return { path, weight, keys: [name, path.split("/").at(-2) ?? ""].map(plain) };
  });
  const byStem = new Map(named.flatMap(({ keys }) => keys).map((key): [string, number[]] => [key, []]));
  for (let file = 0; file < index.files.count; file++) {
    if (paths.test[file] === 1 || paths.text[file] === 1) continue;
    byStem.get(plain(paths.stem(file)))?.push(file);
  }
  for (const { path, weight, keys } of named) {
    const files = keys.map((key) => byStem.get(key)!).find((some) => some.length > 0) ?? [];
    const shared = files.map((file) => commonStart(path, index.files.paths[file]!));
    const nearest = Math.max(0, ...shared);
    files.forEach((file, i) => {
      column[file]! += weight * (shared[i] === nearest ? 1 : 0.2) / Math.sqrt(files.length);
    });
  }
  return column;
}

function commonStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}
