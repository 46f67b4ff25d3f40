import { disguisedPassages } from "./disguises.ts";
import { fold } from "./fold.ts";
import { INJECTION_RULES, type InjectionRule, looseRegex, strictRegex } from "./injection_rules.ts";
import { KeywordTable, mayMatch } from "./keywords.ts";
import { foreignOrders } from "./injection_languages.ts";
import { markedPassages } from "./injection_marks.ts";
import { type Passage, widen } from "./passages.ts";
import { signedPassages } from "./injection_heuristics.ts";
import { revealText } from "./unicode.ts";
import { wordedPassages } from "./injection_classifier.ts";

/** What {@link filterInjection} gave back. */
export interface Filtered {
  readonly text: string;
  /** How many passages and runs of hidden characters were removed. */
  readonly removed: number;
}

/** How a text is filtered. */
export interface FilterOptions {
  /**
   * Whether the sentences are this program's own, with values from outside in them: those are not judged by how sentences
   * that give orders are worded, only by what they say. Default false.
   */
  readonly isOwn?: boolean;
}

/** What stands where a passage stood. */
export const FILTERED = "[filtered]";

const RULES = new KeywordTable(
  INJECTION_RULES,
  ({ keywords }) => keywords[0] ?? [],
  ({ keywords }) => keywords.flat(),
);

/** How often a decoded passage may itself hold encoded text that is looked into. */
const MAX_DEPTH = 2;

/**
 * Removes passages that read as instructions to a model, in the large languages, also when they are encoded, spelled
 * with look-alikes or invisible characters, spaced out or written as a name. Code and ordinary comments stay.
 * Lines keep their numbers, and filtering twice changes nothing more.
 */
export function filterInjection(text: string, { isOwn = false }: FilterOptions = {}): Filtered {
  const revealed = revealText(text);
  const learnt = isOwn ? [] : learntPassages(revealed.text);
  const passages = merge([...findPassages(revealed.text, MAX_DEPTH), ...learnt]);
  if (passages.length === 0) return { text: revealed.text, removed: revealed.hidden };
  let out = "";
  let copied = 0;
  for (const { start, end } of passages) {
    out += revealed.text.slice(copied, start) + FILTERED + breaksOf(revealed.text.slice(start, end));
    copied = end;
  }
  return { text: out + revealed.text.slice(copied), removed: revealed.hidden + passages.length };
}

/** The line breaks of a passage, which stay: what follows keeps its line number. */
function breaksOf(passage: string): string {
  return "\n".repeat(passage.split("\n").length - 1);
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
  for (const { start, end } of signedPassages(folded)) {
    const last = endOf(text, end);
    if (!isShortName(text, start, last)) found.push(widen(text, { start, end: last }, "paragraph"));
  }
  for (const disguised of disguisedPassages(text, folded)) {
    const { start, end, plain, runTogether } = disguised;
    const inner = fold(plain);
    if (
      !matches(inner.text, runTogether ? looseRegex : strictRegex).next().done ||
      (depth > 0 && !runTogether && findPassages(plain, depth - 1).length > 0)
    ) found.push({ start, end });
  }
  return found;
}

/** A name of at most three words, such as `fetch_credentials_include`, says what a function does. */
const SHORT_NAME = /^[a-z0-9]+(?:[_-][a-z0-9]+){0,2}$/i;

function isShortName(text: string, start: number, end: number): boolean {
  const isInside = /[\w-]/.test(text.charAt(start - 1)) || /[\w-]/.test(text.charAt(end));
  return !isInside && SHORT_NAME.test(text.slice(start, end).replace(/(?<=[a-z])(?=[A-Z])/g, "_"));
}

function learntPassages(text: string): Passage[] {
  const found: Passage[] = [];
  for (const { start, end } of wordedPassages(fold(text))) {
    found.push(widen(text, { start, end: endOf(text, end) }, "line"));
  }
  return found;
}

/** Behind the character at `index`. What the fold dropped after it, such as a closing quote, stays. */
function endOf(text: string, index: number): number {
  return index + ((text.codePointAt(index) ?? 0) > 0xFFFF ? 2 : 1);
}

interface Match {
  readonly start: number;
  readonly end: number;
  readonly extent: string;
}

function* matches(text: string, regexOf: (rule: InjectionRule) => RegExp): Generator<Match> {
  const { rules, held } = RULES.in(text);
  const han = /[\u3400-\u9FFF]/.test(text);
  const mayApply = ({ lang, keywords }: InjectionRule): boolean =>
    (lang !== "zh" || han) && mayMatch(text, held, keywords);
  for (const rule of rules) {
    if (!mayApply(rule)) continue;
    for (const match of text.matchAll(regexOf(rule))) {
      const start = match.index + match[0].length - match[0].trimStart().length;
      const end = match.index + match[0].trimEnd().length;
      yield { start, end, extent: rule.extent };
    }
  }
}

/** In order, overlapping and touching ones joined. */
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
