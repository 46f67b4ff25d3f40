import { Failure } from "../../model/errors.ts";
import { DEEP_EXTRA_MS } from "../../model/plan.ts";
import type { PromptQuestion, PromptReply } from "../../model/prompt.ts";
import { TOOL_NAMES } from "../../model/tools.ts";
import type { Settings } from "../../model/settings.ts";
import type { QueryEmbedding } from "../../model/semantic.ts";
import type { MeaningOutset, MeaningSaid, ToDaemon } from "../../model/daemon.ts";
import { clock } from "../../platform/clock.ts";
import { dropRights } from "../../platform/permissions.ts";
import type { Connect } from "../../platform/lines.ts";
import type { Repository } from "../../platform/repository.ts";
import { DaemonCall } from "../../platform/daemon_call.ts";
import { callDaemon, daemonAddress, daemonKey } from "../../platform/daemon_place.ts";
import type { StateFiles } from "../../platform/state_files.ts";
import { openState } from "../../platform/state_files.ts";
import { isWaiting, readAnswer, readMeant, readReady } from "./reply.ts";
import { TIMELINE, timelineLine } from "../../timeline/journal.ts";
import { notesOf } from "../informed_intent.ts";
import { openRecord } from "../open_record.ts";
import { openQuestion } from "../open_question.ts";
import type { SemanticQuestion } from "../semantic_question.ts";
import { startOfPrompt } from "../prompt_time.ts";
import { startVectors } from "../start_vectors.ts";

/** Daemon handshake timeout: at least so many milliseconds, longer on a machine on which the way here took long. */
const READY_MS = 80;
const READY_TIMES = 2;
/** How long everything else waits for the handshake, which takes less as a rule. Milliseconds. */
const HANDSHAKE_FIRST_MS = 4;
/** Share of the prompt's time after which a sandbox of this process is asked instead: it needs a part of the rest. */
const PATIENCE = 0.5;
/** Share of it in which a daemon that was heard is to be heard again. */
const SIGN = 0.2;
/** Share of it after which no answer of a daemon that works is awaited any more. */
const LAST = 0.95;

/** A root (absolute, real) that git has not confirmed, and the folder of its cache. */
export interface Place {
  readonly root: string;
  readonly cache: string;
}

/** A daemon that was asked. */
export interface Asked extends Reached {
  readonly place: Place;
  /** On the clock: when the prompt's time began. */
  readonly startedAt: number;
  /** How the question's vector stands, which was said. */
  readonly meaning: Promise<Meaning | undefined>;
  /** Milliseconds the prompt may take: those of a quick plan until more is known. */
  wallMs: number;
}

/** A connection to what may be the daemon of a root. */
export interface Reached {
  readonly call: DaemonCall;
  /** Whether it showed in time that it is this user's daemon for this root; nothing is sent before. */
  readonly isThere: Promise<boolean>;
}

/** How a daemon is called. */
export interface ReachOptions {
  /** On the clock: when the request's time began; default: with this process. */
  readonly startedAt?: number;
  /** UTF-16 units of one answer; default: what a prompt's may have. */
  readonly longest?: number;
  /** Default: this thread connects. */
  readonly connect?: Connect | undefined;
}

/**
 * Calls the daemon for `root`; undefined where there is none, or where an answer needs what only this process has: a server
 * or a model that is asked beside the tools, or the right to read the other repositories of a workspace.
 */
export async function reachDaemon(
  root: string,
  settings: Settings,
  { startedAt = startOfPrompt(), longest, connect }: ReachOptions = {},
): Promise<Reached | undefined> {
  const isWanted = settings["daemon.idle_s"].value > 0 && settings["ckb.server"].value === undefined &&
    !settings["reranker.enabled"].value && !await isInWorkspace(root, settings);
  const address = isWanted ? daemonAddress(root) : undefined;
  const key = address && daemonKey(address);
  const connection = address && key ? await callDaemon(address, connect) : undefined;
  if (!connection) return undefined;
  const call = new DaemonCall(connection, longest);
  const readyMs = Math.max(READY_MS, READY_TIMES * (clock() - startedAt));
  return { call, isThere: isDaemon(call, { root, key, readyMs }) };
}

/**
 * Asks the daemon for `root`; undefined where none is reached.
 *
 * @param startedAt on the clock: when the prompt's time began
 */
export async function askDaemon(
  place: Place,
  question: PromptQuestion,
  startedAt = startOfPrompt(),
): Promise<Asked | undefined> {
  const { root, cache } = place;
  const { settings } = question.resolved;
  const reached = await reachDaemon(root, settings, { startedAt });
  if (!reached) return undefined;
  const { call, isThere } = reached;
  // The prompt is for this user's daemon alone.
  const meaning = isThere.then(async (isThere) => {
    if (!isThere) return undefined;
    const elapsedMs = clock() - startedAt;
    call.send({ type: "ask", question: { ...question, elapsedMs } } satisfies ToDaemon);
    return tellMeaning(
      await openQuestion(question.asksModels ? question.request.prompt : undefined, settings),
      call,
      cache,
    );
  });
  // If it is not waited for, nothing depends on it.
  meaning.catch(() => {});
  await Promise.race([isThere, new Promise((resolve) => setTimeout(resolve, HANDSHAKE_FIRST_MS))]);
  return { place, call, startedAt, isThere, meaning, wallMs: settings["budget.wall_ms"].value };
}

/** What reads the folders is loaded only where a workspace is named. */
export async function isInWorkspace(root: string, settings: Settings): Promise<boolean> {
  if (settings.workspace.value.length === 0) return false;
  return (await (await import("../workspace.ts")).otherMembers(root, settings)).length > 0;
}

async function isDaemon(
  call: DaemonCall,
  { root, key, readyMs }: {
    readonly root: string;
    readonly key: string | undefined;
    readonly readyMs: number;
  },
): Promise<boolean> {
  const ready = readReady(await call.line(readyMs));
  return ready !== undefined && ready.root === root && ready.key === key;
}

/** How the process that asks keeps records and rights. */
export interface Keeping {
  /** What the answer is noted in. */
  readonly open: (root: string) => StateFiles | undefined;
  /** Called before the answer is read. */
  readonly release: () => void;
}

/**
 * Hears the answer. The question's vector is asked for here: keys stay in this process. By default this thread gives up its
 * rights before it looks at the answer; undefined where there is none, then it has them still.
 */
export async function receiveFromDaemon(
  asked: Asked,
  repository: Repository,
  question: PromptQuestion,
  { open, release }: Keeping = { open: openState, release: dropRights },
): Promise<PromptReply | undefined> {
  const { call, startedAt, meaning: told } = asked;
  const { request, cap, isTurn } = question;
  const longestMs = asked.wallMs + DEEP_EXTRA_MS;
  // It has answered the handshake.
  let patience = Math.max(startedAt + asked.wallMs * PATIENCE, clock() + asked.wallMs * SIGN);
  let isPlanned = false;
  const next = async (): Promise<string | undefined> => {
    for (;;) {
      const line = await call.line(Math.max(0, patience - clock()));
      if (line === undefined || !isWaiting(line)) return line;
      if (!isPlanned && clock() - startedAt > asked.wallMs * SIGN) {
        asked.wallMs = await likelyMs(question);
        isPlanned = true;
      }
      // A daemon at work answers sooner than a process that starts cold beside it.
      patience = Math.min(clock() + asked.wallMs * PATIENCE, startedAt + asked.wallMs * LAST);
    }
  };
  call.send({ type: "root", facts: repository.facts } satisfies ToDaemon);
  const first = readMeant(await next());
  if (!first || "kind" in first) {
    call.close();
    return first && { idle: first };
  }
  isPlanned = true;
  asked.wallMs = Math.min(first.wallMs, longestMs);
  const meaning = await told;
  const state = open(repository.root);
  const isFirst = isTurn && request.sessionId !== undefined && notesOf(state, request) === "";
  const note = isTurn
    ? openRecord(state, request, question.resolved.settings, Math.max(0, startedAt))
    : () => {};
  const noteUse = state?.openAppend(TIMELINE);
  meaning?.ask(repository.root);
  const line = await next();
  call.close();
  if (line === undefined) return undefined;
  release();
  const use = meaning?.use();
  if (use) noteUse?.(timelineLine({ event: "model:asked", ...use }));
  const delivery = readAnswer(line, cap);
  if (!delivery) {
    throw new Failure("unknown", `the daemon's answer cannot be read: ${line.length} characters`);
  }
  note(delivery);
  return { delivery, isFirst };
}

/** What the plan will allow, as far as the prompt alone says: known before a turn comes, and only to those that wait. */
async function likelyMs({ request, plain, resolved: { settings } }: PromptQuestion): Promise<number> {
  const { makePlan } = await import("../../pipeline/plan.ts");
  return makePlan(request.prompt, plain, settings, TOOL_NAMES).budget.wallMs;
}

/** Says how the question's vector stands, because the tools wait for that; it can be asked for once the root is sure. */
function tellMeaning(
  question: SemanticQuestion | undefined,
  call: DaemonCall,
  cache: string,
): Meaning | undefined {
  const send = (message: ToDaemon): void => call.send(message);
  if (!question) {
    send({ type: "meaning" });
    return undefined;
  }
  const space = question.begin(cache);
  const { choice, estimatedCost } = question;
  const said = (): MeaningSaid => {
    const [gap, use] = [question.gap(), question.use()];
    return { ...(gap && { gap }), ...(use && { use }) };
  };
  send({
    type: "meaning",
    meaning: {
      choice,
      ...(space && { space }),
      ...(estimatedCost !== undefined && { estimatedCost }),
      ...said(),
    },
  });
  const tell = (query: QueryEmbedding): void => send({ type: "semantic", query: plain(query), said: said() });
  return {
    question,
    use: () => question.use(),
    ask: (root) => {
      if (!space) return;
      startVectors(root, cache, space);
      void question.send(tell);
    },
  };
}

/** The question's vector as far as this process has to do with it. */
export interface Meaning {
  /** For this process, where the daemon does not answer. */
  readonly question: SemanticQuestion;
  ask(root: string): void;
  use(): MeaningOutset["use"];
}

/** JSON has no arrays of 32-bit numbers. */
function plain({ outcome, ...query }: QueryEmbedding): QueryEmbedding {
  if (!("vectors" in outcome)) return { ...query, outcome };
  const vectors = outcome.vectors.map((vector) => [...vector]) as unknown as typeof outcome.vectors;
  return { ...query, outcome: { ...outcome, vectors } };
}
