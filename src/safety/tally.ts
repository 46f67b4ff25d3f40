/** Counts removals by kind. */
export type Tally = Map<string, number>;

/** The words that stand where a secret stood. */
export const REDACTED = "<redacted>";

/** One removal more of a kind. */
export function tallyOne(tally: Tally, kind: string): void {
  tally.set(kind, (tally.get(kind) ?? 0) + 1);
}
