import { isHan } from "./chars.ts";

/**
 * Chinese and the English that stands beside it: a translated message and its key or original, a comment and the
 * line it describes, a label and the identifiers of its line. Nothing here knows a format for sure; what a wrong
 * guess teaches is outvoted by the others.
 */

/** The same expression in both languages at one place of a text. */
export interface Gloss {
  /** The Chinese of the place, other characters left out. */
  readonly chinese: string;
  /** English words and identifiers as written, at most {@link MOST_WORDS}. */
  readonly english: readonly string[];
}

/** More words than this say too much to teach one. */
export const MOST_WORDS = 12;
/** Lines looked at around a place. */
const REACH = 12;
/** Longer lines are cut around the place, in UTF-16 units to each side. */
const LINE_SIDE = 200;

/** What stands beside the Chinese at a UTF-16 offset of `text`; undefined when nothing does. */
export function glossAt(text: string, offset: number): Gloss | undefined {
  const line = lineAt(text, offset);
  const chinese = hanOf(line.text);
  if (chinese === "") return undefined;
  const english = englishBeside(text, line);
  return english.length === 0 ? undefined : { chinese, english: english.slice(0, MOST_WORDS) };
}

/** Offsets of at most `count` Chinese characters, spread over the text. */
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
/** A line of a comment. */
const COMMENT = /^\s*(?:\/\/|\/\*|\*|#|--|<!--|;|%)/;
/** A line that describes the one below it: annotation, attribute. */
const ANNOTATION = /^\s*(?:@\w|#\[|\[\w)/;
const DOCSTRING = /^\s*[rRuU]?(?:"""|''')/;
const PARAMETER = /^\s*(?:\*|\/\/|#)\s*[@:\\](?:param|return|throws|exception|see|author|since|date|version)/;
/** The line above goes on here. */
const GOES_ON = /[:=(,[{+]\s*$/;

interface Line {
  readonly text: string;
  /** UTF-16 offsets in the whole text. */
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

/** The original of a gettext message. */
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

/** The first line below that is no comment; "" when a blank line comes first. */
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
  return GOES_ON.test(above) ? above : "";
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

/** `%(name)s`, `{count}`, `{{x}}`, `<b>`, `\n` name nothing. */
const PLACEHOLDER = /%\(\w*\)[a-z]|\{\{?[^{}\n]{0,40}\}?\}|%[\d$]*[a-z@]\b|<\/?\w[^<>]{0,80}>|&\w+;|\\[ntr]/g;
