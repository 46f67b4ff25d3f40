import type { Answer, Cap } from "../model/answer.ts";
import type { Intent } from "../model/intent.ts";
import type { Request } from "../model/request.ts";
import { readIntent } from "../intent/intent.ts";
import { isUntyped } from "../intent/synthetic_prompts.ts";
import { answerRequest } from "./answer.ts";
import type { AnswerOptions, NoAnswer } from "./answer.ts";
import { informedIntent } from "./informed_intent.ts";
import { loadSettings } from "./load_settings.ts";

/** One request with what became of it. */
export interface Asked {
  readonly request: Request;
  readonly intent: Intent;
  /** Absent if the gate or the settings decided against an answer. */
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
