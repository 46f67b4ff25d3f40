/** Wiring of one client to this program. */
export interface Wiring {
  /** As people know it. */
  readonly client: string;
  /** `broken`: it looks wired and delivers nothing, or twice. */
  readonly state: "wired" | "absent" | "broken";
  readonly found: string;
  /** Remedy if it is absent or broken. */
  readonly fix: string;
}

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
