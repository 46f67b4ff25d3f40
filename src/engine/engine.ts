import type { AnswerPrompt } from "../model/prompt.ts";
import type { Found, NoRoot } from "../pipeline/environment.ts";
import type { ToolsCall } from "./call.ts";
import type { EngineProcess } from "./process.ts";

/**
 * What every client asks: hooks, subagents' prompts, failed tools, MCP, commands, Codex's wrapper. The daemon for the root
 * answers where one runs, else this process, with the same bytes.
 */
export interface Engine {
  /** Answers a prompt with the block its client shows the model. This thread has given up its rights by then. */
  readonly answer: AnswerPrompt;
  /** Calls the tools of a plan; nothing of what they found is sanitized. */
  readonly call: (call: ToolsCall) => Promise<Found | NoRoot>;
}

/** A process that serves one request. */
const ONCE: EngineProcess = { keep: "once" };

/** The engine as a process reaches it. Its parts are loaded when they are needed. */
export function openEngine(process: EngineProcess = ONCE): Engine {
  return {
    answer: async (question) => await (await import("./answer_prompt.ts")).answerPrompt(question),
    call: async (call) => await (await import("./call.ts")).callTools(call, process),
  };
}
