import type { Answer, Cap, PromptAsk, Request } from "../model/prompt.ts";
import type { Intent } from "../model/intent.ts";
import { readIntent } from "../intent/intent.ts";
import { isUntyped } from "../intent/synthetic_prompts.ts";
import type { KeptRights } from "../platform/permissions.ts";
import { answerHere } from "./answer_here.ts";
import { intentWith, knowledgeAround } from "./informed_intent.ts";
import { loadSettings } from "./load_settings.ts";
import type { RerankSide } from "./semantic.ts";

/** One request with what became of it. */
export interface Asked {
  readonly request: Request;
  readonly intent: Intent;
  /** Absent if the gate or the settings decided against an answer, or nothing can be read. */
  readonly answer?: Answer;
  /** Reason for no answer. */
  readonly reason: string;
}

/** Options of a request by hand. */
export interface AskingOptions {
  /** Rights that the main thread keeps: a Codex turn still has to start `codex`. Default: none. */
  readonly keep?: KeptRights;
  /** A mock reranker. */
  readonly rerank?: RerankSide | undefined;
}

/** Gate, settings, pipeline: the whole answer, for clients that show more than its context. */
export async function ask(request: Request, cap: Cap, options: AskingOptions = {}): Promise<Asked> {
  const resolved = await loadSettings(request.cwd);
  const { settings } = resolved;
  const plain = readIntent(request.prompt);
  const intent = await intentWith(request.prompt, plain, knowledgeAround(request, true, settings));
  const enabled = settings.enabled.value;
  const silent = enabled === "off"
    ? "off: CI_AUTO_TOOLS=off"
    : isUntyped(request.prompt)
    ? "silent: this prompt was not typed by a user"
    : enabled === "auto" && intent.kind === "none"
    ? "silent: the prompt is not about code"
    : undefined;
  if (silent !== undefined) return { request, intent, reason: silent };
  const asking: PromptAsk = {
    request,
    cap,
    isTurn: true,
    asksModels: true,
    shows: { deliveries: false, messages: false },
  };
  const { keep = "once", rerank } = options;
  const process = { keep, ...(rerank && { rerank }) };
  const outcome = await answerHere(asking, { plain: intent, resolved }, { process, isWhole: true });
  if (outcome.type === "answer") return { request, intent, answer: outcome.answer, reason: "" };
  return { request, intent, reason: outcome.type === "no root" ? outcome.limits.join("\n") : "" };
}
