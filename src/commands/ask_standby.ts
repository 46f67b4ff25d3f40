import type { Cap, Delivery } from "../model/answer.ts";
import { Failure } from "../model/errors.ts";
import type { Intent } from "../model/intent.ts";
import { parseObject } from "../model/json.ts";
import type { Request } from "../model/request.ts";
import type { QueryEmbedding } from "../model/semantic.ts";
import type { ResolvedSettings, Settings } from "../model/settings.ts";
import type { FromStandby, MeaningOutset, MeaningSaid, ToStandby } from "../model/standby.ts";
import { cacheFolder } from "../platform/cache_folder.ts";
import { clock } from "../platform/clock.ts";
import { dropRights } from "../platform/jail.ts";
import type { Repository } from "../platform/repository.ts";
import { StandbyCall } from "../platform/standby_call.ts";
import { callStandby, standbyAddress } from "../platform/standby_place.ts";
import { sealedBefore } from "../safety/sealed_before.ts";
import { openQuestion } from "./open_question.ts";
import { startOfPrompt } from "./prompt_time.ts";
import { startVectors } from "./start_vectors.ts";

/** Whoever has not said by then that it is there does not stand by any more. Milliseconds. */
const READY_MS = 80;
/** Share of the prompt's time after which its own jail is asked instead: it needs a part of the rest. */
const PATIENCE = 0.5;

/**
 * The process that stands by for `root`, which looks at the files from now on; undefined where there is none, or where an
 * answer needs what only this process has: a server or a model that is asked beside the tools.
 */
export async function joinStandby(root: string, settings: Settings): Promise<StandbyCall | undefined> {
  const isWanted = settings["standby.idle_s"].value > 0 && settings["ckb.server"].value === undefined &&
    !settings["reranker.enabled"].value;
  const address = isWanted ? standbyAddress(root) : undefined;
  const connection = address === undefined ? undefined : await callStandby(address);
  if (!connection) return undefined;
  const call = new StandbyCall(connection);
  const ready = read(await call.line(READY_MS));
  if (ready?.type === "ready" && ready.root === root) return call;
  call.close();
  return undefined;
}

/** A prompt as it is handed on. */
export interface Handed {
  readonly request: Request;
  readonly intent: Intent;
  readonly resolved: ResolvedSettings;
  readonly cap: Cap;
  readonly repository: Repository;
  /** What the session was given before, as it was noted. */
  readonly notes: string;
  /** Called when nothing more is to be opened but what answers need. */
  readonly prepare: () => void;
  /** Notes which models were asked. */
  readonly note: (use: NonNullable<MeaningOutset["use"]>) => void;
}

/**
 * Has the process that stands by answer. The question's vector is asked for here: keys stay in this process. This thread
 * gives up its rights before it looks at the answer; undefined where there is none, then it has them still.
 */
export async function askStandby(call: StandbyCall, handed: Handed): Promise<Delivery | undefined> {
  const { request, intent, resolved, cap, repository, notes } = handed;
  const startedAt = startOfPrompt();
  const send = (message: ToStandby): void => call.send(message);
  send({
    type: "ask",
    question: {
      request,
      intent,
      resolved,
      cap,
      facts: repository.facts,
      limits: repository.limits,
      notes,
      elapsedMs: clock() - startedAt,
    },
  });
  const meaning = await meaningOf(handed, send);
  handed.prepare();
  meaning?.ask();
  const patience = resolved.settings["budget.wall_ms"].value * PATIENCE + startedAt - clock();
  const line = await call.line(Math.max(0, patience));
  call.close();
  if (line === undefined) return undefined;
  dropRights();
  const use = meaning?.use();
  if (use) handed.note(use);
  const answer = read(line);
  const context = answer?.type === "answer" ? sealedBefore(answer.delivery.context) : undefined;
  if (answer?.type !== "answer" || context === undefined) {
    throw new Failure("unknown", `no answer from the process that stands by: ${line.slice(0, 80)}`);
  }
  return { ...answer.delivery, context };
}

/** How the question's vector stands is said at once, because the tools wait for it; then it is asked for. */
async function meaningOf(
  { request, resolved, repository }: Handed,
  send: (message: ToStandby) => void,
): Promise<{ ask(): void; use(): MeaningOutset["use"] } | undefined> {
  const question = await openQuestion(request.prompt, resolved.settings);
  if (!question) {
    send({ type: "meaning" });
    return undefined;
  }
  const cache = cacheFolder(repository.main);
  const space = question.begin(cache);
  const { choice, dear } = question;
  const said = (): MeaningSaid => {
    const [gap, use] = [question.gap(), question.use()];
    return { ...(gap && { gap }), ...(use && { use }) };
  };
  send({
    type: "meaning",
    meaning: { choice, ...(space && { space }), ...(dear !== undefined && { dear }), ...said() },
  });
  if (space && cache !== undefined) startVectors(repository.root, cache, space);
  const tell = (query: QueryEmbedding): void => send({ type: "semantic", query: plain(query), said: said() });
  return { use: () => question.use(), ask: () => void (space && question.send(tell)) };
}

/** JSON has no arrays of 32-bit numbers. */
function plain({ outcome, ...query }: QueryEmbedding): QueryEmbedding {
  if (!("vectors" in outcome)) return { ...query, outcome };
  const vectors = outcome.vectors.map((vector) => [...vector]) as unknown as typeof outcome.vectors;
  return { ...query, outcome: { ...outcome, vectors } };
}

function read(line: string | undefined): FromStandby | undefined {
  return parseObject(line) as FromStandby | undefined;
}
