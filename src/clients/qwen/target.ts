import { parseObject } from "../../model/json.ts";
import { addHook, removeHook } from "../codex/hooks_file.ts";
import { HOOK_TIMEOUT_S, PROMPT_EVENT } from "../codex/native_hook.ts";
import { type HookTarget, runsHookFor, wordCommand } from "../hook_target.ts";

/** Qwen Code takes Claude Code's form, in its settings. Old versions read the timeout as milliseconds, new ones too from 1000. */
export const QWEN_TARGET: HookTarget = {
  word: "qwen",
  title: "Qwen Code",
  trace: ({ home }) => `${home}/.qwen`,
  files: ({ home, binary }) => {
    const command = exceptRounds(wordCommand(binary, "qwen"));
    const hook = { type: "command", command, timeout: HOOK_TIMEOUT_S * 1000 } as const;
    const isOwn = runsHookFor("qwen");
    return [{
      path: `${home}/.qwen/settings.json`,
      put: (text) => EVENTS.reduce((left, event) => addHook(left, hook, { isOwn, event }).text, text ?? ""),
      take: (text) =>
        EVENTS.reduce<string | undefined>(
          (left, event) => left === undefined ? undefined : removeHook(left, { isOwn, event }),
          text,
        ),
    }];
  },
  off: ({ home, read }) => {
    const path = `${home}/.qwen/settings.json`;
    return parseObject(read(path))?.["disableAllHooks"] === true
      ? `"disableAllHooks" is true in ${path}`
      : undefined;
  },
};

/** A prompt, and a conversation replaced by its summary: its facts may be repeated. */
const EVENTS = [PROMPT_EVENT.declared, "PostCompact"];

/** The hook is started at every round of tool calls, with an empty prompt: the shell answers that by itself. */
function exceptRounds(command: string): string {
  return `p=$(cat); case "$p" in *'"prompt":""'*) ;; *) printf %s "$p" | ${command} ;; esac`;
}
