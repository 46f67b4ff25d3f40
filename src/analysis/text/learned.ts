/** Chinese term (simplified) -> English tokens with a weight of 0..1, best first, at most a few. */
export type LearnedPairs = ReadonlyMap<string, readonly (readonly [token: string, weight: number])[]>;
