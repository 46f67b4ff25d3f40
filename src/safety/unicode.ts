/** Characters that hide text from a reader, and control characters that do not belong into text. */

/** Result of {@link revealText}. */
export interface RevealResult {
  readonly text: string;
  /** Number of runs of characters whose only purpose is to hide or reorder text: tag characters and bidi overrides. */
  readonly hidden: number;
}

/** Quick check for ordinary source: false for printable ASCII, tab and newline. */
const mayHide = (text: string): boolean => /[^\t\n\x20-\x7E]/.test(text);

/** Terminal sequences (CSI and OSC) of limited length. */
// deno-lint-ignore no-control-regex
const TERMINAL = new RegExp(
  "\\x1B\\[[0-?]{0,32}[ -/]{0,4}[@-~]|\\x1B\\][^\\x07\\x1B\\n]{0,400}(?:\\x07|\\x1B\\\\)?|\\x9B[0-?]{0,32}[@-~]",
  "g",
);

/** C0 and C1 control characters except tab and newline, and lone DEL. */
// deno-lint-ignore no-control-regex
const CONTROLS = /[\x00-\x08\x0B\x0C\x0E-\x1F\x7F-\x84\x86-\x9F]/g;

/** Tag characters, bidi embeddings, overrides and isolates, interlinear annotations, runs of variation selectors. */
const HIDING =
  /[\u{E0000}-\u{E007F}]+|[\u202A-\u202E\u2066-\u2069]+|[\uFFF9-\uFFFB]+|[\u{E0100}-\u{E01EF}]+|[\uFE00-\uFE0F]{2,}/gu;

/**
 * Zero-width and other invisible characters between letters that do not need them. Joiners are retained in emoji and in
 * scripts that use them (Arabic, Indic, Mongolian, Khmer).
 */
const INVISIBLE =
  /[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B\u200E\u200F\u2060-\u2065\u206A-\u206F\u3164\uFEFF\uFFA0]|(?<=[\p{ASCII}\p{Script=Han}\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}])[\u200C\u200D]|[\u200C\u200D](?=[\p{ASCII}\p{Script=Han}\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}])/gu;

/** Half of a surrogate pair. */
const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/**
 * The text as displayed: line ends as `
 * `, without terminal sequences, control, invisible and reordering characters, and without half surrogate pairs.
 * Idempotent.
 */
export function revealText(text: string): RevealResult {
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
