import type { PromptQuestion, PromptReply } from "../model/prompt.ts";
import { clock } from "../platform/clock.ts";
import { elsewhere, isTooLate, prewarm, shownSoon } from "./prewarm.ts";

/**
 * Answers a prompt of any client: by the daemon for its root if one runs, else by this process, with the same bytes. What
 * is to be noted is noted. This thread has given up its rights by then. Undefined where nothing can be read, and where
 * the daemon was waited for so long that this process cannot answer any more.
 */
export async function answerPrompt(question: PromptQuestion): Promise<PromptReply | undefined> {
  const started = await prewarm(question);
  const asked = clock();
  const reply = await elsewhere(started, question);
  if (reply) return reply;
  if (isTooLate(started)) return undefined;
  const waitedMs = clock() - asked;
  await shownSoon(started);
  const { answerHere } = await import("./answer_here.ts");
  return await answerHere(question, { started, waitedMs });
}
