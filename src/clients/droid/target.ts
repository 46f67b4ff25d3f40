import { addHook, removeHook } from "../codex/hooks_file.ts";
import { PROMPT_EVENT } from "../codex/native_hook.ts";
import { type HookTarget, runsHookFor, TARGET_TIMEOUT_S, wordCommand } from "../hook_target.ts";

/**
 * Factory Droid takes Claude Code's form. It reads the hooks in `settings.json` only while there is no `hooks.json`, so
 * that file is edited where it stands and never made.
 */
export const DROID_TARGET: HookTarget = {
  word: "droid",
  title: "Factory Droid",
  trace: ({ home }) => `${home}/.factory`,
  files: ({ home, binary, read }) => {
    const command = wordCommand(binary, "droid");
    const hook = { type: "command", command, timeout: TARGET_TIMEOUT_S } as const;
    const ours = { isOwn: runsHookFor("droid"), event: PROMPT_EVENT.declared };
    const own = `${home}/.factory/hooks.json`;
    return [{
      path: read(own) === undefined ? `${home}/.factory/settings.json` : own,
      put: (text) => addHook(text ?? "", hook, ours).text,
      take: (text) => removeHook(text, ours),
    }];
  },
};
