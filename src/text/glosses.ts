import { isHan } from "./chars.ts";

/**
 * Bilingual context: Chinese text and adjacent English, such as a translated message and its key or original, a comment
 * and the code that it describes, a label and the identifiers of its line. Formats are guessed; wrong guesses are
 * outvoted by other samples.
 */

/** Chinese text with the English next to it. */
export interface Gloss {
  /** Han characters of the line; other characters are removed. */
  readonly chinese: string;
  /** English words and identifiers as written, at most {@link MOST_WORDS}. */
  readonly english: readonly string[];
}

/** Maximum number of English words; more would be too unspecific as a translation. */
export const MOST_WORDS = 12;
/** Maximum number of lines searched above or below a line. */
const REACH = 12;
/** Maximum length of a line on each side of the offset, UTF-16 code units; the rest is cut off. */
const LINE_SIDE = 200;

/** Returns the gloss at a zero-based UTF-16 offset of `text`; undefined without Chinese or without adjacent English. */
export function glossAt(text: string, offset: number): Gloss | undefined {
  const line = lineAt(text, offset);
  const chinese = hanOf(line.text);
  if (chinese === "") return undefined;
  const english = englishBeside(text, line);
  return english.length === 0 ? undefined : { chinese, english: english.slice(0, MOST_WORDS) };
}

/** Offsets of Chinese characters, spread evenly over the text: about `count`, always fewer than twice as many. */
export function* samplesOf(text: string, count: number): Generator<number> {
  const step = Math.max(1, Math.floor(text.length / count));
  let last = -1;
  for (let from = 0; from < text.length; from += step) {
    HAN.lastIndex = Math.max(from, last + 1);
    const found = HAN.exec(text);
    if (found === null) return;
    last = found.index;
    yield last;
  }
}

const HAN = /[\u3400-\u4dbf\u4e00-\u9fff]/g;
const WORD = /[A-Za-z_$][\w$]*/g;
/** Start of a comment line. */
const COMMENT = /^\s*(?:\/\/|\/\*|\*|#|--|<!--|;|%)/;
/** Start of a line that annotates the next one: annotation, attribute. */
const ANNOTATION = /^\s*(?:@\w|#\[|\[\w)/;
const DOCSTRING = /^\s*[rRuU]?(?:"""|''')/;
const PARAMETER = /^\s*(?:\*|\/\/|#)\s*[@:\\](?:param|return|throws|exception|see|author|since|date|version)/;
/** End of a line that continues on the next one. */
const CONTINUES = /[:=(,[{+]\s*$/;

interface Line {
  readonly text: string;
  /** UTF-16 offsets in the whole text; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

function englishBeside(text: string, line: Line): string[] {
  if (/^\s*(?:msgstr\b|")/.test(line.text)) {
    const original = messageOf(text, line);
    if (original.length > 0) return original;
  }
  if (DOCSTRING.test(line.text)) return wordsOf(codeAbove(text, line));
  if (ANNOTATION.test(line.text)) return wordsOf(codeBelow(text, line));
  const own = wordsOf(line.text);
  if (!COMMENT.test(line.text)) return own.length > 0 ? own : wordsOf(openAbove(text, line));
  if (PARAMETER.test(line.text)) return own;
  return [...own, ...wordsOf(codeBelow(text, line))];
}

/** Original of a gettext message (`msgid`). */
function messageOf(text: string, line: Line): string[] {
  let at = line;
  for (let step = 0; step < REACH; step++) {
    if (at.text.trim() === "") return [];
    const found = /^\s*msgid(?:_plural)? "(.*)"/.exec(at.text);
    if (found) return wordsOf(found[1] || lineAt(text, at.end + 1).text);
    if (at.start === 0) return [];
    at = lineAt(text, at.start - 1);
  }
  return [];
}

/** First line below that is neither comment nor annotation; "" if a blank line comes first or none is within reach. */
function codeBelow(text: string, line: Line): string {
  let at = line;
  for (let step = 0; step < REACH && at.end < text.length; step++) {
    at = lineAt(text, at.end + 1);
    const plain = at.text.trim();
    if (plain === "") return "";
    if (!COMMENT.test(at.text) && !ANNOTATION.test(at.text)) return at.text;
  }
  return "";
}

function codeAbove(text: string, line: Line): string {
  let at = line;
  for (let step = 0; step < REACH && at.start > 0; step++) {
    at = lineAt(text, at.start - 1);
    if (/\b(?:def|class|function)\b/.test(at.text)) return at.text;
  }
  return "";
}

function openAbove(text: string, line: Line): string {
  if (line.start === 0) return "";
  const above = lineAt(text, line.start - 1).text;
  return CONTINUES.test(above) ? above : "";
}

function lineAt(text: string, offset: number): Line {
  const from = text.lastIndexOf("\n", offset - 1) + 1;
  const to = text.indexOf("\n", offset);
  const end = to < 0 ? text.length : to;
  const cut = text.slice(Math.max(from, offset - LINE_SIDE), Math.min(end, offset + LINE_SIDE));
  return { text: cut, start: from, end };
}

function hanOf(text: string): string {
  let han = "";
  for (let i = 0; i < text.length; i++) if (isHan(text.charCodeAt(i))) han += text.charAt(i);
  return han;
}

function wordsOf(text: string): string[] {
  return (text.replace(PLACEHOLDER, " ").match(WORD) ?? []).filter((word) => word.length > 1);
}

/** Placeholders, markup and escape sequences, which are not words: `%(name)s`, `{count}`, `{{x}}`, `<b>`, `&lt;`. */
const PLACEHOLDER = /%\(\w*\)[a-z]|\{\{?[^{}\n]{0,40}\}?\}|%[\d$]*[a-z@]\b|<\/?\w[^<>]{0,80}>|&\w+;|\\[ntr]/g;
