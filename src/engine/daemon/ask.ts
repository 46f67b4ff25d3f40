import type { DaemonTask, ToDaemon } from "../../model/daemon.ts";
import { DEEP_EXTRA_MS } from "../../model/plan.ts";
import type { Idle } from "../../model/prompt.ts";
import type { ModelUse } from "../../model/rerank.ts";
import type { Settings } from "../../model/settings.ts";
import { clock } from "../../platform/clock.ts";
import { DaemonCall } from "../../platform/daemon_call.ts";
import { callDaemon, daemonAddress, daemonKey } from "../../platform/daemon_place.ts";
import type { Connect } from "../../platform/lines.ts";
import type { Repository } from "../../platform/repository.ts";
import type { StateFiles } from "../../platform/state_files.ts";
import { TIMELINE, timelineLine } from "../../timeline/journal.ts";
import { rulesOf } from "../repository_view.ts";
import type { SemanticQuestion } from "../semantic_question.ts";
import type { Meaning } from "./meaning.ts";
import { tellMeaning } from "./meaning.ts";
import { isWaiting, readPlanned, readProgress, readReady } from "./reply.ts";

/** Daemon handshake timeout: at least so many milliseconds, longer on a machine on which the way here took long. */
const READY_MS = 80;
const READY_TIMES = 2;
/** Share of the request's time after which a sandbox of this process is asked instead: it needs a part of the rest. */
const PATIENCE = 0.5;
/** Share of it in which a daemon that was heard is to be heard again. */
const SIGN = 0.2;
/** A daemon that was not heard for so long is given up in any case. Milliseconds. */
const SILENCE_MS = 3500;
/** Share of it after which no answer of a daemon that works is awaited any more. */
const LAST = 0.95;

/** A root (absolute, real), and the folder of its cache. */
export interface Place {
  readonly root: string;
  readonly cache: string | undefined;
}

/** A request and what it is made under. */
export interface Asking {
  readonly task: DaemonTask;
  readonly settings: Settings;
  /** On the clock: when the request's time began. */
  readonly startedAt: number;
  /** Milliseconds the request may take; for a prompt those of a quick plan. */
  readonly wallMs: number;
  /** What meaning is looked for; called when the request was sent. */
  readonly question: () => Promise<SemanticQuestion | undefined> | undefined;
  /** UTF-16 units of the result; default: what a prompt's may have. */
  readonly longest?: number;
  /** Default: this thread connects. */
  readonly connect?: Connect | undefined;
}

/** A connection to what may be the user's daemon, over which a request about a root goes. */
export interface Asked extends Pick<Asking, "startedAt"> {
  readonly place: Place;
  readonly call: DaemonCall;
  /** Whether it showed in time that it is this user's daemon; nothing is sent before. */
  readonly isThere: Promise<boolean>;
  /** How the question's vector stands, which was said. */
  readonly meaning: Promise<Meaning | undefined>;
  /** Milliseconds the request may take: those of a quick plan until more is known. */
  wallMs: number;
}

/**
 * Asks the daemon about a root; undefined where there is none, or where an answer needs what only this process has: a server or
 * a model that is asked beside the tools, or the right to read the other repositories of a workspace.
 */
export async function askDaemon(
  place: Place,
  { task, settings, startedAt, wallMs, question, longest, connect }: Asking,
): Promise<Asked | undefined> {
  const { root, cache } = place;
  const isWanted = settings["daemon.idle_s"].value > 0 && settings["ckb.server"].value === undefined &&
    !settings["reranker.enabled"].value && !await isInWorkspace(root, settings);
  const address = isWanted ? daemonAddress() : undefined;
  const key = address && daemonKey(address);
  const connection = address && key ? await callDaemon(address, connect) : undefined;
  if (!connection) return undefined;
  const call = new DaemonCall(connection, longest);
  const send = (message: ToDaemon): void => call.send(message);
  const ready = call.line(Math.max(READY_MS, READY_TIMES * (clock() - startedAt))).then(readReady);
  const isThere = ready.then((said) => said === key);
  // The request is for this user's daemon alone.
  const meaning = isThere.then(async (isThere) => {
    if (!isThere) return undefined;
    const elapsedMs = clock() - startedAt;
    send({ type: "ask", root, question: { task, rules: rulesOf(settings), wallMs, elapsedMs } });
    return tellMeaning(await question(), send, cache);
  });
  // If it is not waited for, nothing depends on it.
  meaning.catch(() => {});
  return { place, call, startedAt, isThere, meaning, wallMs };
}

/** Has the daemon at an address serve a root (absolute, real) from now on; false where none of this user's listens. */
export async function askToServe(address: string, root: string): Promise<boolean> {
  const key = daemonKey(address);
  const connection = key && await callDaemon(address);
  if (!connection) return false;
  const call = new DaemonCall(connection);
  const isThere = readReady(await call.line(SILENCE_MS)) === key;
  if (isThere) {
    call.send({ type: "serve", root } satisfies ToDaemon);
    // Its end tells that it was heard.
    await call.line(SILENCE_MS);
  }
  call.close();
  return true;
}

/** What reads the folders is loaded only where a workspace is named. */
export async function isInWorkspace(root: string, settings: Settings): Promise<boolean> {
  if (settings.workspace.value.length === 0) return false;
  return (await (await import("../workspace.ts")).otherMembers(root, settings)).length > 0;
}

/** What this process does while the daemon is at work. */
export interface Receiving {
  /** What the request will take, as far as that is known before it has its turn. */
  readonly likelyMs?: () => Promise<number>;
  /** Opens the files that the result is noted in, when tools are run. */
  readonly open: (meaning: Meaning | undefined) => StateFiles | undefined;
  /** Gives up this thread's rights: called before the result is read. */
  readonly release: () => void;
  /** Told what is going on, for people. */
  readonly onProgress?: ((message: string) => void) | undefined;
}

/** The result, which is not read yet, or that there is none to come. */
export type Received = { readonly result: string } | { readonly idle: Idle };

/**
 * Waits for the result of a request; undefined where none comes, then this thread has its rights still. The question's
 * vector is asked for here.
 */
export async function receive(
  asked: Asked,
  { root, facts }: Repository,
  { likelyMs, open, release, onProgress }: Receiving,
): Promise<Received | undefined> {
  const { call, meaning: told } = asked;
  const longestMs = asked.wallMs + DEEP_EXTRA_MS;
  call.send({ type: "root", facts } satisfies ToDaemon);
  const next = patientLines(asked, likelyMs);
  const first = readPlanned(await next());
  if (!first || "kind" in first) {
    call.close();
    return first && { idle: first };
  }
  asked.wallMs = Math.min(first.wallMs, longestMs);
  const meaning = await told;
  const noteUse = noteIn(open(meaning));
  meaning?.ask(root);
  let line = await next();
  for (let message; line !== undefined && (message = readProgress(line)); line = await next()) {
    onProgress?.(message);
  }
  call.close();
  if (line === undefined) return undefined;
  release();
  const use = meaning?.use();
  if (use) noteUse(use);
  return { result: line };
}

/** Notes what models were asked and what that cost. */
function noteIn(state: StateFiles | undefined): (use: ModelUse) => void {
  const append = state?.openAppend(TIMELINE);
  return (use) => append?.(timelineLine({ event: "model:asked", ...use }));
}

/** The lines that tell something; undefined when the daemon is given up. */
function patientLines(asked: Asked, likelyMs: Receiving["likelyMs"]): () => Promise<string | undefined> {
  const { call, startedAt } = asked;
  // It has answered the handshake.
  const begun = clock();
  let patience = Math.min(
    begun + SILENCE_MS,
    Math.max(startedAt + asked.wallMs * PATIENCE, begun + asked.wallMs * SIGN),
  );
  let likely = likelyMs;
  return async () => {
    for (;;) {
      const line = await call.line(Math.max(0, patience - clock()));
      if (line === undefined || !isWaiting(line)) {
        likely = undefined;
        return line;
      }
      if (likely && clock() - startedAt > asked.wallMs * SIGN) {
        asked.wallMs = await likely();
        likely = undefined;
      }
      // A daemon at work answers sooner than a process that starts cold beside it.
      const silence = Math.min(SILENCE_MS, asked.wallMs * PATIENCE);
      patience = Math.min(clock() + silence, startedAt + asked.wallMs * LAST);
    }
  };
}
