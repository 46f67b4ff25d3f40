import ranking from "../../../config/ranking.json" with { type: "json" };

/** Weights of a linear ranking by feature id; a feature that is not named counts nothing. */
export type Weights = Readonly<Record<string, number>>;

/** Weights for files, and for the definitions and the values in the best of them. */
export interface RankingModel {
  readonly files: Weights;
  readonly definitions: Weights;
  readonly values: Weights;
}

/** The committed models, fitted by `tests/research/fit.ts`: `search` knows the text alone, `locate` git's history too. */
export const MODELS: Readonly<Record<"search" | "locate", RankingModel>> = ranking;
