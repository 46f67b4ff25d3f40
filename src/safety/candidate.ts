/** A match of a rule, to be validated. */
export interface Candidate {
  /** The whole text. */
  readonly text: string;
  /** Where the value starts and ends (exclusive), UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly value: string;
  readonly groups: Readonly<Record<string, string | undefined>>;
}
