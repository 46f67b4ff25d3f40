import type { Passage } from "./passages.ts";
/** A match of a redaction rule, to be validated. */
export interface Candidate extends Passage {
  /** The whole text. */
  readonly text: string;
  readonly value: string;
  readonly groups: Readonly<Record<string, string | undefined>>;
}
