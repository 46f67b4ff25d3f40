/**
 * Characters that carry text past a reader's eyes, and controls that have no place in a block of text.
 */

/** What {@link revealText} gave back. */
export interface Revealed {
  readonly text: string;
  /** Runs of characters whose only use here is to hide or reorder text: tag characters and bidi overrides. */
  readonly hidden: number;
}

/** Anything outside printable ASCII, tab and newline: the fast way out for ordinary source. */
const mayHide = (text: string): boolean => /[^\t\n\x20-\x7E]/.test(text);

/** CSI and OSC terminal sequences, bounded. */
// deno-lint-ignore no-control-regex
const TERMINAL = new RegExp(
  "\\x1B\\[[0-?]{0,32}[ -/]{0,4}[@-~]|\\x1B\\][^\\x07\\x1B\\n]{0,400}(?:\\x07|\\x1B\\\\)?|\\x9B[0-?]{0,32}[@-~]",
  "g",
);

/** C0 and C1 controls but tab and newline, and lone DEL. */
// deno-lint-ignore no-control-regex
const CONTROLS = /[\x00-\x08\x0B\x0C\x0E-\x1F\x7F-\x84\x86-\x9F]/g;

/** Tag characters, bidi embeddings, overrides and isolates, interlinear annotation, variation selector runs. */
const HIDING =
  /[\u{E0000}-\u{E007F}]+|[\u202A-\u202E\u2066-\u2069]+|[\uFFF9-\uFFFB]+|[\u{E0100}-\u{E01EF}]+|[\uFE00-\uFE0F]{2,}/gu;

/**
 * Zero-width and other invisible characters between letters that do not need them. Joiners stay inside emoji and
 * the scripts that spell with them (Arabic, Indic, Mongolian, Khmer).
 */
const INVISIBLE =
  /[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B\u200E\u200F\u2060-\u2065\u206A-\u206F\u3164\uFEFF\uFFA0]|(?<=[\p{ASCII}\p{Script=Han}\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}])[\u200C\u200D]|[\u200C\u200D](?=[\p{ASCII}\p{Script=Han}\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}])/gu;

/** Half a surrogate pair. */
const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/**
 * The text as a person would see it: line ends as `\n`, no terminal sequences, controls, invisible or reordering
 * characters, no half surrogate pairs. Applying it twice changes nothing more.
 */
export function revealText(text: string): Revealed {
  if (!mayHide(text)) return { text, hidden: 0 };
  let hidden = 0;
  const shown = text
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n")
    .replace(TERMINAL, "")
    .replace(CONTROLS, "")
    .replace(LONE_SURROGATE, "\uFFFD")
    .replace(HIDING, () => (hidden++, ""))
    .replace(INVISIBLE, "");
  return { text: shown, hidden };
}
