import { toHex } from "../../model/hex.ts";

/**
 * How Codex is told about a hook and made to trust it. An untrusted hook is skipped without a word, and trust is a hash
 * of the declaration, not of the program: it has to be computed the way Codex does.
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

const DEFAULT_TIMEOUT = 600;

/** Where Codex says that flags of one call were declared; literally this, it is no file. */
const SESSION_FLAGS = "/<session-flags>/config.toml";

/** The name under which trust in one hook is kept: the declaring file, then the zero-based places in it. */
export function trustKey(file: string, group: number, hook: number): string {
  return `${file}:${PROMPT_EVENT.key}:${group}:${hook}`;
}

/** `sha256:` and the hex digest of the declaration as Codex normalises it. */
export async function trustedHash(hook: CommandHook): Promise<string> {
  const effective = { async: false, ...hook, timeout: Math.max(1, hook.timeout ?? DEFAULT_TIMEOUT) };
  const text = JSON.stringify(sorted({ event_name: PROMPT_EVENT.key, hooks: [effective] }));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return `sha256:${toHex(digest)}`;
}

/** Options of `codex` that declare and trust the hook for one call; no file is written. */
export async function sessionFlags(hook: CommandHook): Promise<string[]> {
  const fields = Object.entries(hook).map(([key, value]) => `${key}=${toml(value)}`).join(",");
  const key = trustKey(SESSION_FLAGS, 0, 0);
  return [
    "-c",
    `hooks.${PROMPT_EVENT.declared}=[{hooks=[{${fields}}]}]`,
    "-c",
    `hooks.state={${toml(key)}={trusted_hash=${toml(await trustedHash(hook))}}}`,
  ];
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
