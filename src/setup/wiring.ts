/** How one client is wired to this program. */
export interface Wiring {
  /** As people know it. */
  readonly client: string;
  /** `broken`: it looks wired and delivers nothing, or twice. */
  readonly state: "wired" | "absent" | "broken";
  readonly found: string;
  /** What to do when it is absent or broken. */
  readonly fix: string;
}
