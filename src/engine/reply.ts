import type {
  Delivery,
  OpenPrompt,
  PromptAsk,
  PromptOutcome,
  PromptReply,
  Request,
} from "../model/prompt.ts";
import type { SafeText } from "../model/brands.ts";
import type { Settings } from "../model/settings.ts";
import { LAST_FILE, lastText } from "../pipeline/last_delivery.ts";
import { clock, wallClock } from "../platform/clock.ts";
import { openState, type StateFiles } from "../platform/state_files.ts";
import { EMPTY, joinSafe } from "../safety/safe_text.ts";
import { notesOf, openDelivery } from "../timeline/journal.ts";

/** A reply, and what records that it was passed on. */
export interface RecordedReply {
  readonly reply: PromptReply;
  /** Records it in files of our own; each write by itself. */
  readonly writes: () => readonly (() => void)[];
}

/** Options of a reply. */
export interface ReplyOptions {
  /** Answers the prompt; `prepare` is called with the root while files may still be opened. */
  readonly answer: (prepare: (root: string) => void) => Promise<PromptOutcome>;
  /** False for a process that goes on: it keeps no file open. */
  readonly isLast: boolean;
  /** On the clock: when the prompt came. */
  readonly startedAt: number;
}

/** Silence. */
export const NO_REPLY: RecordedReply = { reply: {}, writes: () => [] };

/** The block for the model and the lines for the user, with what notes them. */
export async function replyFor(
  ask: PromptAsk,
  { resolved }: OpenPrompt,
  { answer, isLast, startedAt }: ReplyOptions,
): Promise<RecordedReply> {
  const { request, isTurn, shows } = ask;
  const { settings, problems } = resolved;
  const mistakes = shows.messages && problems.length > 0
    ? (await import("./messages.ts")).newMistakes(request, resolved)
    : undefined;
  let isFirst = false;
  let note = (_: Delivery): readonly (() => void)[] => [];
  const outcome = await answer((root) => {
    if (!isTurn) return;
    const state = openState(root, { isKept: isLast });
    isFirst = request.sessionId !== undefined && notesOf(state, request) === "";
    note = openRecord(state, request, settings, Math.max(0, startedAt));
  });
  if (outcome.type === "idle" && outcome.hint !== undefined) {
    const { notedHint } = await import("./messages.ts");
    const hint = notedHint(outcome.hint, outcome, request, settings);
    return { ...NO_REPLY, reply: withMessage({}, mistakes, hint) };
  }
  if (outcome.type !== "delivery") return { ...NO_REPLY, reply: withMessage({}, mistakes) };
  const { delivery } = outcome;
  const { value: noticed } = settings.notice;
  const isWanted = noticed === "each" || (noticed === "first" && isFirst);
  const notice = shows.deliveries && delivery.context !== EMPTY && isWanted
    ? (await import("./messages.ts")).noticeOf(delivery)
    : undefined;
  const { context, truncated } = delivery;
  const reply = { ...(context !== EMPTY && { context }), ...(truncated && { isTruncated: truncated }) };
  return { reply: withMessage(reply, mistakes, notice), writes: () => note(delivery) };
}

function withMessage(reply: PromptReply, ...messages: readonly (SafeText | undefined)[]): PromptReply {
  const lines = messages.filter((message) => message !== undefined);
  return lines.length === 0 ? reply : { ...reply, message: joinSafe(lines, "\n") };
}

/**
 * Opens everything a turn is recorded in, while files may still be opened: the timeline, the session's notes and, unless
 * the settings say no, what `auto-tools last` shows. The function it answers returns the writes that record one delivery.
 *
 * @param beganAt on the clock: when the prompt came
 */
function openRecord(
  state: StateFiles | undefined,
  request: Request,
  settings: Settings,
  beganAt: number,
): (delivery: Delivery) => readonly (() => void)[] {
  const note = openDelivery(state, request, beganAt);
  if (!settings["last.enabled"].value) state?.remove(LAST_FILE);
  const keep = settings["last.enabled"].value ? state?.openReplace(LAST_FILE) : undefined;
  return (delivery) => {
    const milliseconds = Math.round(clock() - beganAt);
    const text = lastText(delivery, { request, at: wallClock(), milliseconds });
    return [...note(delivery), () => keep?.(text)];
  };
}

/** Between two writes: the watch of the tree takes many notices at once for a burst that may have lost some. Milliseconds. */
const PAUSE_MS = 20;

/** Records a reply write by write, so that the watch of the tree hears of each by itself. */
export async function recordSlowly({ writes }: RecordedReply): Promise<void> {
  for (const write of writes()) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    write();
  }
}
