import ranking from "../../../config/ranking.json" with { type: "json" };

/** Weights of a linear ranking by feature id; a feature that is not named counts nothing. */
export type Weights = Readonly<Record<string, number>>;

/** What a ranking needs to know besides the features. */
export interface RankingModel {
  readonly files: Weights;
  readonly functions: Weights;
}

/** The committed model: learnt by `tests/ranking/train.ts`, see there. */
export const RANKING: RankingModel = ranking;
