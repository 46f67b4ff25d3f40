/** A match of a redaction rule, to be validated. */
export interface Candidate {
  /** The whole text. */
  readonly text: string;
  /** Range of the value, `end` exclusive, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  readonly value: string;
  readonly groups: Readonly<Record<string, string | undefined>>;
}
