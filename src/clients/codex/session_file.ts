import { parseObject } from "../../model/json.ts";
import { isThreadId } from "./stream.ts";

/** Codex's thread that a root's conversation goes on in. */
export interface CodexSession {
  readonly threadId: string;
  /** The absolute root it belongs to. */
  readonly root: string;
}

/** Name of the file in the cache folder of the root. */
export const SESSION_FILE = "codex-session.json";

/** The [Limits] phrase for a conversation that could not go on. Scripts rely on it. */
export const CONTINUITY_LOST = "session continuity unavailable; fallback to stateless exec";

/** The session as text. */
export function encodeSession({ threadId, root }: CodexSession): string {
  return JSON.stringify({ version: 1, thread_id: threadId, root }, null, 2) + "\n";
}

/** The session in a text; undefined when damaged, of another version, of another root or with an unfit id. */
export function decodeSession(text: string, root: string): CodexSession | undefined {
  const value = parseObject(text);
  const id = value?.["thread_id"];
  if (value?.["version"] !== 1 || value["root"] !== root || !isThreadId(id)) return undefined;
  return { threadId: id, root };
}
