import { readFileSync } from "node:fs";
import committed from "../../config/fusion.json" with { type: "json" };
import { fuseRanks } from "../../src/search/rank/fuse_ranks.ts";
import type { Strength } from "../../src/model/findings.ts";

/**
 * Chooses the weights of `config/fusion.json` by cross-validation over the lists that `semantic.ts` wrote: every fold of
 * repositories is ranked with the weights that were best for the others. Then says which cases the committed weights win
 * and lose against the words alone.
 *
 *     deno run -A tests/research/fuse.ts LISTS...
 */
const DEPTH = 100;
const KS = [1.5, 2, 5, 10, 60];
const VECTOR = [0, 0.05, 0.1, 0.15, 0.2, 0.22, 0.3, 0.4, 0.5, 0.7, 1, 1.5, 2];
const GRAPH = [0, 0.05, 0.1, 0.2];
const FOLDS = 10;
const DEPTHS = [1, 3, 5, 10];
const NOWHERE = 1_000_000;
/** Places that count: those a reader sees. */
const SHOWN = 10;

interface Row {
  readonly id: string;
  readonly repo: string;
  readonly set: string;
  readonly words: Strength;
  readonly gold: readonly string[];
  readonly keyword: readonly string[];
  readonly vector: readonly string[];
  readonly graph: readonly string[];
}

type List = "keyword" | "vector" | "graph";
type Weights = Readonly<Record<List, number>> & { readonly k: number };

const read = (file: string): Row[] =>
  readFileSync(file, "utf8").trim().split("\n").map((line) => JSON.parse(line));
// The short questions come with every set of cases.
const rows = [...new Map(Deno.args.flatMap(read).map((row) => [`${row.set} ${row.id}`, row])).values()];
const repos = [...new Set(rows.map(({ repo }) => repo))].sort();
const foldOf = new Map(repos.map((repo, at) => [repo, at % FOLDS]));
const sets = [...new Set(rows.map(({ set }) => set))];

for (
  const [name, weights] of [
    ["words alone", { keyword: 1, vector: 0, graph: 0, k: 60 }],
    ["meaning alone", { keyword: 0, vector: 1, graph: 0, k: 60 }],
    ["words + meaning, equal", { keyword: 1, vector: 1, graph: 0, k: 60 }],
  ] as const
) report(name, rows.map((row) => rankOf(row, weights)));
const asCommitted = rows.map((row) =>
  rankOf(row, { ...committed, vector: committed.vector[row.words], graph: 0 })
);
report("as committed", asCommitted);
validate("words + meaning, held out", [0]);
validate("words + meaning + graph, held out", GRAPH);
for (const k of KS) {
  for (const vector of VECTOR) {
    report(`k ${k}, vector ${vector}`, rows.map((row) => rankOf(row, { keyword: 1, vector, graph: 0, k })));
  }
}
compare(rows.map((row) => rankOf(row, { keyword: 1, vector: 0, graph: 0, k: 60 })), asCommitted);

/** Cases whose right file is shown at another place than without vectors, worth the most first. */
function compare(without: readonly number[], having: readonly number[]): void {
  const moved = rows.map(({ id, set, words }, at) => ({
    id,
    set,
    words,
    from: without[at]!,
    to: having[at]!,
  }))
    .filter(({ from, to }) => from !== to && Math.min(from, to) <= SHOWN);
  const shown = (rank: number): string => rank > DEPTH ? "-" : String(rank);
  for (const [title, isIt] of [["won", true], ["lost", false]] as const) {
    const mine = moved.filter(({ from, to }) => to < from === isIt);
    mine.sort((a, b) => Math.abs(gain(b.to) - gain(b.from)) - Math.abs(gain(a.to) - gain(a.from)));
    console.log(`\n${title}: ${mine.length} of ${rows.length}`);
    for (const { id, set, words, from, to } of mine) {
      console.log(`  ${set} ${id}: ${shown(from)} -> ${shown(to)} (words ${words})`);
    }
  }
}

function validate(name: string, graphs: readonly number[]): void {
  const grid = KS.flatMap((k) =>
    VECTOR.flatMap((vector) => graphs.map((graph): Weights => ({ keyword: 1, vector, graph, k })))
  );
  const ranks = grid.map((weights) => rows.map((row) => rankOf(row, weights)));
  const held: number[] = [];
  const chosen: string[] = [];
  const best = (accepts: (row: Row) => boolean): number => {
    const values = ranks.map((all) =>
      all.reduce((sum, rank, at) => sum + (accepts(rows[at]!) ? gain(rank) : 0), 0)
    );
    return values.indexOf(Math.max(...values));
  };
  for (let fold = 0; fold < FOLDS; fold++) {
    const at = best(({ repo }) => foldOf.get(repo) !== fold);
    chosen.push(`${grid[at]!.k}/${grid[at]!.vector}/${grid[at]!.graph}`);
    rows.forEach((row, i) => {
      if (foldOf.get(row.repo) === fold) held[i] = ranks[at]![i]!;
    });
  }
  report(name, held);
  const all = grid[best(() => true)]!;
  console.log(`  k/vector/graph by fold: ${chosen.join(" ")}; on all: ${all.k}/${all.vector}/${all.graph}`);
}

/** What a rank is worth: as much for the first place as for being shown at all. */
function gain(rank: number): number {
  return DEPTHS.reduce((sum, k) => sum + (rank <= k ? 1 : 0), 0);
}

/** Of the cases every right file counts, of the short questions the first. */
function rankOf({ set, gold, ...lists }: Row, weights: Weights): number {
  const paths = [...new Set([...lists.keyword, ...lists.vector, ...lists.graph])];
  const number = new Map(paths.map((path, at) => [path, at]));
  const order = fuseRanks(
    (["keyword", "vector", "graph"] as const).map((name) => ({
      name,
      weight: weights[name],
      order: lists[name].map((path) => number.get(path)!),
    })),
    { k: weights.k, depth: DEPTH },
  ).map(({ item }) => paths[item]!);
  const ranks = gold.map((path) => order.includes(path) ? 1 + order.indexOf(path) : NOWHERE);
  return set.startsWith("bilingual") ? Math.min(...ranks) : Math.max(...ranks);
}

function report(name: string, ranks: readonly number[]): void {
  const cells = sets.map((set) => {
    const mine = ranks.filter((_, at) => rows[at]!.set === set);
    return DEPTHS.map((k) => (100 * mine.filter((rank) => rank <= k).length / mine.length).toFixed(1)).join(
      "/",
    );
  });
  console.log(`| ${[name, ...cells].join(" | ")} |`);
}
