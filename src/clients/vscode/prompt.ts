import { claudeAnswer, type HookClient, SMALL_CAP } from "../hook_client.ts";

/** VS Code's own agent, by its documentation; it also starts hooks that were made for Claude Code and Copilot CLI. */
export const VSCODE: HookClient = {
  name: "vscode",
  word: "vscode",
  cap: SMALL_CAP,
  frame: "tags",
  isPrompt: (payload) => payload["hookEventName"] === "UserPromptSubmit",
  fields: ({ prompt, cwd, sessionId }) => ({ prompt, cwd, session: sessionId }),
  answer: (context, hint) => claudeAnswer("UserPromptSubmit", { context, hint }),
  ownFile: (home) => `${home}/.copilot/hooks/auto-tools-vscode.json`,
};
