import { claudeAnswer, claudeFields, type HookClient, LARGE_CAP } from "../hook_client.ts";

/** Gemini CLI. It shows everything that is not JSON to the user, and writes `<` as `&lt;` for the model. */
export const GEMINI: HookClient = {
  name: "gemini-cli",
  word: "gemini",
  cap: LARGE_CAP,
  frame: "brackets",
  isPrompt: (payload) => payload["hook_event_name"] === "BeforeAgent",
  fields: claudeFields,
  answer: (context, hint) => claudeAnswer("BeforeAgent", { context, hint }),
  ownFile: (home) => `${home}/.gemini/extensions/auto-tools/hooks/hooks.json`,
};
