import type { Payload } from "./hook_payload.ts";
import { capOf, decodeHook, encodeHook } from "./prompt_hook.ts";
import { isUntyped } from "../intent/synthetic_prompts.ts";
import { mayMean, readIntent } from "../intent/intent.ts";
import { env } from "../platform/environment.ts";
import { currentFolder } from "../platform/host_files.ts";
import { readStdin, writeStdout } from "../platform/stdio.ts";
import type { Elsewhere, Handed } from "../engine/daemon/ask.ts";
import { loadSettings, mayBeOn } from "../engine/load_settings.ts";

const LARGEST_PAYLOAD = 16 * 1024 * 1024;

/** Other events that can mean something here; for the rest nothing is loaded. */
const EVENTS: ReadonlySet<string> = new Set([
  "SessionStart",
  "SessionEnd",
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
]);

/**
 * The hook: one payload on standard input, one JSON object or nothing on standard output. Everything heavier than
 * the gate is loaded only when the gate opened.
 */
export async function runHook(): Promise<void> {
  const decoded = decodeHook(readStdin(LARGEST_PAYLOAD), currentFolder);
  if (env("CI_AUTO_TOOLS") === "off") return;
  if (!decoded.ok) {
    if (decoded.reason === "other event") await answerEvent(decoded.payload);
    return;
  }
  const { request } = decoded;
  if (isUntyped(request.prompt)) return;
  const plain = readIntent(request.prompt);
  if (!mayMean(plain) && !mayBeOn(request.cwd)) return;
  const resolved = await loadSettings(request.cwd);
  const enabled = resolved.settings.enabled.value;
  if (enabled === "off" || (enabled === "auto" && !mayMean(plain))) return;
  const { elsewhere, headStart, shownSoon } = await import("../engine/head_start.ts");
  const handed = { request, plain, resolved, cap: capOf(request.client) };
  const head = await headStart(handed);
  const said = await elsewhere(head, handed);
  if (said) return await tell(said, handed);
  await shownSoon(head);
  const [{ informedIntent }, { answerPrompt }] = await Promise.all([
    import("../engine/informed_intent.ts"),
    import("./events/prompt.ts"),
  ]);
  const intent = await informedIntent(request, plain, resolved.settings);
  if (enabled === "auto" && intent.kind === "none") return;
  const { context, hint } = await answerPrompt({ ...handed, intent, head });
  writeStdout(encodeHook(context, hint));
}

/** Prints the daemon's answer. */
async function tell(said: Elsewhere, handed: Handed): Promise<void> {
  if ("delivery" in said) return writeStdout(encodeHook(said.delivery.context));
  const { kind, hint } = said.idle;
  if (hint === undefined) return;
  const { notedHint } = await import("./events/prompt.ts");
  writeStdout(encodeHook(undefined, notedHint(hint, kind, handed)));
}

async function answerEvent(payload: Payload): Promise<void> {
  const { hook_event_name: name } = payload;
  if (typeof name !== "string" || !EVENTS.has(name)) return;
  const { answer } = await import("./events/answer.ts");
  writeStdout(await answer(payload, currentFolder));
}
