import { encodeEmpty, encodeKernel } from "../clients/kernel.ts";
import { showAnswer, showSilence, TERMINAL_CAP } from "../clients/terminal/show.ts";
import type { Answer, Cap } from "../model/answer.ts";
import type { ExitCode } from "../model/errors.ts";
import type { Intent } from "../model/intent.ts";
import type { Request } from "../model/request.ts";
import { readIntent } from "../intent/intent.ts";
import { isUntyped } from "../intent/synthetic_prompts.ts";
import { answerRequest } from "../engine/answer.ts";
import type { AnswerOptions, NoAnswer } from "../engine/answer.ts";
import { informedIntent } from "../engine/informed_intent.ts";
import type { CommandIo } from "../platform/command_io.ts";
import { loadSettings } from "../engine/load_settings.ts";

/** What was typed after `auto-tools --prompt`. */
export interface PromptCommand {
  readonly prompt: string;
  readonly format: "text" | "json";
  readonly explain: boolean;
  /** A stand-in ranks what was found. */
  readonly mockLlm: boolean;
}

/** The same pipeline as the hook, by hand. */
export async function runPrompt(command: PromptCommand, io: CommandIo): Promise<ExitCode> {
  const request: Request = { client: "terminal", event: "cli", prompt: command.prompt, cwd: io.cwd };
  const rerank = command.mockLlm ? (await import("../engine/reranker.ts")).MOCK_RERANKER : undefined;
  const asked = await ask(request, TERMINAL_CAP, { rerank });
  if (command.format === "json") io.out(await kernelText(asked));
  else if (asked.answer?.request) io.out(showAnswer(asked.answer, command));
  else io.out(showSilence(asked.intent, silenceReason(asked), command));
  return 0;
}

/** One request with what became of it. */
export interface Asked {
  readonly request: Request;
  readonly intent: Intent;
  /** Absent: the gate or the settings said no. */
  readonly answer?: Answer | NoAnswer;
  /** Why not, when there is no answer. */
  readonly reason: string;
}

/** Gate, settings, pipeline. */
export async function ask(
  request: Request,
  cap: Cap,
  options: Pick<AnswerOptions, "keep" | "rerank"> = {},
): Promise<Asked> {
  const resolved = await loadSettings(request.cwd);
  const intent = await informedIntent(
    { request, plain: readIntent(request.prompt), isTurn: true },
    resolved.settings,
  );
  const enabled = resolved.settings.enabled.value;
  const silent = enabled === "off"
    ? "off: CI_AUTO_TOOLS=off"
    : isUntyped(request.prompt)
    ? "silent: this prompt was not typed by a user"
    : enabled === "auto" && intent.kind === "none"
    ? "silent: the prompt is not about code"
    : undefined;
  if (silent !== undefined) return { request, intent, reason: silent };
  const answer = await answerRequest(request, intent, resolved, {
    cap,
    structured: true,
    ...options,
  });
  return { request, intent, answer, reason: answer.request ? "" : answer.limits.join("\n") };
}

/** The v1.0 document as one line of JSON. */
export async function kernelText(asked: Asked): Promise<string> {
  const document = asked.answer?.request
    ? await encodeKernel(asked.answer, new Date())
    : await encodeEmpty(asked.request, asked.reason);
  return JSON.stringify(document) + "\n";
}

function silenceReason(asked: Asked): string {
  return asked.reason === "" ? "nothing to do" : asked.reason;
}
