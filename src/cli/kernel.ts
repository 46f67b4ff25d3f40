import { decodeHook } from "../clients/prompt_hook.ts";
import { TERMINAL_CAP } from "../clients/terminal/show.ts";
import type { ExitCode } from "../model/errors.ts";
import { Failure } from "../model/errors.ts";
import type { Request } from "../model/request.ts";
import type { CommandIo } from "../platform/command_io.ts";
import { kernelText } from "./prompt.ts";
import { ask } from "../engine/ask.ts";

/** `auto-tool-orchestrator.sh`: the v1.0 document on standard output, for a prompt or a hook payload. */
export async function runKernel(prompt: string | undefined, io: CommandIo): Promise<ExitCode> {
  const request = prompt === undefined ? await requestFrom(io) : typed(prompt, io);
  io.out(await kernelText(await ask(request, TERMINAL_CAP)));
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
