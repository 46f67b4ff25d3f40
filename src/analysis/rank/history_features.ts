import type { History } from "../history/history.ts";
import type { LexicalIndex } from "../index/lexical_index.ts";
import type { QueryViews, View } from "../query/views.ts";
import { VIEWS } from "../query/views.ts";
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
    compute: (context) => compute(context, touchesOf(history, context)),
  };
}

/** The history in numbers of the index's files. */
interface Touches {
  readonly history: History;
  /** Per commit: the live files it touched. */
  readonly files: readonly Uint32Array[];
  /** Per commit: how many of them are code, at least 1. */
  readonly sizes: Float32Array;
  /** Per commit: days before the newest one. */
  readonly ages: Float32Array;
  /** Per file: commits, each by 1 / root of its size. */
  readonly counts: Float32Array;
  readonly recent: Float32Array;
}

const known = new WeakMap<History, { index: LexicalIndex; touches: Touches }>();

function touchesOf(history: History, { index, paths }: FeatureContext): Touches {
  const cached = known.get(history);
  if (cached?.index === index) return cached.touches;
  const fileOf = new Int32Array(history.paths.length).fill(-1);
  index.files.paths.forEach((path, file) => {
    const number = history.numberOf(path);
    if (number !== undefined) fileOf[number] = file;
  });
  const { count, times } = history.commits;
  const sizes = new Float32Array(count);
  const ages = new Float32Array(count);
  const counts = new Float32Array(index.files.count);
  const recent = new Float32Array(index.files.count);
  const files: Uint32Array[] = [];
  for (let commit = 0; commit < count; commit++) {
    const live = history.filesOf(commit).map((path) => fileOf[path]! + 1).filter((file) => file > 0).map((
      file,
    ) => file - 1);
    files.push(live);
    let code = 0;
    for (const file of live) if (paths.test[file] === 0 && paths.text[file] === 0) code++;
    const size = sizes[commit] = Math.max(1, code);
    const age = ages[commit] = Math.max(0, (times[0]! - times[commit]!) / DAY);
    for (const file of live) {
      counts[file]! += 1 / Math.sqrt(size);
      recent[file]! += Math.exp(-age / 365) / Math.sqrt(size);
    }
  }
  const touches = { history, files, sizes, ages, counts, recent };
  known.set(history, { index, touches });
  return touches;
}

function compute(context: FeatureContext, touches: Touches): Map<string, Float32Array> {
  const { query, index } = context;
  const columns = new Map<string, Float32Array>();
  if (touches.files.length === 0) return columns;
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
    for (let p = 0; p < commits.length; p++) {
      const commit = commits[p]!;
      const norm = K1 * (1 - LENGTH_SHARE + LENGTH_SHARE * lengths[commit]! / (averageLength || 1));
      scores[commit]! += factor * counts[p]! / (counts[p]! + norm);
    }
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
  const order = [...scores.keys()].filter((commit) =>
    scores[commit]! > 0 && touches.files[commit]!.length > 0
  );
  order.sort((a, b) => scores[b]! - scores[a]! || a - b);
  const peak = scores[order[0] ?? 0] || 1;
  for (const commit of order.slice(0, NEIGHBOURS)) {
    const share = scores[commit]! / peak;
    const size = touches.sizes[commit]!;
    const fresh = Math.exp(-touches.ages[commit]! / MEMORY_DAYS);
    for (const file of touches.files[commit]!) {
      best[file] = Math.max(best[file]!, share * size ** -0.35);
      sum[file]! += share ** 2 * size ** -0.7 * fresh;
    }
  }
  return { best, sum };
}

/** Each file as the document of its focused commits' messages. */
function messages(query: QueryViews, view: View, touches: Touches): Float32Array {
  const { history, counts } = touches;
  const scores = new Float32Array(counts.length);
  const mean = counts.reduce((sum, count) => sum + count, 0) / (counts.length || 1) || 1;
  const held = new Float32Array(counts.length);
  eachTerm(query, view, history, (weight, { commits }) => {
    const hits: number[] = [];
    for (const commit of commits) {
      const size = touches.sizes[commit]!;
      if (size > FOCUSED) continue;
      for (const file of touches.files[commit]!) {
        if (held[file] === 0) hits.push(file);
        held[file]! += 1 / Math.sqrt(size);
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
  const part = poolChunks(text.chunks.get("W")!, index).best;
  const peak = (column: Float32Array): number => column.reduce((best, value) => Math.max(best, value), 1e-9);
  const [wholePeak, partPeak] = [peak(whole), peak(part)];
  const files: number[] = [];
  const scores = new Float32Array(index.files.count);
  for (let file = 0; file < scores.length; file++) {
    if (paths.test[file] === 1 || paths.text[file] === 1) continue;
    scores[file] = whole[file]! / wholePeak + part[file]! / partPeak;
    if (scores[file]! > 0) files.push(file);
  }
  return files.sort((a, b) => scores[b]! - scores[a]! || a - b).slice(0, SEEDS);
}
