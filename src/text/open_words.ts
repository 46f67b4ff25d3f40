import type { Segment } from "./segment.ts";

/** A word of a question that the lexicon leaves open. */
export interface OpenWord {
  readonly text: string;
  /** Whether it is made of known words. */
  readonly isCompound: boolean;
}

/**
 * The words of a segmented run that the lexicon does not know, or knows only in parts: unknown pieces, a piece with
 * its neighbour where one of them is unknown or a single character, and two known words side by side.
 */
export function openWords(pieces: readonly Segment[]): OpenWord[] {
  const words = new Map<string, boolean>();
  const add = (text: string, isCompound: boolean): void => {
    if (text.length >= 2 && text.length <= LONGEST) words.set(text, isCompound && words.get(text) !== false);
  };
  pieces.forEach((piece, at) => {
    if (piece.kind === "unknown") add(piece.text, false);
    const next = pieces[at + 1];
    if (!next || piece.kind === "stop" || next.kind === "stop") return;
    add(piece.text + next.text, isWhole(piece) && isWhole(next));
    const third = pieces[at + 2];
    if (third && third.kind !== "stop") add(piece.text + next.text + third.text, true);
  });
  return [...words].map(([text, isCompound]) => ({ text, isCompound }));
}

const LONGEST = 8;

function isWhole(piece: Segment): boolean {
  return piece.kind === "word" && piece.text.length > 1;
}
