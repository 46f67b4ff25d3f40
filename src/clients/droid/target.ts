import { addHook, removeHook } from "../codex/hooks_file.ts";
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
    const isOwn = runsHookFor("droid");
    const own = `${home}/.factory/hooks.json`;
    return [{
      path: read(own) === undefined ? `${home}/.factory/settings.json` : own,
      put: (text) => addHook(text ?? "", hook, isOwn).text,
      take: (text) => removeHook(text, isOwn),
    }];
  },
};
