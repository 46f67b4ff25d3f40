import { type HookTarget, jsonText, TARGET_TIMEOUT_S, wholeFile, wordCommand } from "../hook_target.ts";

/** VS Code reads Copilot CLI's folder of hooks; Copilot CLI starts this one too, which then prints nothing. */
export const VSCODE_TARGET: HookTarget = {
  word: "vscode",
  title: "VS Code",
  trace: ({ home }) => `${home}/.vscode`,
  files: ({ home, binary }) => [
    wholeFile(
      `${home}/.copilot/hooks/auto-tools-vscode.json`,
      jsonText({
        hooks: {
          UserPromptSubmit: [
            { type: "command", command: wordCommand(binary, "vscode"), timeout: TARGET_TIMEOUT_S },
          ],
        },
      }),
    ),
  ],
};
