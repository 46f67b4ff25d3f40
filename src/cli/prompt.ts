import { encodeEmpty, encodeKernel } from "../clients/kernel.ts";
import { decodeHook } from "../clients/prompt_hook.ts";
import { showAnswer, showSilence, TERMINAL_CAP } from "../clients/terminal/show.ts";
import { ask, Asked } from "../engine/ask.ts";
import { type ExitCode, Failure } from "../model/errors.ts";
import type { Request } from "../model/prompt.ts";
import type { CommandIo } from "../platform/command_io.ts";
import type { Command } from "./command_line.ts";

/** Arguments of `auto-tools --prompt`. */
type PromptCommand = Extract<Command, { readonly name: "prompt" }>;

/** The same pipeline as the hook, by hand. */
export async function runPrompt(command: PromptCommand, io: CommandIo): Promise<ExitCode> {
  const rerank = command.mockLlm ? (await import("../engine/semantic.ts")).MOCK_RERANKER : undefined;
  const asked = await ask(typed(command.prompt, io), TERMINAL_CAP, { rerank });
  if (command.format === "json") io.out(kernelText(asked));
  else if (asked.answer?.request) io.out(showAnswer(asked.answer, command));
  else io.out(showSilence(asked.intent, asked.reason || "nothing to do", command));
  return 0;
}

/** The v1.0 document as one line of JSON. */
export function kernelText(asked: Asked): string {
  const document = asked.answer?.request
    ? encodeKernel(asked.answer, new Date())
    : encodeEmpty(asked.request, asked.reason);
  return JSON.stringify(document) + "\n";
}

/** `auto-tool-orchestrator.sh`: the v1.0 document on standard output, for a prompt or a hook payload. */
export async function runKernel(prompt: string | undefined, io: CommandIo): Promise<ExitCode> {
  const request = prompt === undefined ? await requestFrom(io) : typed(prompt, io);
  io.out(kernelText(await ask(request, TERMINAL_CAP)));
  return 0;
}

function typed(prompt: string, io: CommandIo): Request {
  return { client: "terminal", event: "cli", prompt, cwd: io.cwd };
}

async function requestFrom(io: CommandIo): Promise<Request> {
  const decoded = decodeHook(new TextEncoder().encode(await io.payload()), () => io.cwd);
  if (!decoded.ok) throw new Failure("parse", `cannot read the payload on standard input: ${decoded.reason}`);
  return decoded.request;
}
