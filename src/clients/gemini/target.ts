import { HOOK_TIMEOUT_S } from "../codex/native_hook.ts";
import { asObject, parseObject } from "../../model/json.ts";
import { type HookTarget, jsonText, wholeFile, wordCommand } from "../hook_target.ts";

/** An extension of our own: Gemini CLI's settings are left alone. Its timeouts are milliseconds. */
export const GEMINI_TARGET: HookTarget = {
  word: "gemini",
  title: "Gemini CLI",
  trace: ({ home }) => `${home}/.gemini`,
  files: ({ home, binary }) => {
    const folder = `${home}/.gemini/extensions/auto-tools`;
    const command = wordCommand(binary, "gemini");
    const hook = { name: "auto-tools", type: "command", command, timeout: HOOK_TIMEOUT_S * 1000 };
    return [
      wholeFile(`${folder}/gemini-extension.json`, jsonText({ name: "auto-tools", version: "1.0.0" })),
      wholeFile(
        `${folder}/hooks/hooks.json`,
        jsonText({ hooks: { BeforeAgent: [{ hooks: [hook] }] } }),
      ),
    ];
  },
  off: ({ home, read }) => {
    const path = `${home}/.gemini/settings.json`;
    const { enabled, disabled } = asObject(parseObject(read(path))?.["hooksConfig"]) ?? {};
    if (enabled === false) return `"hooksConfig.enabled" is false in ${path}`;
    const isDisabled = Array.isArray(disabled) && disabled.includes("auto-tools");
    return isDisabled ? `"hooksConfig.disabled" names auto-tools in ${path}` : undefined;
  },
};
