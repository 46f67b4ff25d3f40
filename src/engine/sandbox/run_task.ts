import { checkArguments } from "../../tools/arguments.ts";
import { loadTool } from "../../tools/registry.ts";
import type { Tool, ToolContext } from "../../ports/tool.ts";
import type { CkbPort } from "./ckb_port.ts";
import { bounded } from "../bounded.ts";
import type { Findings, RepositoryFiles, RunCall, ToolCall } from "../../model/calls.ts";
import type { RepositoryView } from "../../model/sandbox.ts";
import type { SandboxTask, TaskProgress, TaskResult } from "../../model/prompt.ts";
import type { ToolName } from "../../model/tools.ts";
import { runTask, type TaskOptions } from "../../pipeline/pipeline.ts";
import { HAND_OVER_MS } from "../../pipeline/run.ts";
import { clock, wallClock } from "../../platform/clock.ts";

/** A repository in a sandbox, as a task works with it. */
export interface Workplace {
  readonly view: RepositoryView;
  readonly files: RepositoryFiles;
  /** The tools' context, without memory of answers and without partial findings. */
  readonly context: (deadline: number) => ToolContext;
  /** Answers of earlier calls, for tools that have them. */
  readonly answersOf: (tool: ToolName) => Promise<Pick<ToolContext, "answers">>;
  /** True if the files are as a tool assumed; if not, its call is repeated. */
  readonly isConfirmed: () => Promise<boolean>;
  /** Files that were not looked at, as a [Limits] phrase. */
  readonly gap: () => string | undefined;
  /** The configured CKB server, if there is one. */
  readonly ckb: () => Promise<CkbPort | undefined>;
}

/** Times and listeners of a task. Times on the clock. */
export interface TaskTimes extends Pick<TaskOptions, "clock" | "startedAt" | "deadline" | "latest"> {
  readonly post: (progress: TaskProgress) => void;
}

/** Works on a task from its plan to its result. Rejects only for what is wrong with the program itself. */
export function runTaskIn(
  place: Workplace,
  task: SandboxTask,
  { post, ...times }: TaskTimes,
): Promise<TaskResult> {
  return runTask(task, {
    ...times,
    host: { run: (call, options) => runTool(place, call, options) },
    wallClock,
    onStart: (tool, limitMs) => post({ type: "running", tool, limitMs }),
    onDraft: (delivery) => post({ type: "draft", delivery }),
  });
}

async function runTool(
  place: Workplace,
  call: ToolCall,
  { deadline, onPartial }: RunCall,
): Promise<Findings> {
  const { view: { fault, root }, files } = place;
  const complete = (findings: Findings): Findings => withGap(withVersions(findings, place), place);
  const tool = fault === undefined ? await loadTool(call.tool) : await broken(call.tool, fault);
  const context: ToolContext = {
    ...place.context(deadline),
    ...await place.answersOf(call.tool),
    partial: (findings) => onPartial(complete(bounded(findings))),
  };
  const { args } = checkArguments(call);
  let findings = await tool(args, context);
  if (!await place.isConfirmed()) {
    files.memo.clear();
    findings = await tool(args, context);
  }
  const own = bounded(findings);
  const port = await place.ckb();
  if (!port?.answersFor(call.tool)) return complete(own);
  // The built-in answer, in case that the server's takes too long.
  onPartial(complete(own));
  const { takeOver } = await import("../../tools/ckb/take_over.ts");
  const timeLeft = deadline - clock() - HAND_OVER_MS;
  return complete(await takeOver(call, own, { ask: port.ask, files, root, timeLeft }));
}

/** Adds a gap to the findings if git's listing of the root did not come, or not all files were checked. */
function withGap(findings: Findings, { gap }: Workplace): Findings {
  const phrase = gap();
  return phrase === undefined ? findings : { ...findings, gaps: [phrase, ...findings.gaps] };
}

/** Adds the files' versions, which tell whether a remembered finding still holds. */
function withVersions(findings: Findings, { files }: Workplace): Findings {
  const items = findings.items.map((item) => {
    const version = files.version(item.path);
    return version === undefined ? item : { ...item, version };
  });
  return { ...findings, items };
}

/** For tests: the tool, or what is left of it after the fault that was asked for. */
async function broken(name: ToolName, fault: string): Promise<Tool> {
  const { withFault } = await import("./faults.ts");
  return withFault(name, await loadTool(name), fault);
}
