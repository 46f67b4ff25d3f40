import { claudeAnswer, claudeFields, type HookClient, SMALL_CAP } from "../hook_client.ts";

/** Factory Droid, by its documentation: Claude Code's payload and answer, so only the word in the hook's command tells it apart. */
export const DROID: HookClient = {
  name: "factory-droid",
  word: "droid",
  cap: SMALL_CAP,
  frame: "tags",
  isPrompt: (payload) => payload["hook_event_name"] === "UserPromptSubmit",
  isUnmistakable: () => false,
  fields: claudeFields,
  answer: (context, hint) => claudeAnswer("UserPromptSubmit", { context, hint }),
  ownFile: (home) => `${home}/.factory/hooks.json`,
};
