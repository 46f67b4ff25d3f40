import type { Answer } from "../model/answer.ts";
import type { ToolOutcome } from "../model/findings.ts";
import type { Plan } from "../model/plan.ts";
import type { ToolHost } from "../model/ports.ts";
import type { ModelUse } from "../model/rerank.ts";
import type { EmbeddingChoice } from "../model/semantic.ts";
import type { SemanticGap } from "../model/embedding_space.ts";
import type { Sanitizer } from "../safety/sanitizer.ts";
import type { Reranked } from "../semantic/choice/rerank.ts";
import type { ModelsReport } from "../semantic/choice/model_limits.ts";
import type { RunOptions } from "./run.ts";
import { runPlan } from "./run.ts";

/** Where a plan runs. */
export interface RunEnvironment {
  readonly root: Answer["root"] | undefined;
  /** [Limits] lines from finding the root. */
  readonly limits: readonly string[];
  /** One for all calls of the plan, or one per lane. */
  readonly hosts: readonly ToolHost[];
  /** When this thread has given up its rights. */
  readonly confined: Promise<void>;
  /** Ends what was started beside the hosts, once they have answered. */
  readonly close?: () => void;
  /** Present when meaning was looked for. */
  readonly semantic?: SemanticSide;
  /** Present when a language model is to put the findings in order. */
  readonly ranking?: Ranking;
  /** Notes which models were asked and what that cost. */
  readonly note?: (uses: readonly ModelUse[]) => void;
}

/** The other repositories of a workspace. */
export interface Others {
  /** Names under which they can be imported. */
  readonly packages: readonly string[];
  /** What the prompt names that they may name too: routes, topics, procedures. */
  readonly links: readonly string[];
  /** The outcomes with what the others know, as far as they are asked; then this thread has given up its rights. */
  readonly ask: (
    plan: Plan,
    found: readonly ToolOutcome[],
    leftMs: number,
  ) => Promise<readonly ToolOutcome[]>;
}

/** Puts what the tools found in order. Never rejects; keeps what it was given where it cannot. */
export type Ranking = (
  outcomes: readonly ToolOutcome[],
  options: { readonly sanitizer: Sanitizer; readonly leftMs: number },
) => Promise<Reranked>;

/** The semantic search as far as the answer mentions it. */
export interface SemanticSide {
  readonly choice: EmbeddingChoice;
  /** Why the question has no vector; asked when the tools are done. */
  gap(): SemanticGap | undefined;
  /** What the question's vector took; absent when none was asked for. */
  use(): ModelUse | undefined;
  /** US dollars, when vectors are not built because the cost was not agreed to. */
  readonly estimatedCost?: number | undefined;
}

/** What the calls of a plan found; nothing of it is sanitized. */
export interface Found {
  readonly root: Answer["root"];
  /** [Limits] lines from finding the root. */
  readonly limits: readonly string[];
  /** In the order of the plan, or as a model put them. */
  readonly outcomes: readonly ToolOutcome[];
  readonly models: ModelsReport;
  /** Present when meaning was looked for. */
  readonly semantic?: SemanticSide;
}

/** Nothing could be read; the reasons are [Limits] lines. */
export interface NoRoot {
  readonly root: undefined;
  readonly limits: readonly string[];
}

/** How a plan is run in an environment. */
export interface FindOptions extends Omit<RunOptions, "hosts" | "confined"> {
  /** Knows the redactions that a model's question needs. */
  readonly sanitizer: Sanitizer;
  /** Milliseconds a model may take to put the findings in order; default: until the deadline. */
  readonly rankingMs?: number | undefined;
  /** Asked when this repository was. */
  readonly others?: Others;
}

/** Runs a plan in an environment, which is closed then. */
export async function findIn(
  environment: RunEnvironment,
  plan: Plan,
  { sanitizer, rankingMs, others, ...options }: FindOptions,
): Promise<Found | NoRoot> {
  const { root, limits, hosts, confined, semantic, ranking } = environment;
  if (!root) return { root, limits };
  try {
    const own = await runPlan(plan, { ...options, hosts, confined });
    await confined;
    environment.close?.();
    const { deadline, clock } = options;
    const found = await others?.ask(plan, own, deadline - clock()) ?? own;
    const leftMs = rankingMs ?? deadline - clock();
    const ranked = await ranking?.(found, { sanitizer, leftMs }) ?? { outcomes: found };
    const models = modelsOf(environment, ranked);
    environment.note?.(models.uses);
    return { root, limits, outcomes: ranked.outcomes, models, ...(semantic && { semantic }) };
  } catch (error) {
    environment.close?.();
    throw error;
  }
}

/** Which models took part in this answer, and why others did not. */
export function modelsOf(
  { semantic }: Pick<RunEnvironment, "semantic">,
  { gap: rerankGap, use }: Pick<Reranked, "gap" | "use"> = {},
): ModelsReport {
  const semanticGap = semantic?.gap();
  const uses = [semantic?.use(), use].filter((one) => one !== undefined);
  const estimatedCost = semantic?.estimatedCost;
  return {
    uses,
    ...(semanticGap && { semanticGap }),
    ...(estimatedCost !== undefined && { estimatedCost }),
    ...(rerankGap && { rerankGap }),
  };
}
