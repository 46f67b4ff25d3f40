import type { Snippet } from "../../model/findings.ts";
import { VIEWS } from "../query/fields.ts";
import { tokenize } from "../../text/tokens.ts";
import type { FeatureContext } from "./features.ts";
import type { IndexPlace } from "./places.ts";

const MOST_LINES = 20;
const LONGEST_LINE = 200;
/** Lines shown above the line where the question's words gather. */
const LEAD = 4;

/** The lines of a place; of a long one, those around the line that holds most of the question. */
export function snippetOf(text: string, place: IndexPlace, context: FeatureContext): Snippet {
  const lines = text.split("\n");
  const start = Math.min(Math.max(1, place.startLine), lines.length);
  const end = Math.min(Math.max(start, place.endLine), lines.length);
  const first = end - start < MOST_LINES
    ? start
    : Math.max(start, Math.min(peakLine(lines, start, end, context) - LEAD, end - MOST_LINES + 1));
  const shown = lines.slice(first - 1, Math.min(end, first + MOST_LINES - 1));
  return { startLine: first, text: shown.map(clipped).join("\n") };
}

function clipped(line: string): string {
  const text = line.replace(/\r$/, "");
  return text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE - 1)}…` : text;
}

function peakLine(
  lines: readonly string[],
  start: number,
  end: number,
  { query, text }: FeatureContext,
): number {
  const at = VIEWS.indexOf("W");
  let peak = start;
  let highest = 0;
  for (let line = start; line <= end; line++) {
    const content = lines[line - 1]!;
    if (content.length > 2000) continue;
    const found = new Set<string>();
    tokenize(content, (token) => found.add(token));
    let sum = 0;
    for (const token of found) sum += (query.terms.get(token)?.[at] ?? 0) * (text.rarity.get(token) ?? 0);
    if (sum > highest) [peak, highest] = [line, sum];
  }
  return peak;
}
