import { type HookTarget, pluginText, wholeFile } from "../hook_target.ts";

/** pi loads every file in its folder of extensions. */
export const PI_TARGET: HookTarget = {
  word: "pi",
  title: "pi",
  trace: ({ home }) => `${home}/.pi`,
  files: ({ home, binary }) => [
    wholeFile(`${home}/.pi/agent/extensions/auto-tools.js`, pluginText("pi.js", binary)),
  ],
};
