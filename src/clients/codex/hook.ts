import { MESSAGE_BYTES } from "../../platform/limits.ts";
import { HOOK_TIMEOUT_S, hookCommand, sessionFlags } from "./native_hook.ts";
import { type DeclaredHook, ownHooks, runsThisProgram } from "./trust.ts";
import { readSmallFile, realPath } from "../../platform/host_files.ts";
import type { CommandIo } from "../../platform/command_io.ts";

/** Declarations of this program's hook in Codex's own files. */
export interface CodexHooks {
  /** Codex's folder, absolute. */
  readonly folder: string;
  readonly hooks: readonly DeclaredHook[];
  /** Read failures with reasons. */
  readonly problems: readonly string[];
}

/** Options for one call of Codex that declare our hook; none when it is installed and trusted, or facts came twice. */
export async function hookFlags(io: CommandIo): Promise<string[]> {
  const { hooks } = await readCodexHooks(io);
  if (hooks.some(({ trust }) => trust === "trusted")) return [];
  return sessionFlags({ type: "command", command: hookCommand(io.execPath), timeout: HOOK_TIMEOUT_S });
}

/** Reads `hooks.json` and `config.toml` in Codex's folder. Never throws. */
export async function readCodexHooks(io: CommandIo): Promise<CodexHooks> {
  const folder = codexFolder(io);
  const problems: string[] = [];
  const read = async (name: string, parse: (text: string) => unknown): Promise<unknown> => {
    const text = readSmallFile(`${folder}/${name}`, MESSAGE_BYTES);
    if (text === undefined) return undefined;
    try {
      return await parse(text);
    } catch (error) {
      problems.push(`cannot read ${folder}/${name}: ${error instanceof Error ? error.message : error}`);
      return undefined;
    }
  };
  const declared = await read("hooks.json", JSON.parse);
  const config = await read("config.toml", parseToml);
  const sources = [
    { file: `${folder}/hooks.json`, content: declared },
    { file: `${folder}/config.toml`, content: config },
  ];
  return { folder, hooks: ownHooks(sources, config, runsThisProgram), problems };
}

/** Codex's own folder, absolute; Codex names hooks by its real path. */
export function codexFolder(io: CommandIo): string {
  const given = io.env("CODEX_HOME") || `${io.home}/.codex`;
  return realPath(given) ?? given;
}

/** Reads TOML. Throws with line and column where it is broken. */
export async function parseToml(text: string): Promise<unknown> {
  return (await import("smol-toml")).parse(text);
}
