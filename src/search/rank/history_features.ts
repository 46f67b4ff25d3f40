import type { History } from "../../history/history.ts";
import type { QueryViews, View } from "../query/fields.ts";
import { VIEWS } from "../query/fields.ts";
import { K1, rarity } from "./bm25.ts";
import { poolChunks } from "./chunk_pools.ts";
import type { FeatureContext, FeatureGroup } from "./features.ts";

const MESSAGE_VIEWS = ["T", "W"] as const;
/** Commits that speak for their files. */
const NEIGHBOURS = 100;
/** Commits that touch more files than this describe none of them. */
const FOCUSED = 10;
/** Files that the question's words lead to, whose companions are looked for. */
const SEEDS = 10;
const LENGTH_SHARE = 0.6;
/** Days after which a commit counts 1/e. */
const MEMORY_DAYS = 700;
const DAY = 86_400;

/** What earlier commits say: those whose message resembles the question, and files that change together. */
export function historyGroup(history: History): FeatureGroup {
  return {
    id: "history",
    specs: [
      ...MESSAGE_VIEWS.flatMap((view) => [
        {
          id: `commit_${view}`,
          doc: `the best of 100 commits like view ${view} that touched it`,
          scaling: "peak" as const,
        },
        {
          id: `commits_${view}`,
          doc: `the sum over those commits, recent ones more`,
          scaling: "peak" as const,
        },
        {
          id: `messages_${view}`,
          doc: `BM25 of view ${view} over all messages of its commits`,
          scaling: "peak" as const,
        },
      ]),
      { id: "companion", doc: "changed together with the files the words lead to", scaling: "peak" },
      { id: "changes", doc: "logarithm of its commits, shared ones less", scaling: "fifth", free: true },
      { id: "changes_recent", doc: "the same, a year old ones 1/e", scaling: "fifth", free: true },
    ],
    compute: (context) => ({ columns: compute(context, touchesOf(history, context)) }),
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
  /** Per commit: days before the newest one. */
  readonly ages: Float32Array;
  /** Per file: commits, each by 1 / root of its size. */
  readonly counts: Float32Array;
  readonly recent: Float32Array;
}

/** Kept as long as the history, which a process that answers many requests reads anew for each. */
function noTouches(): WeakMap<History, Touches> {
  return new WeakMap();
}

function touchesOf(history: History, context: FeatureContext): Touches {
  const { index } = context;
  const known = index.memo.get(noTouches);
  const last = known.get(history);
  if (last) return last;
  const touches = {
    history,
    ...liveFiles(history, context),
    counts: new Float32Array(index.files.count),
    recent: new Float32Array(index.files.count),
  };
  weigh(touches);
  known.set(history, touches);
  return touches;
}

/** One pass over all rows: an array per commit took longer than everything else that is done with it. */
function liveFiles(
  history: History,
  { index, paths }: FeatureContext,
): Pick<Touches, "starts" | "files" | "sizes" | "ages"> {
  const { commits: { count, times }, changes } = history;
  const fileOf = new Int32Array(history.paths.length).fill(-1);
  index.files.paths.forEach((path, file) => {
    const number = history.numberOf(path);
    if (number !== undefined) fileOf[number] = file;
  });
  const { starts: from, paths: touched } = changes;
  const [starts, files] = [new Uint32Array(count + 1), new Uint32Array(changes.count)];
  const [sizes, ages] = [new Float32Array(count), new Float32Array(count)];
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
    ages[commit] = Math.max(0, (times[0]! - times[commit]!) / DAY);
  }
  return { starts, files, sizes, ages };
}

/** Fills in what the commits of each file add up to. */
function weigh({ starts, files, sizes, ages, counts, recent }: Touches): void {
  sizes.forEach((size, commit) => {
    const root = Math.sqrt(size);
    const [whole, fresh] = [1 / root, Math.exp(-ages[commit]! / 365) / root];
    for (const file of files.subarray(starts[commit], starts[commit + 1])) {
      counts[file]! += whole;
      recent[file]! += fresh;
    }
  });
}

function compute(context: FeatureContext, touches: Touches): Map<string, Float32Array> {
  const { query, index } = context;
  const columns = new Map<string, Float32Array>();
  if (touches.sizes.length === 0) return columns;
  for (const view of MESSAGE_VIEWS) {
    const { best, sum } = neighbours(commitScores(query, view, touches), touches, index.files.count);
    columns.set(`commit_${view}`, best).set(`commits_${view}`, sum);
    columns.set(`messages_${view}`, messages(query, view, touches));
  }
  columns.set("companion", companions(context, touches));
  columns.set("changes", touches.counts.map(Math.log1p));
  return columns.set("changes_recent", touches.recent.map(Math.log1p));
}

function commitScores(query: QueryViews, view: View, { history }: Touches): Float32Array {
  const { lengths, averageLength } = history.messages;
  const scores = new Float32Array(history.commits.count);
  eachTerm(query, view, history, (weight, { commits, counts }) => {
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
  query: QueryViews,
  view: View,
  history: History,
  visit: (weight: number, postings: MessagePostings) => void,
): void {
  const at = VIEWS.indexOf(view);
  for (const [term, weights] of query.terms) {
    const weight = weights[at]!;
    const postings = weight > 0 ? history.messages.postings(term) : undefined;
    if (postings) visit(weight, postings);
  }
}

function neighbours(
  scores: Float32Array,
  touches: Touches,
  files: number,
): { best: Float32Array; sum: Float32Array } {
  const best = new Float32Array(files);
  const sum = new Float32Array(files);
  const { starts } = touches;
  const order = highest(scores, NEIGHBOURS, (commit) => starts[commit]! < starts[commit + 1]!);
  const peak = scores[order[0]!]!;
  for (const commit of order) {
    const share = scores[commit]! / peak;
    const size = touches.sizes[commit]!;
    const fresh = Math.exp(-touches.ages[commit]! / MEMORY_DAYS);
    const [strong, added] = [share * size ** -0.35, share ** 2 * size ** -0.7 * fresh];
    for (const file of touches.files.subarray(starts[commit], starts[commit + 1])) {
      best[file] = Math.max(best[file]!, strong);
      sum[file]! += added;
    }
  }
  return { best, sum };
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
function messages(query: QueryViews, view: View, touches: Touches): Float32Array {
  const { history, counts, starts, files, sizes } = touches;
  const scores = new Float32Array(counts.length);
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  const held = new Float32Array(counts.length);
  eachTerm(query, view, history, (weight, { commits }) => {
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
function leads({ index, paths, text }: FeatureContext): number[] {
  const whole = text.files.get("full_W")!;
  const part = poolChunks(text.chunks.get("W")!, { index, text }).best;
  const peak = (column: Float32Array): number => column.reduce((best, value) => Math.max(best, value), 1e-9);
  const [wholePeak, partPeak] = [peak(whole), peak(part)];
  const files: number[] = [];
  const scores = new Float32Array(index.files.count);
  whole.forEach((value, file) => {
    if (paths.test[file] === 1 || paths.text[file] === 1) return;
    scores[file] = value / wholePeak + part[file]! / partPeak;
    if (scores[file]! > 0) files.push(file);
  });
  return files.sort((a, b) => scores[b]! - scores[a]!).slice(0, SEEDS);
}
