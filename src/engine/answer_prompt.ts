import type { PromptQuestion, PromptReply } from "../model/prompt.ts";
import { clock } from "../platform/clock.ts";
import type { Prewarm } from "./prewarm.ts";
import { elsewhere, isTooLate, prewarm, shownSoon } from "./prewarm.ts";

/** The two transports of a prompt, and what is begun for both. */
export interface PromptTransports {
  readonly prewarm: (question: PromptQuestion) => Promise<Prewarm>;
  /** The daemon's answer; undefined where it did not reply. */
  readonly daemon: (started: Prewarm, question: PromptQuestion) => Promise<PromptReply | undefined>;
  /**
   * This process's.
   *
   * @param waitedMs milliseconds of the prompt's time that went by while the daemon was waited for
   */
  readonly here: (
    question: PromptQuestion,
    options: { readonly started: Prewarm; readonly waitedMs: number },
  ) => Promise<PromptReply | undefined>;
}

const TRANSPORTS: PromptTransports = {
  prewarm,
  daemon: elsewhere,
  here: async (question, options) => {
    await shownSoon(options.started);
    return await (await import("./answer_here.ts")).answerHere(question, options);
  },
};

/**
 * Answers a prompt of any client: by the daemon for its root if one runs, else by this process, with the same bytes. What
 * is to be noted is noted. This thread has given up its rights by then. Undefined where nothing can be read, and where
 * the daemon was waited for so long that this process cannot answer any more.
 */
export async function answerPrompt(
  question: PromptQuestion,
  { prewarm, daemon, here }: PromptTransports = TRANSPORTS,
): Promise<PromptReply | undefined> {
  const started = await prewarm(question);
  const asked = clock();
  const reply = await daemon(started, question);
  if (reply || isTooLate(started)) return reply;
  return await here(question, { started, waitedMs: clock() - asked });
}
