import type { QueryTerms } from "../../model/intent.ts";
import { LIMITS } from "../../model/limits.ts";
import type { ToolCall, ToolName } from "../../model/plan.ts";
import { TOOL_SPECS } from "../../model/tools.ts";

/** What an agent passed, made fit for a tool. */
export interface FitArguments {
  readonly args: ToolCall["args"];
  /** Clamps, as [Limits] phrases. */
  readonly limits: readonly string[];
}

const LONGEST_TEXT = 4_000;

/**
 * Fits arguments that passed the schema: numbers are rounded down and clamped to the tool's bounds, absent ones get
 * their default, long texts are cut.
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
      const text = value.replaceAll("\0", "").slice(0, LONGEST_TEXT);
      if (text.length < value.length) limits.push(LIMITS.clamped(name, LONGEST_TEXT));
      args[name] = text;
    } else args[name] = value;
  }
  for (const [name, clamp] of Object.entries(TOOL_SPECS[tool].clamps)) {
    const asked = args[name];
    const number = typeof asked === "number" && Number.isFinite(asked) ? Math.floor(asked) : clamp.default;
    const fit = Math.min(Math.max(number, clamp.min ?? 1), clamp.max);
    if (asked !== undefined && fit !== asked) limits.push(LIMITS.clamped(name, fit));
    args[name] = fit;
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
