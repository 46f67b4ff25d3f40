import { capOf, decodeHook, encodeHook } from "../adapters/prompt_hook.ts";
import { isUntyped } from "../orchestrator/intent/untyped.ts";
import { readIntent } from "../orchestrator/intent/intent.ts";
import { env } from "../platform/environment.ts";
import { currentFolder } from "../platform/host_files.ts";
import { readStdin, writeStdout } from "../platform/stdio.ts";
import { loadSettings } from "./load_settings.ts";

const LARGEST_PAYLOAD = 16 * 1024 * 1024;

/**
 * The hook: one payload on standard input, one JSON object or nothing on standard output. Everything heavier than
 * the gate is loaded only when the gate opened.
 */
export async function runHook(): Promise<void> {
  const decoded = decodeHook(readStdin(LARGEST_PAYLOAD), currentFolder);
  if (!decoded.ok || env("CI_AUTO_TOOLS") === "off") return;
  const { request } = decoded;
  if (isUntyped(request.prompt)) return;
  const intent = readIntent(request.prompt);
  const resolved = await loadSettings(request.cwd);
  const enabled = resolved.settings.enabled.value;
  if (enabled === "off" || (enabled === "auto" && intent.kind === "none")) return;
  const { answerRequest } = await import("./answer.ts");
  const answer = await answerRequest(request, intent, resolved, { cap: capOf(request.client) });
  if (answer.request) writeStdout(encodeHook(answer.report.context));
}
