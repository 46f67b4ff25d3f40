import type { Segment } from "./segment.ts";

/** Out-of-vocabulary candidate: a possible word of a question that the lexicon does not contain. */
export interface OovCandidate {
  readonly text: string;
  /** True if it consists of known words. */
  readonly isCompound: boolean;
}

/**
 * Out-of-vocabulary candidates of a segmented run: unknown pieces, two adjacent pieces (a compound if both are known
 * words of two or more characters), and three adjacent pieces (always a compound). 2 to 8 characters; stop words are
 * never part of one.
 */
export function oovCandidates(pieces: readonly Segment[]): OovCandidate[] {
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
