import { type HookTarget, jsonText, TARGET_TIMEOUT_S, wholeFile, wordCommand } from "../hook_target.ts";

/** Kiro CLI keeps hooks in agents, so ours come with an agent of our own. */
export const KIRO_TARGET: HookTarget = {
  word: "kiro",
  title: "Kiro CLI",
  trace: ({ home }) => `${home}/.kiro`,
  files: ({ home, binary }) => [
    wholeFile(
      `${home}/.kiro/agents/auto-tools.json`,
      jsonText({
        name: "auto-tools",
        description: "The default tools, with facts about the repository before each prompt",
        tools: ["*"],
        hooks: {
          userPromptSubmit: [
            { command: wordCommand(binary, "kiro"), timeout_ms: TARGET_TIMEOUT_S * 1000 },
          ],
        },
      }),
    ),
  ],
  note: () => "Kiro CLI runs hooks of the chosen agent only: kiro-cli chat --agent auto-tools",
};
