import { claudeAnswer, type HookClient, LARGE_CAP } from "../hook_client.ts";

/**
 * OpenCode, through the plug-in file that `install` writes: it puts the context into this turn's requests alone, so no
 * session has it later.
 */
export const OPENCODE: HookClient = {
  name: "opencode",
  word: "opencode",
  cap: LARGE_CAP,
  frame: "tags",
  isPrompt: (payload) => payload["hook_event_name"] === "messages.transform",
  fields: ({ prompt, cwd }) => ({ prompt, cwd }),
  answer: (context) => claudeAnswer("messages.transform", { context, hint: undefined }),
};
