import type { AskedReply, Cap, PromptAsk, PromptReply } from "../../model/prompt.ts";
import type { FromDaemon, SentReply } from "../../model/daemon.ts";
import type { Plan, ToolOutcome } from "../../model/calls.ts";
import { asObject, parseObject } from "../../model/json.ts";
import type { Settings } from "../../model/settings.ts";
import { clock } from "../../platform/clock.ts";
import { DaemonCall } from "../../platform/daemon_call.ts";
import { callDaemon, daemonAddress, daemonKey } from "../../platform/daemon_place.ts";
import { env } from "../../platform/host_files.ts";
import type { Connect } from "../../platform/lines.ts";
import { dropRights } from "../../platform/permissions.ts";
import type { Repository } from "../../platform/repository.ts";
import { sanitizedBefore, shownBefore } from "../../safety/safe_text.ts";
import { environmentText } from "../../settings/environment.ts";
import { MESSAGE_BYTES } from "../../platform/limits.ts";
import { startOfPrompt, timeToEnd } from "../prompt_time.ts";

/** The side of the process that asks. A hook loads no more than this where a daemon answers. */

/** Silence after which a daemon is given up; it sends a sign of life every 150 ms. Milliseconds. */
const SILENCE_MS = 700;
/** The same for one that is asked to serve, or has tools called by hand. Milliseconds. */
const PATIENT_SILENCE_MS = 3500;
/** A prompt is waited for so long until its plan is known, and in any case. Milliseconds. */
const WAITED_MS = 2500;
const LONGEST_MS = 10_000;
/** Part of a person's patience that is left for printing and leaving. Milliseconds. */
const END_MS = 150;
/** A longer message is a draft or a reply; those are read once the rights are given up. UTF-16 units. */
const LONGEST_NEWS = 1000;

/**
 * Asks the user's daemon to answer a prompt. Drops this thread's rights before a reply is read; undefined without a
 * daemon, with the rights kept. Recording a reply notifies the daemon that it was delivered.
 */
export async function askForPrompt(
  ask: PromptAsk,
  startedAt: number = startOfPrompt(),
  release: () => void = dropRights,
): Promise<AskedReply | undefined> {
  const call = await openCall({ silenceMs: SILENCE_MS });
  if (!call) return undefined;
  call.send({ type: "prompt", ask, environment: environmentText(env), elapsedMs: clock() - startedAt });
  const line = await replyLine(call, ask, startedAt);
  if (line === undefined) return void call.close();
  release();
  const reply = readReply(line, ask.cap);
  return {
    reply,
    record: () => {
      call.send({ type: "taken" });
      void call.flush().then(() => call.close());
    },
  };
}

/** The message with the best reply that comes in time; undefined where none does. */
async function replyLine(call: DaemonCall, ask: PromptAsk, startedAt: number): Promise<string | undefined> {
  let draft: string | undefined;
  let waitedMs = WAITED_MS;
  for (;;) {
    const now = clock();
    const end = startedAt + (draft === undefined ? LONGEST_MS : waitedMs - timeToEnd(END_MS));
    if (now >= end) return draft;
    const line = await call.line(Math.min(SILENCE_MS, end - now));
    const news = line === undefined || line.length > LONGEST_NEWS ? undefined : parseObject(line);
    // Of a long message nothing but the type is read.
    const type = news?.["type"] as FromDaemon["type"] | undefined ??
      (["reply", "draft"] as const).find((one) => line?.startsWith(`{"type":"${one}"`));
    if (type === undefined || type === "alone") return draft;
    if (type === "reply") return line;
    if (type === "draft") draft = line;
    if (type === "planned") waitedMs = Math.min(LONGEST_MS, Number(news!["waitedMs"]));
    if (type === "embed") void embed(call, ask);
  }
}

/** The network code is loaded only if there is a provider. */
async function embed(call: DaemonCall, ask: PromptAsk): Promise<void> {
  const { answerEmbed } = await import("./embed.ts");
  await answerEmbed(ask, (message) => call.send(message));
}

/** A reply as another process sent it: a block that is longer than the client takes, or is no block, is none of ours. */
function readReply(line: string, cap: Cap): PromptReply {
  const sent = asObject(parseObject(line)?.["reply"]) as SentReply | undefined;
  const { context: text, message: shown, isTruncated } = sent ?? {};
  const context = typeof text === "string" && isWithin(text, cap) ? sanitizedBefore(text) : undefined;
  const message = typeof shown === "string" ? shownBefore(shown) : undefined;
  return {
    ...(context && { context }),
    ...(isTruncated === true && { isTruncated }),
    ...(message && { message }),
  };
}

function isWithin(text: string, { limit, unit }: Cap): boolean {
  return (unit === "bytes" ? new TextEncoder().encode(text).length : text.length) <= limit;
}

/** Options of a plan run by the daemon. */
export interface PlanAsking {
  readonly plan: Plan;
  readonly settings: Settings;
  /** On the clock: when the request's time began. */
  readonly startedAt: number;
  /** Gives up this thread's rights: called before anything a tool found is read. */
  readonly release: () => void;
  readonly connect?: Connect | undefined;
  /** Cancels the request. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((message: string) => void) | undefined;
}

/**
 * Findings of a plan's tools in the daemon's sandbox, not sanitized yet; undefined if no daemon replies, or if an
 * answer needs what only this process has: a server, or the other repositories of a workspace.
 */
export async function askForPlan(
  { root, facts }: Repository,
  { plan, settings, startedAt, release, connect, signal, onProgress }: PlanAsking,
): Promise<readonly ToolOutcome[] | undefined> {
  const isWanted = settings["daemon.idle_s"].value > 0 && settings["ckb.server"].value === undefined &&
    settings.mode.value !== "plan";
  const call = isWanted
    ? await openCall({ silenceMs: PATIENT_SILENCE_MS, connect, longest: MESSAGE_BYTES })
    : undefined;
  if (!call) return undefined;
  const cancel = (): void => call.close();
  signal?.addEventListener("abort", cancel);
  try {
    const { rulesOf } = await import("../repository_view.ts");
    call.send({ type: "plan", root, facts, plan, rules: rulesOf(settings), elapsedMs: clock() - startedAt });
    const line = await resultLine(call, onProgress);
    if (line === undefined) return undefined;
    release();
    const { readOutcomes } = await import("./outcomes.ts");
    return readOutcomes(line, plan);
  } finally {
    signal?.removeEventListener("abort", cancel);
    call.close();
  }
}

async function resultLine(
  call: DaemonCall,
  onProgress: PlanAsking["onProgress"],
): Promise<string | undefined> {
  for (;;) {
    const line = await call.line(PATIENT_SILENCE_MS);
    if (line === undefined || line.startsWith('{"type":"found"')) return line;
    const news = line.length > LONGEST_NEWS ? undefined : parseObject(line);
    if (!news || news["type"] === "alone") return undefined;
    const { type, tool } = news;
    if (type === "running" && typeof tool === "string" && /^ci_\w{1,40}$/.test(tool)) {
      onProgress?.(`running ${tool}`);
    }
  }
}

/** Has the daemon at an address serve a root (absolute, real) from now on; false where none of this user's listens. */
export async function askToServe(root: string): Promise<boolean> {
  const call = await openCall({ silenceMs: PATIENT_SILENCE_MS });
  if (!call) return false;
  call.send({ type: "serve", root });
  // The closing line acknowledges it.
  await call.line(PATIENT_SILENCE_MS);
  call.close();
  return true;
}

/** A connection to this user's daemon, which has shown that it is; undefined where there is none. */
async function openCall(
  { silenceMs, connect, longest }: {
    readonly silenceMs: number;
    readonly connect?: Connect | undefined;
    readonly longest?: number;
  },
): Promise<DaemonCall | undefined> {
  const address = daemonAddress();
  const key = address && daemonKey(address);
  const connection = address && key ? await callDaemon(address, connect) : undefined;
  if (!connection) return undefined;
  const call = new DaemonCall(connection, longest);
  // The prompt is for this user's daemon alone.
  const { type, key: shown } = parseObject(await call.line(silenceMs)) ?? {};
  if (type === "ready" && shown === key) return call;
  call.close();
  return undefined;
}
