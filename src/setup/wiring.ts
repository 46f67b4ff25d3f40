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
