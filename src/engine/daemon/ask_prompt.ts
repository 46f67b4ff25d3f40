import type { PromptQuestion, PromptReply } from "../../model/prompt.ts";
import { TOOL_NAMES } from "../../model/tools.ts";
import { dropRights } from "../../platform/permissions.ts";
import type { Repository } from "../../platform/repository.ts";
import type { StateFiles } from "../../platform/state_files.ts";
import { openState } from "../../platform/state_files.ts";
import { notesOf } from "../../timeline/journal.ts";
import { openQuestion } from "../open_question.ts";
import { openRecord } from "../open_record.ts";
import { startOfPrompt } from "../prompt_time.ts";
import type { Asked, Place } from "./ask.ts";
import { askDaemon, receive } from "./ask.ts";
import { readAnswer, unreadable } from "./reply.ts";

/** How long everything else waits for the handshake, which takes less as a rule. Milliseconds. */
const HANDSHAKE_FIRST_MS = 4;

/**
 * Asks the daemon for a prompt's answer; undefined where none is reached.
 *
 * @param startedAt on the clock: when the prompt's time began
 */
export async function askForPrompt(
  place: Place,
  prompt: PromptQuestion,
  startedAt = startOfPrompt(),
): Promise<Asked | undefined> {
  const { resolved: { settings }, asksModels, request } = prompt;
  const asked = await askDaemon(place, {
    task: { prompt },
    settings,
    startedAt,
    wallMs: settings["budget.wall_ms"].value,
    question: () => openQuestion(asksModels ? request.prompt : undefined, settings),
  });
  if (!asked) return undefined;
  await Promise.race([asked.isThere, new Promise((resolve) => setTimeout(resolve, HANDSHAKE_FIRST_MS))]);
  return asked;
}

/** How the process that asks keeps records and rights. */
export interface Keeping {
  /** What the answer is noted in. */
  readonly open: (root: string) => StateFiles | undefined;
  /** Called before the answer is read. */
  readonly release: () => void;
}

/**
 * Receives and notes the answer. By default this thread gives up its rights before it looks at it; undefined where there is
 * none, then it has them still.
 */
export async function receiveAnswer(
  asked: Asked,
  repository: Repository,
  prompt: PromptQuestion,
  { open, release }: Keeping = { open: openState, release: dropRights },
): Promise<PromptReply | undefined> {
  const { request, cap, isTurn, resolved: { settings } } = prompt;
  let isFirst = false;
  let note: ReturnType<typeof openRecord> = () => {};
  const received = await receive(asked, repository, {
    likelyMs: () => likelyMs(prompt),
    open: () => {
      const state = open(repository.root);
      isFirst = isTurn && request.sessionId !== undefined && notesOf(state, request) === "";
      if (isTurn) note = openRecord(state, request, settings, Math.max(0, asked.startedAt));
      return state;
    },
    release,
  });
  if (!received || "idle" in received) return received;
  const delivery = readAnswer(received.result, cap);
  if (!delivery) throw unreadable(received.result);
  note(delivery);
  return { delivery, isFirst };
}

/** What the plan will allow, as far as the prompt alone says: needed only by those that wait. */
async function likelyMs({ request, plain, resolved: { settings } }: PromptQuestion): Promise<number> {
  const { makePlan } = await import("../../pipeline/plan.ts");
  return makePlan(request.prompt, plain, settings, TOOL_NAMES).budget.wallMs;
}
