import type { SafeText } from "../model/brands.ts";
import type { Request } from "../model/prompt.ts";
import { folderOf, type HookClient, idOf, outputText, type Payload, readPayload } from "./hook_client.ts";
import { CLIENTS } from "./prompt_clients.ts";

/**
 * The event that every client has: a prompt was submitted. A client is known by the word after `hook` in the command its
 * own file holds, else by its payload; the last of the list takes what no other does.
 */

/** By the word in the hook's command. */
export const CLIENTS_BY_WORD: ReadonlyMap<string, HookClient> = new Map(
  CLIENTS.flatMap((client) => client.word === undefined ? [] : [[client.word, client]]),
);

/** A prompt, or the reason for silence; another event's payload comes along for the code that answers it. */
export type Decoded =
  | { readonly ok: true; readonly client: HookClient; readonly request: Request }
  | { readonly ok: false; readonly reason: "no prompt" | "unknown payload" | "other client" }
  | { readonly ok: false; readonly reason: "other event" | "compacted"; readonly payload: Payload };

/** The event by which Qwen Code and Codex say that the conversation was replaced by its summary. */
const COMPACTED = "PostCompact";

/**
 * Reads a prompt's payload. Never throws.
 *
 * @param word the client's name in the hook's command; undefined: none
 */
export function decodeHook(bytes: Uint8Array, fallbackCwd: () => string, word?: string): Decoded {
  const payload = readPayload(bytes);
  if (payload === undefined) return silence(bytes.length === 0 ? "no prompt" : "unknown payload");
  if (saysCompacted(payload, word)) return { ok: false, reason: "compacted", payload };
  const spoken = CLIENTS.find((client) =>
    client.isPrompt(payload) && client.isUnmistakable?.(payload) !== false
  );
  const client = word === undefined ? spoken : named(word, payload);
  if (client === undefined) {
    return word === undefined ? eventOf(payload) : silence(spoken ? "other client" : "unknown payload");
  }
  const { prompt, cwd, session } = client.fields(payload);
  if (typeof prompt !== "string" || prompt.trim() === "") return silence("no prompt");
  const sessionId = idOf(session);
  return {
    ok: true,
    client,
    request: {
      client: client.name,
      event: "UserPromptSubmit",
      prompt,
      cwd: folderOf(cwd) ?? fallbackCwd(),
      ...(sessionId !== undefined && { sessionId }),
    },
  };
}

/** The hook's whole standard output; empty for an empty context, because Codex would inject the empty text. */
export function encodeHook(
  client: HookClient,
  { context, hint }: { context: SafeText | undefined; hint?: SafeText | undefined },
): string {
  return outputText(client.answer(context, hint));
}

/** True if the client's own file holds a hook of this program that names the client. */
export function hasOwnHook(
  { name, ownFile }: HookClient,
  { home, read }: { home: string | undefined; read: (path: string) => string | undefined },
): boolean {
  if (!ownFile || !home?.startsWith("/")) return false;
  const text = read(ownFile(home)) ?? "";
  const words = [...CLIENTS_BY_WORD].flatMap(([word, client]) => client.name === name ? [word] : []);
  return words.some((word) => text.includes(` hook ${word}`));
}

function saysCompacted({ hook_event_name: event }: Payload, word: string | undefined): boolean {
  const own = word === undefined ? undefined : CLIENTS_BY_WORD.get(word)?.compactEvent;
  return event === COMPACTED || (own !== undefined && event === own);
}

function named(word: string, payload: Payload): HookClient | undefined {
  const client = CLIENTS_BY_WORD.get(word);
  return client?.isPrompt(payload) ? client : undefined;
}

/** VS Code starts every hook that was made for Claude Code, and names all its events in a field of its own. */
function eventOf(payload: Payload): Decoded {
  if (typeof payload["hookEventName"] === "string") return silence("other client");
  if (typeof payload["hook_event_name"] !== "string") return silence("unknown payload");
  return { ok: false, reason: "other event", payload };
}

function silence(reason: "no prompt" | "unknown payload" | "other client"): Decoded {
  return { ok: false, reason };
}
