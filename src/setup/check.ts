/** One line of the diagnosis. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly found: string;
  /** What to do when it is not ok. */
  readonly fix?: string;
}
