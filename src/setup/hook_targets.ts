import { CLINE_TARGET } from "../clients/cline/target.ts";
import { COPILOT_TARGET } from "../clients/copilot/target.ts";
import { CURSOR_TARGET } from "../clients/cursor/target.ts";
import { DROID_TARGET } from "../clients/droid/target.ts";
import { GEMINI_TARGET } from "../clients/gemini/target.ts";
import type { HookTarget, Place } from "../clients/hook_target.ts";
import { KIRO_TARGET } from "../clients/kiro/target.ts";
import { OPENCODE_TARGET } from "../clients/opencode/target.ts";
import { QWEN_TARGET } from "../clients/qwen/target.ts";
import { VSCODE_TARGET } from "../clients/vscode/target.ts";
import type { CommandIo } from "../platform/command_io.ts";
import { readSmallFile, realPath } from "../platform/host_files.ts";
import { parseObject } from "../model/json.ts";

/** The clients whose prompt hook `install` wires through {@link HookTarget}, by the option's name. */
export const HOOK_TARGETS: ReadonlyMap<string, HookTarget> = new Map(
  [
    COPILOT_TARGET,
    GEMINI_TARGET,
    QWEN_TARGET,
    OPENCODE_TARGET,
    VSCODE_TARGET,
    CURSOR_TARGET,
    KIRO_TARGET,
    CLINE_TARGET,
    DROID_TARGET,
  ].map((target) => [target.word, target]),
);

/** Where this user's clients have their files. */
export function placeOf(binary: string, io: CommandIo): Place {
  const config = io.env("XDG_CONFIG_HOME");
  return {
    home: io.home,
    config: config?.startsWith("/") ? config.replace(/\/+$/, "") : `${io.home}/.config`,
    binary,
    read: (path) => readSmallFile(path),
    version: (program) => versionOf(program, io),
  };
}

/** The targets of the clients that left a trace in this user's home. */
export function targetsFound(binary: string, io: CommandIo): string[] {
  const place = placeOf(binary, io);
  return [...HOOK_TARGETS].flatMap(([name, target]) =>
    realPath(target.trace(place)) === undefined ? [] : [name]
  );
}

/** npm's packages of programs have the program in a folder `bin`. */
function versionOf(program: string, io: CommandIo): string | undefined {
  for (const folder of (io.env("PATH") ?? "").split(":")) {
    const real = folder.startsWith("/") ? realPath(`${folder}/${program}`) : undefined;
    if (real === undefined) continue;
    const text = readSmallFile(real.replace(/\/bin\/[^/]+$/, "/package.json"));
    const { name, version } = parseObject(text) ?? {};
    const isIts = typeof name === "string" && name.includes(program) && typeof version === "string";
    return isIts && /^\d+\.\d+\.\d+[\w.+-]*$/.test(version) ? version : undefined;
  }
  return undefined;
}
