/** One line of the diagnosis. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  /** Result as one word; default: `ok` or `FAIL`. */
  readonly word?: "ok" | "FAIL" | "proved" | "not proved" | "failed";
  readonly found: string;
  /** Remedy if it is not ok. */
  readonly fix?: string;
}
