import { asObject } from "../../model/json.ts";
import type { Payload } from "../hook_client.ts";
import { type CommandHook, PROMPT_EVENT, trustedHash, trustKey } from "./native_hook.ts";

/** Reads Codex's declared hooks, to find this program's own and its trust. */

/** One declared hook of this program. */
export interface DeclaredHook {
  readonly hook: CommandHook;
  /** The file that declares it. */
  readonly file: string;
  /** `modified`: the declaration was changed after it was trusted. */
  readonly trust: "trusted" | "untrusted" | "modified";
}

/** A parsed configuration file, or none. */
export interface HookSource {
  readonly file: string;
  readonly content: unknown;
}

/**
 * This program's hooks among those declared in `hooks.json` and `config.toml`, with the trust that `config.toml`
 * holds. Shapes that Codex would not read count as nothing.
 */
export function ownHooks(
  sources: readonly HookSource[],
  config: unknown,
  isOwn: (command: string) => boolean,
): DeclaredHook[] {
  const state = asObject(asObject(asObject(config)?.["hooks"])?.["state"]);
  const found: DeclaredHook[] = [];
  for (const { file, content } of sources) {
    const groups = asObject(asObject(content)?.["hooks"])?.[PROMPT_EVENT.declared];
    for (const { group, index, entry } of entriesOf(groups)) {
      const hook = commandHook(entry);
      if (!hook || !isOwn(hook.command)) continue;
      const recorded = asObject(state?.[trustKey(file, { group, entry: index })])?.["trusted_hash"];
      const trust = recorded === undefined
        ? "untrusted"
        : recorded === trustedHash(hook)
        ? "trusted"
        : "modified";
      found.push({ hook, file, trust });
    }
  }
  return found;
}

/** The hooks among the groups of an event as a file has them, with their zero-based positions. */
export function entriesOf(groups: unknown): { group: number; index: number; entry: Payload }[] {
  if (!Array.isArray(groups)) return [];
  return groups.flatMap((value, group) => {
    const hooks = asObject(value)?.["hooks"];
    if (!Array.isArray(hooks)) return [];
    return hooks.flatMap((hook, index) => {
      const entry = asObject(hook);
      return entry ? [{ group, index, entry }] : [];
    });
  });
}

function commandHook(entry: Payload): CommandHook | undefined {
  const { type, command, timeout, statusMessage, additionalContextLimit } = entry;
  if (type !== "command" || typeof command !== "string") return undefined;
  return {
    type,
    command,
    ...(typeof timeout === "number" && { timeout }),
    ...(typeof timeout === "bigint" && { timeout: Number(timeout) }),
    ...(typeof statusMessage === "string" && { statusMessage }),
    ...(typeof additionalContextLimit === "number" && { additionalContextLimit }),
  };
}

/** True if a shell command runs this program as a hook, in any folder. */
export function runsThisProgram(command: string): boolean {
  return /(?:^|[/'"\s])(?:auto-tools|context-inject-global\.sh|augment-context-global\.sh)['"]?(?:\s+hook)?\s*$/
    .test(command);
}
