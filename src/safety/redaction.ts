import type { TestedRule } from "./passages.ts";
import { REDACTED, Tally, tallyOne } from "./tally.ts";
import type { Redaction } from "../model/report.ts";
import { type Validator, type ValidatorName, VALIDATORS } from "./secret_validators.ts";
import { foldLetters } from "./fold.ts";
import { KeywordTable } from "./keywords.ts";
import { redactKeyBlocks } from "./key_blocks.ts";
import { lookUp } from "../model/json.ts";
import { onceEach } from "../model/once.ts";
import { base64Runs, decodePercent, hexRuns } from "./encodings.ts";

import data from "../../config/redaction.json" with { type: "json" };

/** A rule in `config/redaction.json`. */
export interface RedactionRule extends TestedRule {
  /** Lower case. Prefilter: the pattern is tested only in text with at least one keyword. */
  readonly keywords: readonly string[];
  /**
   * A regular expression with `{macros}` that ends with the named group `value`; look-aheads may follow. No nested
   * quantifiers: every repetition is bounded, or over a class that cannot match the following text.
   */
  readonly pattern: string;
  /** Only `i` and `m`. */
  readonly flags?: string;
  /** Decides whether a match is a secret; absent: always. */
  readonly validator?: string;
  /** True if the value is a list or map whose items are validated and replaced one by one. */
  readonly items?: boolean;
}

/** All rules, in order of execution. */
export const REDACTION_RULES: readonly RedactionRule[] = data.rules;

/** The rule's global expression; compiled on demand. */
export const ruleRegex: (rule: RedactionRule) => RegExp = onceEach((rule) =>
  new RegExp(expandMacros(rule.pattern), `g${rule.flags ?? ""}`)
);

/** The rule's validator. */
export function ruleValidator(rule: RedactionRule): ValidatorName | undefined {
  return rule.validator as ValidatorName | undefined;
}

function expandMacros(pattern: string): string {
  return pattern.replace(
    /\{([A-Z]+)\}/g,
    (whole, name: string) => lookUp<string>(data.macros, name) ?? whole,
  );
}

/** Result of {@link redact}. */
export interface RedactionResult {
  readonly text: string;
  /** Counts by kind, in order of the first redaction; without zero counts. */
  readonly redactions: readonly Redaction[];
}

const RULES = new KeywordTable(REDACTION_RULES, ({ keywords }) => keywords);

/**
 * Replaces every secret in the text and counts them by kind. The context (names, prefixes that identify the kind,
 * quotes) remains readable, and so does the number of lines. Idempotent.
 */
export function redact(text: string): RedactionResult {
  const tally: Tally = new Map();
  const folded = foldLetters(text);
  let out = redactPlain(folded, tally);
  out = redactEncoded(out, { tally, holdsSecret: (inner) => holdsSecret(inner) });
  return {
    text: folded === text ? out : unfold(out, folded, text),
    redactions: [...tally].map(([kind, count]) => ({ kind, count })),
  };
}

/** True if decoded text contains a secret. */
function holdsSecret(text: string): boolean {
  const tally: Tally = new Map();
  redactPlain(text, tally);
  return tally.size > 0;
}

function redactPlain(text: string, tally: Tally): string {
  let out = redactKeyBlocks(text, tally);
  for (const rule of RULES.in(out.toLowerCase()).rules) out = applyRule(rule, out, tally);
  return redactColumns(out, tally);
}

/** Replaces the value of each match, or the items in it; the rest of the match remains. */
function applyRule(rule: RedactionRule, text: string, tally: Tally): string {
  const name = ruleValidator(rule);
  const validator = name === undefined ? () => true : VALIDATORS[name];
  const regex = ruleRegex(rule);
  let out = "";
  let copied = 0;
  regex.lastIndex = 0;
  for (let match = regex.exec(text); match !== null; match = regex.exec(text)) {
    const { value = "", ...groups } = match.groups ?? {};
    const start = match.index + match[0].length - value.length;
    const end = start + value.length;
    const shown = rule.items
      ? redactItems({ text, start, end, value, groups }, validator)
      : !value.includes(REDACTED) && validator({ text, start, end, value, groups })
      ? REDACTED
      : value;
    if (shown === value) {
      // The value may contain another name with its value.
      if (validator !== undefined) regex.lastIndex = Math.max(start, match.index + 1);
      continue;
    }
    out += text.slice(copied, start) + shown;
    copied = end;
    tallyOne(tally, rule.id);
  }
  return out + text.slice(copied);
}

/** An item of a list or map: a quoted text, or a bare word that no sign of an assignment follows. */
const ITEM =
  /(?<![^\s,:=[{(+-])(?:(["'`])([^"'`\n]{1,300})\1(?!\s{0,4}(?:=>|[:=]))|[^\s"'`,;:=<>(){}[\]]{4,300}(?=[\s,;)}\]]|$))/g;

function redactItems({ text, start, value, groups }: Parameters<Validator>[0], isSecret: Validator): string {
  return value.replace(ITEM, (item: string, quote: string = "", inner: string = item, at: number) => {
    const from = start + at + quote.length;
    const candidate = { text, start: from, end: from + inner.length, value: inner, groups };
    return isSecret(candidate) ? quote + REDACTED + quote : item;
  });
}

/**
 * Inverse of {@link foldLetters} for a redacted text: the rest of each line is the original one again. Both texts have
 * as many lines.
 */
function unfold(redacted: string, folded: string, text: string): string {
  const lines = folded.split("\n");
  let at = 0;
  return redacted.split("\n").map((line, index) => {
    const plain = lines[index] ?? "";
    const original = text.slice(at, at + plain.length);
    at += plain.length + 1;
    return line === plain ? original : unfoldLine(line, plain, original);
  }).join("\n");
}

function unfoldLine(redacted: string, folded: string, original: string): string {
  const parts = redacted.split(REDACTED);
  let from = 0;
  return parts.map((part, index) => {
    const at = index === parts.length - 1 ? folded.length - part.length : folded.indexOf(part, from);
    from = at + part.length;
    return original.slice(at, from);
  }).join(REDACTED);
}

/** Redaction of columns with a heading of secrets, in Markdown tables and separated values. */

const SEPARATORS = ["|", "\t", ";", ","];

/** A heading of secrets, with emphasis. */
const HEADING = /(?:^|[ _*`"-])(?:pass(?:word|wd|phrase|code)?|pwd|secret|token|api[ _-]?key)s?[*`"]{0,2}$/i;

/** A line in which every cell is a heading, not code. */
const HEADINGS = /^[\w\t |,;*`".-]+$/;

/** Replaces the values below such headings. */
export function redactColumns(text: string, tally: Tally): string {
  if (!/pass|pwd|secret|token|key/i.test(text)) return text;
  const lines = text.split("\n");
  for (let at = 0; at + 1 < lines.length; at++) {
    const heading = lines[at] ?? "";
    const separator = HEADINGS.test(heading) && SEPARATORS.find((one) => heading.includes(one));
    if (!separator) continue;
    const cells = heading.split(separator).map((cell) => cell.trim());
    const columns = cells.flatMap((cell, column) => HEADING.test(cell) ? [column] : []);
    if (columns.length === 0 || cells.filter((cell) => cell !== "").length < 2) continue;
    while (at + 1 < lines.length && lines[at + 1]?.split(separator).length === cells.length) {
      at++;
      lines[at] = redactCells(lines[at] ?? "", { separator, columns, tally });
    }
  }
  return lines.join("\n");
}

function redactCells(
  line: string,
  { separator, columns, tally }: { separator: string; columns: readonly number[]; tally: Tally },
): string {
  const cells = line.split(separator);
  for (const column of columns) {
    const cell = cells[column] ?? "";
    const value = cell.replace(/^[\s`"*]+|[\s`"*]+$/g, "");
    const start = cell.indexOf(value);
    if (!VALIDATORS.item({ text: cell, start, end: start + value.length, value, groups: {} })) continue;
    cells[column] = cell.replace(value, () => REDACTED);
    tallyOne(tally, "column");
  }
  return cells.join(separator);
}

/** Redacts encoded secrets: a run that decodes to text with a secret is removed as a whole. */

/** Minimum length of a base64 run that can contain a name and a secret, in UTF-16 code units. */
const LEAST = 24;

const PERCENT_RUN = /[^\s"'<>()]{0,300}%[0-9A-Fa-f]{2}[^\s"'<>()]{4,2000}/g;

/** Counter of redactions, and test of decoded text. */
export interface RedactionContext {
  readonly tally: Tally;
  readonly holdsSecret: (text: string) => boolean;
}

/** Replaces runs of base64, hexadecimal and percent-encoded text in which `holdsSecret` finds a secret. */
export function redactEncoded(text: string, redacting: RedactionContext): string {
  const { tally, holdsSecret } = redacting;
  let out = "";
  let copied = 0;
  const runs = [...base64Runs(text, LEAST), ...hexRuns(text)].sort((a, b) => a.start - b.start);
  for (const { start, end, plain } of runs) {
    if (start < copied || !holdsSecret(plain)) continue;
    out += text.slice(copied, start) + REDACTED;
    copied = end;
    tallyOne(tally, "encoded-secret");
  }
  out += text.slice(copied);
  return out.includes("%") ? redactPercent(out, redacting) : out;
}

function redactPercent(text: string, { tally, holdsSecret }: RedactionContext): string {
  return text.replace(PERCENT_RUN, (run) => {
    const plain = decodePercent(run);
    if (plain === undefined || !holdsSecret(plain)) return run;
    tallyOne(tally, "encoded-secret");
    return REDACTED;
  });
}
