import type { Payload } from "./hook_payload.ts";
import type { HookClient } from "./hook_client.ts";
import type { Delivered, Idle } from "../model/prompt.ts";
import type { Request } from "../model/request.ts";
import type { ResolvedSettings, Settings } from "../model/settings.ts";
import { CLIENTS_BY_WORD, decodeHook, encodeHook, hasOwnHook } from "./prompt_hook.ts";
import type { SafeText } from "../model/brands.ts";
import { isUntyped } from "../intent/synthetic_prompts.ts";
import { mayMean, readIntent } from "../intent/intent.ts";
import { env } from "../platform/environment.ts";
import { currentFolder, readSmallFile } from "../platform/host_files.ts";
import { readObject } from "../platform/object_input.ts";
import { writeStdout } from "../platform/stdio.ts";
import type { Engine } from "../engine/engine.ts";
import { loadSettings, mayBeOn } from "../engine/load_settings.ts";

const LARGEST_PAYLOAD = 16 * 1024 * 1024;
const LONGEST_INPUT_MS = 5000;

/** Other events that can mean something here; for the rest nothing is loaded. */
const EVENTS: ReadonlySet<string> = new Set([
  "SessionStart",
  "SessionEnd",
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
]);

/** How a payload is answered. */
export interface HookOptions {
  /** What the hook's command says the client is; absent: the payload says it. */
  readonly word?: string | undefined;
  /** The session whose prompts a module inside the client answers; absent: none. */
  readonly elsewhere?: string | undefined;
  /** Default: that of a process that serves one request; it is loaded only when the gate opened. */
  readonly engine?: Engine;
}

/** The hook: one payload on standard input, one JSON object or nothing on standard output. */
export async function runHook(word?: string): Promise<void> {
  const payload = await readObject(LARGEST_PAYLOAD, inputMs());
  if (env("CI_AUTO_TOOLS") === "off") return;
  writeStdout(await hookOutput(payload, { word, elsewhere: env("CI_AUTO_TOOLS_MOD") || undefined }));
}

/** What the hook prints for a payload; empty for silence. */
export async function hookOutput(
  bytes: Uint8Array,
  { word, elsewhere, engine }: HookOptions = {},
): Promise<string> {
  const decoded = decodeHook(bytes, currentFolder, word);
  if (!decoded.ok) {
    if (decoded.reason === "other event") {
      const { hook_event_name: event, session_id } = decoded.payload;
      if (event === "PreToolUse" && elsewhere !== undefined && session_id === elsewhere) return "";
      return await answerEvent(decoded.payload, engine);
    }
    if (decoded.reason === "compacted") {
      const { forget } = await import("./events/forget.ts");
      await forget(decoded.payload, currentFolder);
    }
    if (decoded.reason === "unknown payload") await countUnknown(word);
    return "";
  }
  // For tests, like the faults of tools.
  if (env("CI_AUTO_TOOLS_FAULT") === "hook:fail") throw new TypeError(decoded.request.prompt);
  const { request, client } = decoded;
  if (elsewhere !== undefined && request.sessionId === elsewhere) return "";
  // A client that reads another client's hooks too starts this program twice: its own hook answers.
  if (word === undefined && hasOwnHook(client, { home: env("HOME"), read: readSmallFile })) return "";
  if (isUntyped(request.prompt)) return "";
  const plain = readIntent(request.prompt);
  if (!mayMean(plain) && !mayBeOn(request.cwd)) return "";
  const resolved = await loadSettings(request.cwd);
  const enabled = resolved.settings.enabled.value;
  if (enabled === "off" || (enabled === "auto" && !mayMean(plain))) return "";
  const mistakes = resolved.problems.length > 0
    ? await (await import("./events/mistakes.ts")).newMistakes(client, request, resolved)
    : undefined;
  const { answer } = engine ?? (await import("../engine/engine.ts")).openEngine();
  const { cap } = client;
  const reply = await answer({ request, plain, resolved, cap, isTurn: true, asksModels: true });
  const said = !reply
    ? {}
    : "delivery" in reply
    ? await deliveredTo(client, reply, resolved.settings)
    : await hinted(reply.idle, { request, resolved });
  return await outputFor(client, { context: said.context, message: await lines(mistakes, said.message) });
}

/** What the model is given, and what the user is told. */
interface Said {
  readonly context?: SafeText;
  readonly message?: SafeText;
}

async function deliveredTo(
  client: HookClient,
  { delivery, isFirst }: Delivered,
  settings: Settings,
): Promise<Said> {
  const { context } = delivery;
  const { value: notice } = settings.notice;
  const isTold = client.tellsDelivery && context !== "" &&
    (notice === "each" || (notice === "first" && isFirst));
  if (!isTold) return { context };
  const { noticeOf } = await import("./events/notice.ts");
  return { context, message: noticeOf(delivery) };
}

async function hinted(
  { kind, hint }: Idle,
  prompt: { readonly request: Request; readonly resolved: ResolvedSettings },
): Promise<Said> {
  if (hint === undefined) return {};
  const { notedHint } = await import("./events/hint.ts");
  return { message: notedHint(hint, { ...prompt, kind }) };
}

async function lines(...messages: readonly (SafeText | undefined)[]): Promise<SafeText | undefined> {
  const said = messages.filter((message) => message !== undefined);
  return said.length < 2 ? said[0] : (await import("../safety/safe_text.ts")).joinSafe(said, "\n");
}

/** Milliseconds that a client may take to send its payload: as long as an answer may. */
function inputMs(): number {
  const set = env("CI_AUTO_TOOLS_BUDGET_WALL_MS") ?? "";
  return /^\d{1,5}$/.test(set) ? Number(set) : LONGEST_INPUT_MS;
}

async function outputFor(
  client: HookClient,
  { context, message }: { context: SafeText | undefined; message: SafeText | undefined },
): Promise<string> {
  return encodeHook(client, { context: context && await framed(context, client), hint: message });
}

/** The rules of safety are loaded where something is answered: most prompts get nothing. */
async function framed(context: SafeText, { frame }: HookClient): Promise<SafeText> {
  return frame === "brackets" ? (await import("../safety/safe_text.ts")).inBrackets(context) : context;
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
  const { noteUnknown } = await import("./events/unknown.ts");
  noteUnknown(currentFolder(), word !== undefined && CLIENTS_BY_WORD.has(word) ? word : undefined);
}
