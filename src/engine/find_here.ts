import type { RequestTimes } from "./attempt.ts";
import type { Plan, ToolOutcome } from "../model/calls.ts";
import type { ModelUse } from "../model/semantic.ts";
import type { Settings } from "../model/settings.ts";
import type { ModelsReport } from "../model/prompt.ts";
import { clock } from "../platform/clock.ts";
import { dropRights } from "../platform/permissions.ts";
import type { Repository } from "../platform/repository.ts";
import type { Sanitizer } from "../safety/sanitize.ts";
import type { Reranked } from "../semantic/choice/rerank.ts";
import type { LocalRun } from "./local_run.ts";
import { modelsOf, type SemanticQuestion } from "./semantic_question.ts";
import type { Others } from "./workspace.ts";
import type { EngineProcess } from "./process.ts";
import type { RerankSide } from "./semantic.ts";

/** Models and repositories that take part beside the sandbox. */
export interface Besides {
  readonly question: SemanticQuestion | undefined;
  readonly others: Others | undefined;
  readonly rerank: RerankSide | undefined;
}

/** Options of merging a plan's findings. */
export interface FindingHere {
  readonly plan: Plan;
  readonly besides: Besides;
  readonly settings: Settings;
  readonly process: EngineProcess;
  /** Knows the redactions that a model's question needs. */
  readonly sanitizer: () => Promise<Sanitizer>;
  /** Milliseconds a model may take to order the findings; default: until the deadline. */
  readonly rankingMs?: number | undefined;
  readonly times: RequestTimes;
}

/** Calls the tools of a plan in this process, then asks other repositories and models; this thread gives up its rights before it looks at anything. */
export async function findHere(
  run: LocalRun,
  repository: Repository,
  { plan, besides, settings, process, sanitizer, rankingMs, times }: FindingHere,
): Promise<{ readonly outcomes: readonly ToolOutcome[]; readonly models: ModelsReport }> {
  const { question, others, rerank } = besides;
  const note = question?.space || rerank ? await openUses(repository.root) : undefined;
  const ran = await run.work(repository, { kind: "plan", plan }, { plan, question }, times);
  const own = ran.type === "found" || ran.type === "late" ? ran.outcomes : [];
  const leftMs = (): number => times.deadline - clock();
  if (!others) dropRights(process.keep);
  const found = await others?.ask(plan, own, leftMs()) ?? own;
  let ranked: Reranked = { outcomes: found };
  if (rerank && question) {
    const { rankingOf } = await import("./semantic.ts");
    const limits = { sanitizer: await sanitizer(), leftMs: rankingMs ?? leftMs() };
    ranked = await rankingOf(question.text, rerank, settings)(found, limits);
  }
  const models = modelsOf(question, ranked);
  note?.(models.uses);
  return { outcomes: ranked.outcomes, models };
}

/** Opens the timeline for what models are asked, while files may still be opened. */
async function openUses(root: string): Promise<(uses: readonly ModelUse[]) => void> {
  const [{ openState }, { TIMELINE, timelineLine }] = await Promise.all([
    import("../platform/state_files.ts"),
    import("../timeline/journal.ts"),
  ]);
  const append = openState(root)?.openAppend(TIMELINE);
  return (uses) => {
    for (const use of uses) append?.(timelineLine({ event: "model:asked", ...use }));
  };
}
