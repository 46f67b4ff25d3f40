import type { FeatureCase, FeatureFile } from "./cases.ts";
import { choiceOf, foldsOf } from "./cases.ts";
import type { Bound, Choice } from "./logit.ts";
import { fitLogit, scores } from "./logit.ts";

/** Ranks of the gold files per case, held-out. */
export interface Outcome {
  readonly item: FeatureCase;
  /** One-based; a gold file that is no candidate ranks at a million. */
  readonly ranks: readonly number[];
  readonly order: readonly string[];
}

/** What cross-validation gives. */
export interface Validated {
  /** Learnt on all cases. */
  readonly weights: Record<string, number>;
  /** Per repository: learnt without it. */
  readonly byRepo: Record<string, Record<string, number>>;
  /** Every case ranked by weights that never saw its repository. */
  readonly outcomes: readonly Outcome[];
}

/** Learns the weights of the accepted features, all together and with each fold held out. */
export function crossValidate(file: FeatureFile, accepts: (id: string) => boolean, l2: number): Validated {
  const features = file.specs.flatMap((spec, i) => accepts(spec.id) ? [i] : []);
  const bounds = features.map((i): Bound => file.specs[i]!.free ? "free" : "positive");
  const choices = file.cases.map((item) => choiceOf(file, item, features));
  const folds = foldsOf(file.cases);
  const usable = (choice: Choice): boolean => choice.gold.length > 0;
  const all = fitLogit(choices.filter(usable), bounds, { l2 });
  const outcomes: Outcome[] = [];
  const byRepo: Record<string, Record<string, number>> = {};
  const named = (weights: Float64Array): [string, number][] =>
    features.map((i, at) => [file.specs[i]!.id, weights[at]!]);
  for (const fold of new Set(folds.values())) {
    const train = choices.filter((choice, i) => usable(choice) && folds.get(file.cases[i]!.repo) !== fold);
    const weights = fitLogit(train, bounds, { l2, start: all });
    for (const [repo, other] of folds) if (other === fold) byRepo[repo] = Object.fromEntries(named(weights));
    file.cases.forEach((item, i) => {
      if (folds.get(item.repo) === fold) outcomes.push(outcomeOf(item, scores(choices[i]!, weights)));
    });
  }
  return { weights: Object.fromEntries(named(all)), byRepo, outcomes };
}

function outcomeOf(item: FeatureCase, values: Float64Array): Outcome {
  const best = new Map<string, number>();
  item.files.forEach((key, row) => best.set(key, Math.max(best.get(key) ?? -Infinity, values[row]!)));
  const all = [...best.values()];
  const rank = (key: string): number => {
    const value = best.get(key);
    return value === undefined ? 1_000_000 : 1 + all.filter((other) => other > value).length;
  };
  const order = [...best].sort((a, b) => b[1] - a[1]).slice(0, 20).map(([key]) => key);
  return { item, ranks: item.gold.map(rank), order };
}

/** Share of cases, in percent, whose gold files are all in the first k. */
export function accuracy(outcomes: readonly Outcome[], k: number): number {
  return 100 * outcomes.filter(({ ranks }) => ranks.every((rank) => rank <= k)).length /
    Math.max(1, outcomes.length);
}

/** One line: Acc@1/3/5/10 of each set. */
export function line(outcomes: readonly Outcome[]): string {
  const sets = [...new Set(outcomes.map(({ item }) => item.set))];
  return sets.map((set) => {
    const mine = outcomes.filter(({ item }) => item.set === set);
    return `${set.slice(0, 8)} ${mine.length}: ${
      [1, 3, 5, 10].map((k) => accuracy(mine, k).toFixed(1)).join("/")
    }`;
  }).join("  ");
}
