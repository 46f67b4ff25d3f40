import type { Answer, Cap } from "../model/answer.ts";
import type { Intent } from "../model/intent.ts";
import { TOOL_NAMES } from "../model/tools.ts";
import type { Request } from "../model/request.ts";
import type { ResolvedSettings, Settings } from "../model/settings.ts";
import type { Others } from "../pipeline/environment.ts";
import type { NoAnswer } from "../pipeline/pipeline.ts";
import { runPipeline } from "../pipeline/pipeline.ts";
import type { SessionMemory } from "../pipeline/session_memory.ts";
import { NO_MEMORY } from "../pipeline/session_memory.ts";
import { clock } from "../platform/clock.ts";
import type { KeptRights } from "../platform/permissions.ts";
import { leaveAfter } from "../platform/exit_deadline.ts";
import { callTools } from "./call.ts";
import type { Prewarm } from "./prewarm.ts";
import type { SemanticQuestion } from "./semantic_question.ts";
import { repositoryFor } from "./repository_for.ts";
import { startOfPrompt } from "./prompt_time.ts";
import type { RerankSide } from "./reranker.ts";

/** See the pipeline. */
export type { NoAnswer };

/** How one request is answered. */
export interface AnswerOptions {
  /** What the client takes whole. */
  readonly cap: Cap;
  /** Rights the main thread keeps once the sandbox stands; a Codex turn still has to start `codex`. */
  readonly keep?: KeptRights;
  /** Called with the root before the main thread gives up its rights. */
  readonly prepare?: (root: string) => void;
  /** What the session was given before; asked after `prepare`. Default: nothing. */
  readonly given?: () => SessionMemory;
  /** Whether the tools' own data is wanted; default false. */
  readonly structured?: boolean;
  /** Whether models may be asked, as far as the settings say so: for what the user typed, the default. */
  readonly asksModels?: boolean;
  /** Whether the process ends when the budget is over, whatever it is doing then; default false. */
  readonly endsInTime?: boolean;
  /** What was begun for this request before its intent was known. */
  readonly started?: Prewarm;
  /** Milliseconds of the prompt's time that went by while a daemon was waited for; default 0. */
  readonly waitedMs?: number;
  /** What stands in for a model; default: what the settings name. */
  readonly rerank?: RerankSide | undefined;
}

/** Runs the whole flow for one request. */
export function answerRequest(
  request: Request,
  intent: Intent,
  resolved: ResolvedSettings,
  options: AnswerOptions,
): Promise<Answer | NoAnswer> {
  const { cap, keep = "once", prepare, given = () => NO_MEMORY, structured = false, started } = options;
  const startedAt = startOfPrompt();
  const { settings } = resolved;
  return runPipeline(request, intent, {
    resolved,
    available: TOOL_NAMES,
    clientCap: cap,
    clock,
    startedAt,
    waitedMs: options.waitedMs ?? 0,
    given,
    structured,
    others: () => othersFor(request, settings, { started, keep }),
    call: (plan, calling) => {
      if (options.endsInTime) leaveAfter(startedAt + plan.budget.wallMs - clock());
      return callTools({
        cwd: request.cwd,
        plan,
        settings,
        prepare,
        ...calling,
        ...(options.asksModels !== false && { question: request.prompt, asking: questionOf(started) }),
        ...(started && { repository: started.repository, begun: started.begun, byDaemon: false }),
        rerank: options.rerank,
      }, { keep: calling.others ? "server" : keep });
    },
  });
}

/** The other repositories of the workspace that the root belongs to, if the user's settings name one. */
async function othersFor(
  { cwd, prompt }: Request,
  settings: Settings,
  { started, keep }: { readonly started: Prewarm | undefined; readonly keep: KeptRights },
): Promise<Others | undefined> {
  if (settings.workspace.value.length === 0 || settings.mode.value === "plan") return undefined;
  const { root } = await (started?.repository ?? repositoryFor(cwd, settings));
  const { otherMembers } = await import("./workspace.ts");
  const members = root === undefined ? [] : await otherMembers(root, settings);
  return members.length === 0
    ? undefined
    : (await import("./other_members.ts")).othersOf(members, { prompt, keep });
}

/** The question that was opened for a daemon, which did not answer; undefined where none was. */
function questionOf(started: Prewarm | undefined): Promise<SemanticQuestion | undefined> | undefined {
  return started?.asked?.meaning.then((meaning) => meaning?.question, () => undefined);
}
