import { type Passage, widen } from "./passages.ts";

/** Forged marks of a conversation, such as `<system>` and `[INST]`, and the orders that stand between or behind them. */

/** How far the end of what a mark begins may be from it, UTF-16 units. */
const FARTHEST = 4000;

/** A mark that ends something. */
const ENDING = /^(?:<\s?\/|\[\s?\/|<\|\s?(?:\/|im.end|end|eot|eom)|<<\s?\/|<end|&lt;\s?\/)/i;

/**
 * The passages that marks begin: each reaches to its closing mark, or to the end of the paragraph if there is none.
 *
 * @param marks in any order
 */
export function markedPassages(text: string, marks: readonly Passage[]): Passage[] {
  const sorted = [...marks].sort((a, b) => a.start - b.start);
  let isOpen = false;
  return sorted.map((mark, at) => {
    const next = sorted[at + 1];
    const wasOpen = isOpen;
    isOpen = !ENDING.test(text.slice(mark.start, mark.end));
    if (isOpen && next !== undefined && next.start - mark.end <= FARTHEST) {
      return { start: mark.start, end: next.start };
    }
    if (!isOpen && wasOpen) return mark;
    return { start: mark.start, end: widen(text, { start: mark.start, end: mark.end }, "paragraph").end };
  });
}
