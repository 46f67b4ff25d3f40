import { Failure } from "../model/errors.ts";
import { type Finding, type Findings, type Snippet, STRENGTHS } from "../model/calls.ts";

/** More than any report shows or any command prints. */
const MOST_ITEMS = 500;
const MOST_LISTED = 50;
/** Pieces of one item's code. */
const MOST_PIECES = 6;
/** UTF-16 units. */
const LONGEST_TEXT = 2000;
const LONGEST_SNIPPET = 8000;
/** Of all items together. */
const LONGEST_ITEMS = 500_000;
/** Values in a tool's own data, counted with everything below them. */
const MOST_VALUES = 200_000;

/**
 * Cuts a tool's findings to a size that passes quickly to the other thread. Throws a {@link Failure} if they are
 * malformed.
 */
export function bounded(findings: Findings): Findings {
  const { items, gaps, strength, summary } = findings ?? {};
  if (!Array.isArray(items) || !Array.isArray(gaps) || typeof summary !== "string") throw noAnswer();
  if (!STRENGTHS.some((one) => one === strength)) throw noAnswer();
  const fits = findings.data === undefined || countOf(findings.data, MOST_VALUES) < MOST_VALUES;
  const { data: _, ...rest } = findings;
  return {
    ...rest,
    ...(fits && findings.data !== undefined && { data: findings.data }),
    items: fitting(items.slice(0, MOST_ITEMS).map(boundedItem)),
    gaps: [...gaps.slice(0, MOST_LISTED).map(short), ...(fits ? [] : ["the tool's own data: too large"])],
    summary: short(summary),
  };
}

/** The first items, as many as have room. */
function fitting(items: readonly Finding[]): readonly Finding[] {
  let left = LONGEST_ITEMS;
  const end = items.findIndex(({ path, claim, code = [] }) =>
    (left -= code.reduce((sum, { text }) => sum + text.length, path.length + claim.length)) < 0
  );
  return end === -1 ? items : items.slice(0, end);
}

function boundedItem(item: Finding): Finding {
  const { path, claim, startLine, endLine, symbol, relation, reasons, code, values } = item ?? {};
  const isFinding = typeof path === "string" && typeof claim === "string" && Array.isArray(reasons) &&
    Number.isSafeInteger(startLine) && Number.isSafeInteger(endLine);
  if (!isFinding) throw noAnswer();
  return {
    ...item,
    path: short(path),
    claim: short(claim),
    ...(symbol !== undefined && { symbol: short(symbol) }),
    ...(relation !== undefined && { relation: short(relation) }),
    ...(values !== undefined && { values: short(values) }),
    reasons: reasons.slice(0, MOST_LISTED),
    ...(code && { code: boundedCode(code) }),
  };
}

function boundedCode(code: readonly Snippet[]): readonly Snippet[] {
  if (!Array.isArray(code)) throw noAnswer();
  return code.slice(0, MOST_PIECES).map(boundedPiece);
}

function boundedPiece({ startLine, text }: Snippet): Snippet {
  if (!Number.isSafeInteger(startLine) || typeof text !== "string") throw noAnswer();
  return { startLine, text: text.slice(0, LONGEST_SNIPPET) };
}

function short(text: string): string {
  if (typeof text !== "string") throw noAnswer();
  return text.slice(0, LONGEST_TEXT);
}

function noAnswer(): Failure {
  return new Failure("parse", "the tool's answer cannot be read");
}

/** Values in a tree of objects and lists, at most `most`; long texts count by their length. */
function countOf(value: unknown, most: number): number {
  if (typeof value === "string") return 1 + value.length / 100;
  if (typeof value !== "object" || value === null) return 1;
  let count = 1;
  for (const inner of Object.values(value)) {
    count += countOf(inner, most - count);
    if (count >= most) return count;
  }
  return count;
}
