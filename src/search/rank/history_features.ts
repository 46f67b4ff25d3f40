import { remember } from "../../model/memo.ts";
import type { History } from "../../history/history.ts";
import type { SearchQuery } from "../query/search_query.ts";
import { K1, rarity } from "./bm25.ts";
import type { FeatureColumns, FeatureContext, FeatureGroup } from "./features.ts";
import { LEXICAL_GROUPS } from "./feature_table.ts";

/** Commits that speak for their files. */
const NEIGHBOURS = 100;
/** Commits that touch more files than this describe none of them. */
const FOCUSED = 10;
/** Files that the question's words lead to, whose companions are looked for. */
const SEEDS = 10;
const LENGTH_SHARE = 0.6;
/** Exponent that damps a commit's weight by its number of files. */
const SIZE_POWER = -0.35;

/** Features of earlier commits: those whose message resembles the question, and files that change together. */
export function historyGroup(history: History): FeatureGroup {
  return {
    id: "history",
    specs: [
      { id: "commit", doc: "the best of 100 commits like the question that touched it", scaling: "peak" },
      { id: "messages", doc: "BM25 over all messages of its commits", scaling: "peak" },
      { id: "companion", doc: "changed together with the files the words lead to", scaling: "peak" },
    ],
    compute: (context) => compute(context, touchesOf(history, context)),
  };
}

/** The history in numbers of the index's files. */
interface Touches {
  readonly history: History;
  /** The live files of a commit: `files[starts[commit]]` to `files[starts[commit + 1]]`, exclusive. */
  readonly starts: Uint32Array;
  readonly files: Uint32Array;
  /** Per commit: how many of them are code, at least 1. */
  readonly sizes: Float32Array;
  /** Per file: commits, each by 1 / root of its size. */
  readonly counts: Float32Array;
}

/** Kept as long as the history, which a process that answers many requests reads anew for each. */
function noTouches(): WeakMap<History, Touches> {
  return new WeakMap();
}

function touchesOf(history: History, context: FeatureContext): Touches {
  const { index } = context;
  return remember(index.memo.get(noTouches), history, () => {
    const counts = new Float32Array(index.files.count);
    const touches = { history, ...liveFiles(history, context), counts };
    weigh(touches);
    return touches;
  });
}

/** One pass over all rows: an array per commit took longer than everything else that is done with it. */
function liveFiles(
  history: History,
  { index, paths }: FeatureContext,
): Pick<Touches, "starts" | "files" | "sizes"> {
  const { commits: { count }, changes } = history;
  const fileOf = new Int32Array(history.paths.length).fill(-1);
  index.files.paths.forEach((path, file) => {
    const number = history.numberOf(path);
    if (number !== undefined) fileOf[number] = file;
  });
  const { starts: from, paths: touched } = changes;
  const [starts, files] = [new Uint32Array(count + 1), new Uint32Array(changes.count)];
  const sizes = new Float32Array(count);
  let out = 0;
  for (let commit = 0; commit < count; commit++) {
    let code = 0;
    for (let row = from[commit]!; row < from[commit + 1]!; row++) {
      const file = fileOf[touched[row]!]!;
      if (file < 0) continue;
      files[out++] = file;
      if (paths.test[file] === 0 && paths.text[file] === 0) code++;
    }
    starts[commit + 1] = out;
    sizes[commit] = Math.max(1, code);
  }
  return { starts, files, sizes };
}

/** Sums up the commits of each file. */
function weigh({ starts, files, sizes, counts }: Touches): void {
  sizes.forEach((size, commit) => {
    for (const file of files.subarray(starts[commit], starts[commit + 1])) {
      counts[file]! += 1 / Math.sqrt(size);
    }
  });
}

function compute(context: FeatureContext, touches: Touches): FeatureColumns {
  const { query, index } = context;
  if (touches.sizes.length === 0) return { columns: new Map() };
  const commit = neighbours(commitScores(query, touches), touches, index.files.count);
  const companion = companions(context, touches);
  const files = new Set<number>();
  for (let file = 0; file < commit.length; file++) {
    if (commit[file]! > 0 || companion[file]! > 0) files.add(file);
  }
  return {
    columns: new Map([["commit", commit], ["messages", messages(query, touches)], ["companion", companion]]),
    files,
  };
}

function commitScores(query: SearchQuery, { history }: Touches): Float32Array {
  const { lengths, averageLength } = history.messages;
  const scores = new Float32Array(history.commits.count);
  eachTerm(query, history, (weight, { commits, counts }) => {
    const factor = weight * rarity(scores.length, commits.length) * (K1 + 1);
    commits.forEach((commit, p) => {
      const norm = K1 * (1 - LENGTH_SHARE + LENGTH_SHARE * lengths[commit]! / averageLength);
      scores[commit]! += factor * counts[p]! / (counts[p]! + norm);
    });
  });
  return scores;
}

type MessagePostings = NonNullable<ReturnType<History["messages"]["postings"]>>;

function eachTerm(
  { terms }: SearchQuery,
  history: History,
  visit: (weight: number, postings: MessagePostings) => void,
): void {
  for (const [term, weight] of terms) {
    const postings = history.messages.postings(term);
    if (postings) visit(weight, postings);
  }
}

/** The best of the commits that touched each file, those of many files less. */
function neighbours(scores: Float32Array, { starts, sizes, files }: Touches, count: number): Float32Array {
  const best = new Float32Array(count);
  const order = highest(scores, NEIGHBOURS, (commit) => starts[commit]! < starts[commit + 1]!);
  const peak = scores[order[0]!]!;
  for (const commit of order) {
    const strong = scores[commit]! / peak * sizes[commit]! ** SIZE_POWER;
    for (const file of files.subarray(starts[commit], starts[commit + 1])) {
      best[file] = Math.max(best[file]!, strong);
    }
  }
  return best;
}

/** The accepted numbers with the highest scores other than 0, best first, equal ones by number. */
function highest(scores: Float32Array, most: number, accepts: (number: number) => boolean): number[] {
  const best: number[] = [];
  scores.forEach((score, number) => {
    if (score === 0 || !accepts(number)) return;
    best.splice(best.findLastIndex((one) => scores[one]! >= score) + 1, 0, number);
    if (best.length > most) best.pop();
  });
  return best;
}

/** Each file as the document of its focused commits' messages. */
function messages(query: SearchQuery, touches: Touches): Float32Array {
  const { history, counts, starts, files, sizes } = touches;
  const scores = new Float32Array(counts.length);
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  const held = new Float32Array(counts.length);
  eachTerm(query, history, (weight, { commits }) => {
    const hits: number[] = [];
    for (const commit of commits) {
      if (sizes[commit]! > FOCUSED) continue;
      const part = 1 / Math.sqrt(sizes[commit]!);
      for (const file of files.subarray(starts[commit], starts[commit + 1])) {
        if (held[file] === 0) hits.push(file);
        held[file]! += part;
      }
    }
    const factor = weight * rarity(history.commits.count, commits.length) * (K1 + 1);
    for (const file of hits) {
      const norm = K1 * (1 - LENGTH_SHARE + LENGTH_SHARE * counts[file]! / mean);
      scores[file]! += factor * held[file]! / (held[file]! + norm);
      held[file] = 0;
    }
  });
  return scores;
}

function companions(context: FeatureContext, { history, counts }: Touches): Float32Array {
  const { index } = context;
  const seeds = new Map<number, number>();
  leads(context).forEach((file, rank) => {
    const path = history.numberOf(index.files.paths[file]!);
    if (path !== undefined) seeds.set(path, 1 / (1 + rank));
  });
  const column = new Float32Array(index.files.count);
  for (const [path, value] of history.coChange(seeds, { maxFiles: 20 })) {
    const file = index.files.numberOf(history.paths[path]!);
    if (file !== undefined) column[file] = value / Math.sqrt(Math.max(1, counts[file]!));
  }
  return column;
}

/** The files that the words alone lead to, best first. */
function leads({ paths, text: { fields: { full }, candidates } }: FeatureContext): number[] {
  return [...candidates].filter((file) => paths.test[file] === 0 && paths.text[file] === 0)
    .sort((a, b) => full[b]! - full[a]!).slice(0, SEEDS);
}

/** All groups: also those that need git's history. */
export function locateGroups(history: History): readonly FeatureGroup[] {
  return [...LEXICAL_GROUPS, historyGroup(history)];
}
