import { sha256 } from "../../platform/sha256.ts";
import type { HookPosition } from "../hook_groups.ts";

/**
 * Declaration of a hook for Codex, and its trust. An untrusted hook is skipped silently, and trust is a hash of the
 * declaration, not of the program: it has to be computed the way Codex does.
 */

/** One command hook as Codex declares it. */
export interface CommandHook {
  readonly type: "command";
  /** Run by a shell. */
  readonly command: string;
  /** Whole seconds (Codex's default: 600). */
  readonly timeout?: number;
  /** Shown while it runs. */
  readonly statusMessage?: string;
  /** Tokens of context that are taken whole (Codex's default: 2,500); 0 is no limit. */
  readonly additionalContextLimit?: number;
}

/** The event this program answers, as Codex spells it in declarations and in keys. */
export const PROMPT_EVENT = { declared: "UserPromptSubmit", key: "user_prompt_submit" } as const;

/** Event after which the conversation is its summary: its facts may be repeated. */
const COMPACT_EVENT = { declared: "PostCompact", key: "post_compact" } as const;

/** Events of the hook. */
export const HOOK_EVENTS = [PROMPT_EVENT, COMPACT_EVENT] as const;

/** An event with its two spellings. */
export type HookEvent = typeof HOOK_EVENTS[number];

const DEFAULT_TIMEOUT = 600;
/** Seconds that a client waits for the hook: above the largest budget by default, below any client's maximum. */
export const HOOK_TIMEOUT_S = 15;

/** Codex's name for flags of one call as a source; literally this, it is no file. */
const SESSION_FLAGS = "/<session-flags>/config.toml";

/** The name under which trust in one hook is kept: the declaring file, then the zero-based places in it. */
export function trustKey(
  file: string,
  { group, entry }: HookPosition,
  event: HookEvent = PROMPT_EVENT,
): string {
  return `${file}:${event.key}:${group}:${entry}`;
}

/** `sha256:` and the hex digest of the declaration as Codex normalises it. */
export function trustedHash(hook: CommandHook, event: HookEvent = PROMPT_EVENT): string {
  const effective = { async: false, ...hook, timeout: Math.max(1, hook.timeout ?? DEFAULT_TIMEOUT) };
  return `sha256:${sha256(JSON.stringify(sorted({ event_name: event.key, hooks: [effective] })))}`;
}

/** Options of `codex` that declare and trust the hook for one call; no file is written. */
export function sessionFlags(hook: CommandHook): string[] {
  const fields = Object.entries(hook).map(([key, value]) => `${key}=${toml(value)}`).join(",");
  const declared = HOOK_EVENTS.flatMap((event) => ["-c", `hooks.${event.declared}=[{hooks=[{${fields}}]}]`]);
  const trusted = HOOK_EVENTS.map((event) => {
    const key = trustKey(SESSION_FLAGS, { group: 0, entry: 0 }, event);
    return `${toml(key)}={trusted_hash=${toml(trustedHash(hook, event))}}`;
  });
  return [...declared, "-c", `hooks.state={${trusted.join(",")}}`];
}

/** The shell command that runs `executable` as a hook. */
export function hookCommand(executable: string): string {
  return `'${executable.replaceAll("'", `'\\''`)}' hook`;
}

/** A basic TOML string or a whole number. */
function toml(value: string | number): string {
  return JSON.stringify(value);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1);
  return Object.fromEntries(entries.map(([key, part]) => [key, sorted(part)]));
}
