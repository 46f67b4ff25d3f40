import type { Findings } from "../model/findings.ts";
import type { ToolCall } from "../model/plan.ts";
import type { Clock, RepositoryFacts, RepositoryFiles } from "../model/ports.ts";

/** What a running tool gets besides its arguments. */
export interface ToolContext {
  readonly files: RepositoryFiles;
  readonly repository: RepositoryFacts;
  readonly clock: Clock;
  /** On {@link clock}: the tool should have answered by then, with what it has. */
  readonly deadline: number;
  /** Hands over what is known so far; shown if the tool does not finish. */
  readonly partial: (findings: Findings) => void;
}

/** One tool: from arguments the plan made to findings. */
export type Tool = (args: ToolCall["args"], context: ToolContext) => Findings | Promise<Findings>;
