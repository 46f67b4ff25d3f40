import type { Answer, Delivery } from "../model/answer.ts";
import { noteLines } from "./session_notes.ts";

/** What of an answer is handed over and noted. */
export function deliveryOf({ report, intent, planOnly }: Answer): Delivery {
  const { context, ran, told } = report;
  return {
    context,
    kind: intent.kind,
    planOnly,
    tools: ran.map(({ tool, status, durationMs }) => ({
      tool,
      status,
      ms: durationMs,
      places: told.filter(({ item }) => item.tools.includes(tool)).length,
    })),
    notes: context === "" ? [] : noteLines(intent.terms, report),
  };
}
