import type { AskedReply, Found, NoRoot, PromptAsk } from "../model/prompt.ts";
import { askForPrompt } from "./daemon/client.ts";
import type { ToolsCall } from "./call.ts";
import type { EngineProcess } from "./process.ts";

/**
 * Interface of all clients: hooks, subagents' prompts, failed tools, MCP, commands, Codex's wrapper. The root's
 * daemon answers if one runs, else this process, with the same bytes.
 */
export interface Engine {
  /** Answers a prompt; the reply is empty for one that is not about code. This thread has given up its rights by then. */
  readonly answer: (ask: PromptAsk) => Promise<AskedReply>;
  /** Calls the tools of a plan; nothing of what they found is sanitized. */
  readonly call: (call: ToolsCall) => Promise<Found | NoRoot>;
}

/** A process that serves one request. */
const ONCE: EngineProcess = { keep: "once" };

/** The engine as a process reaches it. Its parts are loaded when they are needed. */
export function openEngine(process: EngineProcess = ONCE): Engine {
  return {
    answer: async (ask) =>
      await askForPrompt(ask) ?? await (await import("./answer_alone.ts")).answerAlone(ask, process),
    call: async (call) => await (await import("./call.ts")).callTools(call, process),
  };
}
