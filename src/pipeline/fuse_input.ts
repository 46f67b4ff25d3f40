import type { Cap } from "../model/answer.ts";
import type { ToolOutcome } from "../model/findings.ts";
import type { Plan } from "../model/plan.ts";
import type { Sanitizer } from "../safety/sanitizer.ts";
import type { SessionMemory } from "./session_memory.ts";
import type { ModelsReport } from "../model/task.ts";

/** Input of fusing besides the outcomes. */
export interface FuseInput {
  readonly plan: Plan;
  readonly outcomes: readonly ToolOutcome[];
  /** [Limits] lines known before any tool ran. */
  readonly limits: readonly string[];
  readonly cap: Cap;
  /** Earlier deliveries of the session. */
  readonly given: SessionMemory;
  readonly sanitizer: Sanitizer;
  /** True to include the tools' own data in the report. */
  readonly structured: boolean;
  /** Absent: no model had anything to do with it. */
  readonly models?: ModelsReport;
}
