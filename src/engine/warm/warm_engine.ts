import { VECTORS } from "../../index/vectors/vector_files.ts";
import type { Delivery, ModelsReport, OpenPrompt, PromptAsk, PromptOutcome } from "../../model/prompt.ts";
import type { ToolOutcome } from "../../model/calls.ts";
import type { PlanOpening } from "../../model/daemon.ts";
import type { QueryEmbedding, QuestionSpace } from "../../model/semantic.ts";
import type { Settings } from "../../model/settings.ts";
import type { ToolName } from "../../model/tools.ts";
import { existingState } from "../../platform/state_files.ts";
import { hasStore } from "../../platform/store_names.ts";
import { notesOf } from "../../timeline/journal.ts";
import { guessFor } from "../local_run.ts";
import { openPrompt } from "../open_prompt.ts";
import { outcomeOf, planPrompt, taskFor, waitedMs } from "../plan_prompt.ts";
import { NO_REPLY, type RecordedReply, recordSlowly, replyFor } from "../reply.ts";
import { gitLimit } from "../repository_for.ts";
import type { RepositoryRun } from "../repository_run.ts";
import { rulesOf } from "../repository_view.ts";
import type { Repositories } from "./repositories.ts";
import type { ServedRepository } from "./served_repository.ts";
import { clock } from "../../platform/clock.ts";
import { env } from "../../platform/host_files.ts";
import type { Engine } from "../engine.ts";

/** The side of a prompt that asks. */
export interface PromptCaller {
  /** Reads a variable of its environment. */
  readonly env: (name: string) => string | undefined;
  /** On the clock: when the prompt's time began. */
  readonly startedAt: number;
  /** Aborted when it is gone. */
  readonly signal: AbortSignal;
  readonly onPlanned?: (waitedMs: number) => void;
  readonly onDraft?: (delivery: Delivery) => void;
  /** Asks it for the question's vector; the vector itself may come later. */
  readonly embed: (onVector: (query: QueryEmbedding) => void) => Promise<Meaning>;
}

/** Source of the question's vector. */
export interface Meaning {
  /** Absent: it has none. */
  readonly space?: QuestionSpace | undefined;
  readonly models: ModelsReport;
}

/** Part of a person's patience that is left for the way back. Milliseconds. */
const END_MS = 300;
/** Share of its budget for a prompt without findings so far. */
const LONGEST_SHARE = 0.9;

/** Answers from repositories that are kept warm. */
export class WarmEngine {
  constructor(private readonly repositories: Repositories) {}

  /** Answers a prompt; undefined where a process of its own has to. */
  async answer(ask: PromptAsk, caller: PromptCaller): Promise<RecordedReply | undefined> {
    const opened = await openPrompt(ask, caller.env);
    if (!opened) return NO_REPLY;
    const { settings } = opened.resolved;
    const isOwn = settings["daemon.idle_s"].value > 0 && settings["ckb.server"].value === undefined &&
      !settings["reranker.enabled"].value && settings.workspace.value.length === 0 &&
      settings.mode.value !== "plan";
    const place = isOwn ? guessFor(ask.request.cwd, settings) : undefined;
    const served = place && await this.repositories.find(place.root);
    if (!served || served.place.cache !== place.cache) return undefined;
    return await replyFor(ask, opened, {
      answer: (prepare) => new WarmPrompt(ask, opened, { served, caller }).answer(prepare),
      isLast: false,
      startedAt: caller.startedAt,
    });
  }

  /** Calls the tools of a plan about a root (absolute, real); undefined where a process of its own has to. */
  async call(root: string, call: PlanCall): Promise<readonly ToolOutcome[] | undefined> {
    const served = await this.repositories.find(root);
    if (!served) return undefined;
    const { plan, rules, facts, startedAt, signal, onRunning } = call;
    const deadline = startedAt + plan.budget.wallMs * LONGEST_SHARE;
    return await served.request(rules, { signal, gitMs: gitLimit(plan.budget.wallMs) }, async (run) => {
      run.facts(facts);
      const times = { startedAt, deadline, signal, onRunning };
      const result = await run.work({ kind: "plan", plan }, { plan }, times);
      return result.type === "found" || result.type === "late" ? result.outcomes : [];
    });
  }

  /** Takes a root (absolute, real) on, which will be asked soon. */
  async serve(root: string): Promise<void> {
    (await this.repositories.find(root))?.expect();
  }
}

/** A plan whose tools are called. */
export interface PlanCall extends Pick<PlanOpening, "plan" | "rules" | "facts"> {
  readonly startedAt: number;
  readonly signal: AbortSignal;
  readonly onRunning: (tool: ToolName) => void;
}

/** A prompt about a repository that is warm. */
class WarmPrompt {
  #draft: Delivery | undefined;

  constructor(
    private readonly ask: PromptAsk,
    private readonly opened: OpenPrompt,
    private readonly at: { readonly served: ServedRepository; readonly caller: PromptCaller },
  ) {}

  async answer(prepare: (root: string) => void): Promise<PromptOutcome> {
    const { ask, opened, at: { served, caller } } = this;
    const { settings } = opened.resolved;
    const { root, cache } = served.place;
    const notes = ask.isTurn ? notesOf(existingState(root), ask.request) : "";
    const planned = await planPrompt(ask, opened, { notes, symbols: served.symbols });
    if (planned.type === "idle") return planned;
    caller.onPlanned?.(waitedMs(planned.plan));
    let onVector = (_: QueryEmbedding): void => {};
    const asksModels = ask.asksModels && mayEmbed(settings, cache);
    const meaning = asksModels ? await caller.embed((query) => onVector(query)) : undefined;
    const gitMs = gitLimit(settings["budget.wall_ms"].value);
    return await served.request(rulesOf(settings), { signal: caller.signal, gitMs }, async (run) => {
      onVector = (query) => run.vector(query);
      prepare(root);
      return await this.#work(run, planned, { notes, meaning });
    });
  }

  async #work(
    run: RepositoryRun,
    planned: Parameters<typeof taskFor>[1],
    { notes, meaning }: { readonly notes: string; readonly meaning: Meaning | undefined },
  ): Promise<PromptOutcome> {
    const { ask, opened: { resolved: { settings, problems } }, at: { served, caller } } = this;
    const { plan } = planned;
    const root = { path: served.place.root, source: served.place.facts.rootSource };
    const task = {
      ...taskFor(ask, planned, { settings, root, limits: problems, notes }),
      ...(meaning && { models: meaning.models }),
    };
    const { startedAt } = caller;
    const share = (): number => served.shareOf(startedAt + waitedMs(plan) - END_MS);
    const result = await run.work(task, { plan, space: meaning?.space }, {
      startedAt,
      deadline: share(),
      latest: startedAt + plan.budget.wallMs * LONGEST_SHARE,
      signal: caller.signal,
      onBegin: (moveTo) => served.onOther = () => moveTo(share()),
      onDraft: (draft) => {
        this.#draft = draft;
        caller.onDraft?.(draft);
      },
    });
    return await outcomeOf(task, result, this.#draft);
  }
}

/**
 * True if a question may have a vector: the settings allow a provider, and there are vectors to compare it with.
 *
 * @param cache folder of the repository's index
 */
export function mayEmbed(settings: Settings, cache: string): boolean {
  if (settings["embedding.provider"].value.includes("none")) return false;
  return settings["vectors.url"].value !== undefined || hasStore(cache, VECTORS);
}

/** A request that a process of its own has to answer. */
export class NotHere extends Error {}

/**
 * The engine for clients whose requests come to the daemon's own process: for those that can connect, but should not have to start
 * a program.
 */
export function ownEngine(warm: WarmEngine): Engine {
  return {
    answer: async (ask) => {
      const reply = await warm.answer(ask, {
        env,
        startedAt: clock(),
        signal: new AbortController().signal,
        embed: () =>
          Promise.reject(new NotHere("a provider is to be asked, and the daemon connects to none")),
      });
      if (!reply) {
        throw new NotHere(
          "the daemon does not serve this repository, or its settings name a server or a model",
        );
      }
      return { reply: reply.reply, record: () => void recordSlowly(reply) };
    },
    call: () => Promise.reject(new NotHere("tools are called by a process of their own")),
  };
}
