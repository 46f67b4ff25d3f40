import { claudeAnswer, claudeFields, type HookClient, LARGE_CAP } from "../hook_client.ts";

/** Qwen Code: Claude Code's form; it starts the hook again, with an empty prompt, at every round of tool calls. */
export const QWEN: HookClient = {
  name: "qwen-code",
  word: "qwen",
  cap: LARGE_CAP,
  frame: "brackets",
  isPrompt: (payload) => payload["hook_event_name"] === "UserPromptSubmit",
  isUnmistakable: (payload) =>
    ["timestamp", "prompt_id", "transcript_path"].every((field) => typeof payload[field] === "string"),
  fields: claudeFields,
  answer: (context, hint) => claudeAnswer("UserPromptSubmit", { context, hint }),
  ownFile: (home) => `${home}/.qwen/settings.json`,
};
