import type { AskedReply, PromptAsk } from "../model/prompt.ts";
import { env } from "../platform/host_files.ts";
import type { EngineProcess } from "./process.ts";
import { openPrompt } from "./open_prompt.ts";

/** Answers a prompt without a daemon. What works on it is loaded once the gate has opened. */
export async function answerAlone(ask: PromptAsk, process: EngineProcess): Promise<AskedReply> {
  const opened = await openPrompt(ask, env);
  if (!opened) return { reply: {}, record: () => {} };
  const [{ answerHere }, { replyFor }] = await Promise.all([
    import("./answer_here.ts"),
    import("./reply.ts"),
  ]);
  const { reply, writes } = await replyFor(ask, opened, {
    answer: (prepare) => answerHere(ask, opened, { process, prepare }),
    isLast: process.keep === "once",
    startedAt: 0,
  });
  return { reply, record: () => writes().forEach((write) => write()) };
}
