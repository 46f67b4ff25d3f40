/** Number of removals by kind. */
export type Tally = Map<string, number>;

/** Replacement of a secret. */
export const REDACTED = "<redacted>";

/** Counts one removal. */
export function tallyOne(tally: Tally, kind: string): void {
  tally.set(kind, (tally.get(kind) ?? 0) + 1);
}
