import { MOST_UNITS, type Passage, widen } from "./passages.ts";

/** Forged conversation markers such as `<system>` and `[INST]`, with the text between or after them. */

/** A closing marker. */
const ENDING = /^(?:<\s?\/|\[\s?\/|<\|\s?(?:\/|im.end|end|eot|eom)|<<\s?\/|<end|&lt;\s?\/)/i;

/**
 * The passages introduced by markers: each extends to the next marker, or to the end of the paragraph.
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
    if (isOpen && next !== undefined && next.start - mark.end <= MOST_UNITS) {
      return { start: mark.start, end: next.start };
    }
    if (!isOpen && wasOpen) return mark;
    return { start: mark.start, end: widen(text, { start: mark.start, end: mark.end }, "paragraph").end };
  });
}
