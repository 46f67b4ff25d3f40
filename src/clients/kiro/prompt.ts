import { type HookClient, SMALL_CAP } from "../hook_client.ts";

/** Kiro CLI, by its documentation: plain text on standard output is the context. */
export const KIRO: HookClient = {
  name: "kiro-cli",
  word: "kiro",
  cap: SMALL_CAP,
  frame: "tags",
  isPrompt: (payload) => payload["hook_event_name"] === "userPromptSubmit",
  fields: ({ prompt, cwd, session_id: session }) => ({ prompt, cwd, session }),
  answer: (context) => context || undefined,
  ownFile: (home) => `${home}/.kiro/agents/auto-tools.json`,
};
