import { HOOK_TIMEOUT_S } from "../codex/native_hook.ts";
import { COPILOT_COMPACTS } from "../prompt_clients.ts";
import { type HookTarget, jsonText, wholeFile, wordCommand } from "../hook_target.ts";

function hook(binary: string): unknown {
  return { type: "command", bash: wordCommand(binary, "copilot"), timeoutSec: HOOK_TIMEOUT_S };
}

/** Copilot CLI reads every file of its folder of hooks, so ours is one of our own. */
export const COPILOT_TARGET: HookTarget = {
  word: "copilot",
  title: "Copilot CLI",
  trace: ({ home }) => `${home}/.copilot`,
  files: ({ home, binary }) => [
    wholeFile(
      `${home}/.copilot/hooks/auto-tools.json`,
      jsonText({
        version: 1,
        hooks: { userPromptSubmitted: [hook(binary)], [COPILOT_COMPACTS]: [hook(binary)] },
      }),
    ),
  ],
};
