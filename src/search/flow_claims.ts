import { LEAST_CERTAIN } from "../graph/edges.ts";
import type { SymbolRef } from "../graph/symbol_ref.ts";
import type { LexicalIndex } from "../index/lexical_index.ts";
import type { Call } from "./calls.ts";

/** Which of the parts of a way that no calls join, 0-based, and how many there are. */
export interface Place {
  readonly at: number;
  readonly of: number;
}

/** What the first step of a part says of it: of a way in parts no more than that they are in the order of the question. */
export function headingOf(steps: number, { at, of }: Place, unreached: string | undefined): string[] {
  const inOrder = steps > 1 ? [`first of ${steps} steps, in call order`] : [];
  if (of > 1) {
    return [
      `part ${at + 1} of ${of} of the way${at === 0 ? ", no call found that joins them" : ""}`,
      ...inOrder,
    ];
  }
  return [...inOrder, ...(unreached ? [`no call was found that reaches "${unreached.trim()}"`] : [])];
}

/** What calls a step, or hands over to it, and where: of the step's own file the line alone. */
export function calledBy(
  { from, line, confidence, isHandover }: Call,
  step: SymbolRef,
  index: LexicalIndex,
): string {
  const name = index.parsed(from.file)?.definitions[from.definition]?.name ?? "the file";
  const place = from.file === step.file ? `in line ${line}` : `(${index.files.paths[from.file]}:${line})`;
  return `${confidence < LEAST_CERTAIN ? "~" : ""}${
    isHandover ? "handed over" : "called"
  } by ${name} ${place}`;
}
