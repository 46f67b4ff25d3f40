import type { Answer, Delivery } from "../model/answer.ts";
import type { ErrorCode } from "../model/errors.ts";
import type { ToolName } from "../model/tools.ts";
import { sanitizeLine } from "../safety/sanitize.ts";
import { noteLines } from "./session_notes.ts";

/** Errors no argument or repository may cause. */
const INTERNAL: readonly ErrorCode[] = ["E_UNKNOWN", "E_TOOL_UNAVAILABLE"];

/** The parts of an answer that are delivered and recorded. */
export function deliveryOf({ report, intent, plan, planOnly }: Answer): Delivery {
  const { context, truncated, ran, newParts, leftOut } = report;
  // A reason may quote the prompt.
  const reasonOf = (tool: ToolName): string =>
    sanitizeLine(plan.calls.find((call) => call.tool === tool)?.reason ?? "").text;
  return {
    context,
    truncated,
    kind: intent.kind,
    planOnly,
    tools: ran.map(({ tool, status, durationMs, code }) => ({
      tool,
      status,
      ms: durationMs,
      ...(status === "error" && code && INTERNAL.includes(code) && { error: code }),
      places: newParts.filter(({ item }) => item.tools.includes(tool)).length,
    })),
    notes: context === "" ? [] : noteLines(intent.terms, report),
    places: newParts.length,
    reasons: ran.map(({ tool }) => reasonOf(tool)),
    limits: plan.limits,
    leftOut,
  };
}
