import type { ToolOutcome } from "../model/findings.ts";
import type { Plan } from "../model/plan.ts";

/** The other repositories of a workspace. */
export interface Others {
  /** Names under which they can be imported. */
  readonly packages: readonly string[];
  /** Names in the prompt that they may share: routes, topics, procedures. */
  readonly links: readonly string[];
  /** The outcomes with what the others know, as far as they are asked; then this thread has given up its rights. */
  readonly ask: (
    plan: Plan,
    found: readonly ToolOutcome[],
    leftMs: number,
  ) => Promise<readonly ToolOutcome[]>;
}
