import type { QueryTerms } from "../../model/intent.ts";
import { LIMITS } from "../../model/limits.ts";
import type { ToolCall } from "../../model/plan.ts";
import type { ToolName } from "../../model/tools.ts";

/** What an agent passed, made fit for a tool. */
export interface FitArguments {
  readonly args: ToolCall["args"];
  /** Cuts, as [Limits] phrases. */
  readonly limits: readonly string[];
}

const LONGEST_TEXT = 4_000;

/**
 * Fits the texts of arguments that passed the schema: long ones are cut, names of the protocol become the tool's.
 *
 * @param termsOf reads the searchable parts out of a text
 */
export function fitArguments(
  tool: ToolName,
  given: Readonly<Record<string, unknown>>,
  termsOf: (text: string) => QueryTerms,
): FitArguments {
  const args: Record<string, unknown> = {};
  const limits: string[] = [];
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || name === "workspace") continue;
    if (typeof value === "string") {
      const plain = value.replaceAll("\0", "");
      const text = plain.slice(0, LONGEST_TEXT);
      if (text.length < plain.length) limits.push(LIMITS.clamped(name, LONGEST_TEXT));
      args[name] = text;
    } else args[name] = value;
  }
  const text = args["query"] ?? args["error"] ?? args["symbol"];
  if (typeof text === "string") args["terms"] = termsOf(text);
  if (tool === "ci_search") {
    args["mode"] ??= "hybrid";
    if (args["kind"] !== undefined) args["role"] = args["kind"];
  }
  if (tool === "ci_call_chain") args["direction"] ??= "both";
  return { args, limits };
}
