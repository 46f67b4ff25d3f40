import { MESSAGE_BYTES } from "../platform/limits.ts";
import { type Payload, readPayload } from "./hook_client.ts";
import { CLIENTS_BY_WORD, decodeHook, encodeHook, hasOwnHook } from "./prompt_hook.ts";
import { currentFolder, env, readSmallFile } from "../platform/host_files.ts";
import { readInput } from "../platform/object_input.ts";
import { writeStdout } from "../platform/stdio.ts";
import { type Engine, openEngine } from "../engine/engine.ts";
import { EMPTY, inBrackets } from "../safety/safe_text.ts";

/** Longest wait for the whole event. Milliseconds. */
export const LONGEST_INPUT_MS = 5000;

/** Other events that can mean something here; for the rest nothing is loaded. */
const EVENTS: ReadonlySet<string> = new Set(
  "SessionStart SessionEnd PreToolUse PostToolUse PostToolUseFailure".split(" "),
);

/** First argument of the process that ends a session after the client has stopped waiting. */
const END = "session-end";

/** Options of an answer. */
export interface HookOptions {
  /** The client's name in the hook's command; absent: the payload decides. */
  readonly word?: string | undefined;
  /** The session whose prompts a module inside the client answers; absent: none. */
  readonly elsewhere?: string | undefined;
  /** Default: that of a process that serves one request. */
  readonly engine?: Engine;
}

/** A payload's answer. */
export interface HookAnswer {
  /** The whole standard output; empty for silence. */
  readonly output: string;
  /** Records that it was printed. */
  readonly record: () => void;
}

const SILENCE: HookAnswer = { output: "", record: () => {} };

/** The hook: one payload on standard input, one JSON object or nothing on standard output. */
export async function runHook(word?: string): Promise<void> {
  const payload = await readInput(MESSAGE_BYTES, inputMs());
  if (env("CI_AUTO_TOOLS") === "off") return;
  if (await isEndedBeside(payload, word)) return;
  const answer = await answerHook(payload, {
    word: word === END ? undefined : word,
    elsewhere: env("CI_AUTO_TOOLS_MOD") || undefined,
  });
  writeStdout(answer.output);
  answer.record();
}

/**
 * Ends a session in a process of its own: the client waits one second for this event, and shows an error after that.
 * False for other events, and in that process.
 */
async function isEndedBeside(payload: Uint8Array, word: string | undefined): Promise<boolean> {
  if (readPayload(payload)?.hook_event_name !== "SessionEnd") return false;
  const { outliveCaller, startBesideWith } = await import("../platform/detached.ts");
  if (word !== END) return await startBesideWith(["hook", END], payload);
  outliveCaller();
  return false;
}

/** Answers a payload. */
export async function answerHook(
  bytes: Uint8Array,
  { word, elsewhere, engine }: HookOptions = {},
): Promise<HookAnswer> {
  const decoded = decodeHook(bytes, currentFolder, word);
  if (!decoded.ok) {
    if (decoded.reason === "other event") {
      const { hook_event_name: event, session_id } = decoded.payload;
      if (event === "PreToolUse" && elsewhere !== undefined && session_id === elsewhere) return SILENCE;
      return { ...SILENCE, output: await answerEvent(decoded.payload, engine) };
    }
    if (decoded.reason === "compacted") {
      const { forget } = await import("./events/session.ts");
      await forget(decoded.payload, currentFolder);
    }
    if (decoded.reason === "unknown payload") await countUnknown(word);
    return SILENCE;
  }
  // For tests, like the faults of tools.
  if (env("CI_AUTO_TOOLS_FAULT") === "hook:fail") throw new TypeError(decoded.request.prompt);
  const { request, client } = decoded;
  if (elsewhere !== undefined && request.sessionId === elsewhere) return SILENCE;
  // A client that reads another client's hooks too starts this program twice: its own hook answers.
  if (word === undefined && hasOwnHook(client, { home: env("HOME"), read: readSmallFile })) return SILENCE;
  const isShown = client.answer(undefined, EMPTY) !== undefined;
  const { answer } = engine ?? openEngine();
  const { reply, record } = await answer({
    request,
    cap: client.cap,
    isTurn: true,
    asksModels: true,
    shows: { deliveries: isShown && client.tellsDelivery === true, messages: isShown },
  });
  const { context, message } = reply;
  const framed = context && client.frame === "brackets" ? inBrackets(context) : context;
  return { output: encodeHook(client, { context: framed, hint: message }), record };
}

/** Milliseconds that a client may take to send its payload: as long as an answer may. */
function inputMs(): number {
  const set = env("CI_AUTO_TOOLS_BUDGET_WALL_MS") ?? "";
  return /^\d{1,5}$/.test(set) ? Number(set) : LONGEST_INPUT_MS;
}

async function answerEvent(payload: Payload, engine?: Engine): Promise<string> {
  const { hook_event_name: name } = payload;
  if (typeof name !== "string" || !EVENTS.has(name)) {
    await countUnknown();
    return "";
  }
  const { answer } = await import("./events/answer.ts");
  return await answer(payload, currentFolder, engine);
}

/** A client that changed its payload is seen in `stats` and `doctor`; nothing of the payload is kept. */
async function countUnknown(word?: string): Promise<void> {
  const { noteUnknown } = await import("./events/session.ts");
  noteUnknown(currentFolder(), word !== undefined && CLIENTS_BY_WORD.has(word) ? word : undefined);
}
