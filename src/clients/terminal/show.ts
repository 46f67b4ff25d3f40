import type { Answer, Cap } from "../../model/prompt.ts";
import type { Intent } from "../../model/intent.ts";
import { choiceLines } from "./semantic.ts";
import { oneLine } from "../../model/text.ts";

/** A person reads it: only the setting's own bound applies. */
export const TERMINAL_CAP: Cap = { limit: 100_000, unit: "UTF-16 units" };

/** The answer for a person: what ran, what was found, what was not, then the block as the model would see it. */
export function showAnswer(answer: Answer, options: { explain: boolean }): string {
  const { forUser, context } = answer.report;
  const parts = [forUser.toolPlan, forUser.results, forUser.limits];
  if (options.explain) {
    const reasons = [
      explain(answer.intent),
      ...(answer.semantic ? [["[Semantic]", ...choiceLines(answer.semantic)].join("\n")] : []),
    ];
    parts.unshift(...reasons as (typeof forUser.toolPlan)[]);
  }
  const block = context === "" ? "(nothing would be injected)" : context;
  return [...parts, block].join("\n\n") + "\n";
}

/** For a prompt on which nothing is done. */
export function showSilence(intent: Intent, reason: string, options: { explain: boolean }): string {
  const head = options.explain ? `${explain(intent)}\n\n` : "";
  return `${head}[Auto Tools]\n[Limits]\n${reason}\n\n(nothing would be injected)\n`;
}

function explain(intent: Intent): string {
  const rows = intent.signals.map(({ type, match, weight }) =>
    `${weight >= 0 ? "+" : ""}${weight.toFixed(2)} ${type}: ${oneLine(match)}`
  );
  return [`[Intent]`, `${intent.kind}, confidence ${intent.confidence.toFixed(2)}`, ...rows].join("\n");
}
