import type { RequestTimes } from "./attempt.ts";
import type { Delivery, OpenPrompt, PromptAsk, PromptOutcome, PromptTask } from "../model/prompt.ts";
import type { Plan } from "../model/calls.ts";
import { clock } from "../platform/clock.ts";
import { leaveAfter } from "../platform/exit_deadline.ts";
import { dropRights } from "../platform/permissions.ts";
import type { Repository } from "../platform/repository.ts";
import { type Besides, findHere } from "./find_here.ts";
import { knowledgeAround } from "./informed_intent.ts";
import { LocalRun } from "./local_run.ts";
import { modelsOf, openQuestion } from "./semantic_question.ts";
import type { Others } from "./workspace.ts";
import type { EngineProcess } from "./process.ts";
import { startOfPrompt, timeToEnd } from "./prompt_time.ts";
import { outcomeOf, type PlannedPrompt, planPrompt, taskFor, waitedMs } from "./plan_prompt.ts";

/** Options of a prompt answered in this process. */
export interface AnswerOptions {
  readonly process: EngineProcess;
  /** Called with the root before this thread gives up its rights: the last moment to open a file. */
  readonly prepare?: (root: string) => void;
  /**
   * True for the complete answer: with the tools' own data, within the whole budget. Default: a delivery for which a
   * person waits.
   */
  readonly isWhole?: boolean;
}

/** Part of a person's patience that is left for printing and leaving. Milliseconds. */
const END_MS = 250;

/**
 * Answers a prompt in this process. This thread has given up its rights when it looks at what the sandbox answered.
 */
export async function answerHere(
  ask: PromptAsk,
  opened: OpenPrompt,
  options: AnswerOptions,
): Promise<PromptOutcome> {
  const { plain, resolved: { settings } } = opened;
  const begin = (): LocalRun => new LocalRun(ask.request.cwd, settings, options.process);
  // Whether any other prompt is answered is decided by the names of the repository.
  let run = plain.kind === "none" ? undefined : begin();
  try {
    const known = knowledgeAround(ask.request, ask.isTurn, settings);
    const planned = await planPrompt(ask, opened, known, options.isWhole);
    if (planned.type === "idle") return planned;
    run ??= begin();
    const repository = await run.repository;
    if (repository.root === undefined) return { type: "no root", limits: repository.limits };
    const others = await othersFor(ask, opened, { repository, process: options.process });
    return await answerPlanned(run, {
      ask,
      opened,
      planned,
      repository,
      notes: known.notes,
      others,
      options,
    });
  } finally {
    run?.end();
  }
}

/** A prompt with its plan, in a repository. */
interface Planned {
  readonly ask: PromptAsk;
  readonly opened: OpenPrompt;
  readonly planned: PlannedPrompt;
  readonly repository: Repository;
  readonly notes: string;
  readonly others: Others | undefined;
  readonly options: AnswerOptions;
}

async function answerPlanned(run: LocalRun, prompt: Planned): Promise<PromptOutcome> {
  const { opened: { resolved: { settings } }, repository, others, options } = prompt;
  const { process, isWhole = false, prepare } = options;
  const plan = others ? withOthers(prompt.planned.plan, others) : prompt.planned.plan;
  const besides = await besidesOf(prompt);
  const { question } = besides;
  const task = taskOf(prompt, plan, besides);
  const drafts: Delivery[] = [];
  const startedAt = startOfPrompt();
  const times: RequestTimes = {
    startedAt,
    deadline: startedAt + (isWhole ? plan.budget.wallMs : waitedMs(plan)) - timeToEnd(END_MS),
    latest: startedAt + plan.budget.wallMs - timeToEnd(END_MS),
    onDraft: (draft) => drafts.push(draft),
  };
  if (!isWhole) leaveAfter(startedAt + plan.budget.wallMs - clock());
  prepare?.(repository.root);
  if (task.planOnly) {
    dropRights(process.keep);
    return await outcomeOf(task, { type: "late", outcomes: [] });
  }
  // Then this thread merges the findings.
  if (others !== undefined || besides.rerank !== undefined || question?.space !== undefined) {
    const sanitizer = async () => new (await import("../safety/sanitize.ts")).Sanitizer();
    const found = await findHere(run, repository, { plan, besides, settings, process, sanitizer, times });
    return await outcomeOf({ ...task, models: found.models }, { type: "found", outcomes: found.outcomes });
  }
  const result = await run.work(repository, task, { plan, question }, times);
  dropRights(process.keep);
  return await outcomeOf(task, result, drafts.at(-1));
}

async function besidesOf({ ask, opened, others, options: { process } }: Planned): Promise<Besides> {
  const { resolved: { settings } } = opened;
  const asks = ask.asksModels && settings.mode.value !== "plan";
  const question = asks ? await openQuestion(ask.request.prompt, settings, process.semantic) : undefined;
  const isRanked = asks && settings["reranker.enabled"].value;
  const rerank = process.rerank ??
    (isRanked ? (await import("./semantic.ts")).openReranker(settings) : undefined);
  return { question, others, rerank };
}

function taskOf(
  { ask, opened, planned, repository, notes, options }: Planned,
  plan: Plan,
  { question }: Besides,
): PromptTask {
  const { resolved: { settings, problems } } = opened;
  const isWhole = options.isWhole ?? false;
  return {
    ...taskFor(ask, { ...planned, plan }, {
      settings,
      root: { path: repository.root, source: repository.facts.rootSource },
      limits: [...problems, ...repository.limits],
      notes,
    }),
    isWhole,
    structured: isWhole,
    ...(question && { semantic: question.choice, models: modelsOf(question) }),
  };
}

/** The other repositories of the workspace that the root belongs to, if the user's settings name one. */
async function othersFor(
  { request: { prompt } }: PromptAsk,
  { resolved: { settings } }: OpenPrompt,
  { repository, process: { keep } }: { readonly repository: Repository; readonly process: EngineProcess },
): Promise<Others | undefined> {
  if (settings.workspace.value.length === 0 || settings.mode.value === "plan") return undefined;
  const { otherMembers } = await import("./workspace.ts");
  const members = await otherMembers(repository.root, settings);
  return members.length === 0
    ? undefined
    : (await import("./other_members.ts")).othersOf(members, { prompt, keep });
}

/** Has the search look for what the prompt imports from the other repositories, or names in them too. */
function withOthers(plan: Plan, { packages, links }: Others): Plan {
  const more = { ...(packages.length > 0 && { packages }), links };
  const calls = plan.calls.map((call) =>
    call.tool === "ci_search" ? { ...call, args: { ...call.args, ...more } } : call
  );
  return { ...plan, calls };
}
