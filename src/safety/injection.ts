import { obfuscatedPassages } from "./obfuscation.ts";
import { fold, hasHan } from "./fold.ts";
import { INJECTION_RULES, type InjectionRule, looseRegex, strictRegex } from "./injection_rules.ts";
import { KeywordTable } from "./keywords.ts";
import { heuristicPassages } from "./injection_heuristics.ts";
import { foreignOrders } from "./injection_languages.ts";
import { MOST_UNITS, type Passage, widen } from "./passages.ts";
import { revealText } from "./unicode.ts";
import { classifiedPassages } from "./injection_classifier.ts";

/** Result of {@link filterInjection}. */
export interface FilterResult {
  readonly text: string;
  /** Number of removed passages and runs of hidden characters. */
  readonly removed: number;
}

/** Options of {@link filterInjection}. */
export interface FilterOptions {
  /**
   * True if the sentences are this program's own with external values in them: they are not classified by their
   * wording, only by rules. Default false.
   */
  readonly isOwn?: boolean;
}

/** Replacement of a removed passage. */
export const FILTERED = "[filtered]";

const RULES = new KeywordTable(
  INJECTION_RULES,
  ({ keywords }) => keywords[0] ?? [],
  ({ keywords }) => keywords.flat(),
);

/** Maximum depth of nested encodings. */
const MAX_DEPTH = 2;

/**
 * Removes passages that read as instructions to a model, in the major languages, also if they are encoded, spelled with
 * homoglyphs or invisible characters, spaced out, or written as a name. Code and ordinary comments are unchanged. Line
 * numbers are preserved; idempotent.
 */
export function filterInjection(text: string, { isOwn = false }: FilterOptions = {}): FilterResult {
  const { text: shown, hidden } = revealText(text);
  const passages = merge([...findPassages(shown, MAX_DEPTH), ...isOwn ? [] : classifierPassages(shown)]);
  let out = "";
  let copied = 0;
  for (const { start, end } of passages.map((one) => behindName(shown, one))) {
    const breaks = shown.slice(start, end).split("\n").length - 1;
    out += shown.slice(copied, start) + FILTERED + "\n".repeat(breaks);
    copied = end;
  }
  return { text: out + shown.slice(copied), removed: hidden + passages.length };
}

function findPassages(text: string, depth: number): Passage[] {
  const folded = fold(text);
  const found: Passage[] = [];
  const marks: Passage[] = [];
  for (const match of matches(folded.text, strictRegex)) {
    const start = folded.origin(match.start);
    const end = endOf(text, folded.origin(match.end - 1));
    if (match.extent === "mark") marks.push({ start, end });
    else {found.push(
        match.extent === "match" ? { start, end } : widen(text, { start, end }, "paragraph"),
      );}
  }
  found.push(...markedPassages(text, marks));
  for (const { start, end } of foreignOrders(folded)) {
    found.push(widen(text, { start, end: endOf(text, end) }, "paragraph"));
  }
  for (const { start, end } of heuristicPassages(folded)) {
    const last = endOf(text, end);
    if (!isShortName(text, start, last)) found.push(widen(text, { start, end: last }, "paragraph"));
  }
  for (const run of obfuscatedPassages(text, folded)) {
    const { start, end, plain, unspaced } = run;
    const inner = fold(plain);
    if (
      !matches(inner.text, unspaced ? looseRegex : strictRegex).next().done ||
      (depth > 0 && !unspaced && findPassages(plain, depth - 1).length > 0)
    ) found.push({ start, end });
  }
  return found;
}

/** A closing marker of a conversation, such as `</system>` and `[/INST]`. */
const ENDING = /^(?:<\s?\/|\[\s?\/|<\|\s?(?:\/|im.end|end|eot|eom)|<<\s?\/|<end|&lt;\s?\/)/i;

/**
 * The passages introduced by forged markers of a conversation: each extends to the next marker, or to the end of the paragraph.
 *
 * @param marks in any order
 */
function markedPassages(text: string, marks: readonly Passage[]): Passage[] {
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

/** A name of at most three words, such as `fetch_credentials_include`, describes a function. */
const SHORT_NAME = /^[a-z0-9]+(?:[_-][a-z0-9]+){0,2}$/i;

function isShortName(text: string, start: number, end: number): boolean {
  const isInside = /[\w-]/.test(text.charAt(start - 1) + text.charAt(end));
  return !isInside && SHORT_NAME.test(text.slice(start, end).replace(/(?<=[a-z])(?=[A-Z])/g, "_"));
}

const QUOTES = `"'\``;

/** A passage without the short name that its string is assigned to, which shows where the code has such a text. */
function behindName(text: string, { start, end }: Passage): Passage {
  let quote = start;
  while (quote < end && !QUOTES.includes(text.charAt(quote))) quote++;
  const [name = "", prefix, ...rest] = text.slice(start, quote).split("=");
  const words = name.trim().split(" ");
  const isAssigned = prefix !== undefined && prefix.trim().length <= 1 && rest.length === 0;
  const isName = isAssigned && words.length <= 2 && words.every((word) => SHORT_NAME.test(word)) &&
    findPassages(text.slice(start, quote), 0).length === 0;
  if (!isName) return { start, end };
  while (quote < end && QUOTES.includes(text.charAt(quote))) quote++;
  return { start: quote, end };
}

function classifierPassages(text: string): Passage[] {
  return [...classifiedPassages(fold(text))].map(({ start, end }) =>
    widen(text, { start, end: endOf(text, end) }, "line")
  );
}

/** Offset after the character at `index`. Characters dropped by folding, such as a closing quote, are not included. */
function endOf(text: string, index: number): number {
  return index + ((text.codePointAt(index) ?? 0) > 0xFFFF ? 2 : 1);
}

interface Match extends Passage {
  readonly extent: string;
}

function* matches(text: string, regexOf: (rule: InjectionRule) => RegExp): Generator<Match> {
  const { rules, contains } = RULES.in(text);
  const han = hasHan(text);
  for (const rule of rules) {
    if (rule.lang === "zh" && !han || !rule.keywords.every((group) => group.some(contains))) continue;
    for (const match of text.matchAll(regexOf(rule))) {
      const start = match.index + match[0].length - match[0].trimStart().length;
      const end = match.index + match[0].trimEnd().length;
      yield { start, end, extent: rule.extent };
    }
  }
}

/** Sorts passages, and joins overlapping and adjacent ones. */
function merge(passages: readonly Passage[]): Passage[] {
  const merged: Passage[] = [];
  for (const passage of [...passages].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (last && passage.start <= last.end) {
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, passage.end) };
    } else merged.push(passage);
  }
  return merged;
}
