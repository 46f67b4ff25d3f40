import triggers from "../../../config/triggers.json" with { type: "json" };
import type { IntentKind } from "../../model/intent.ts";
import { entriesOf, fold, wordSet } from "./text_sets.ts";

/**
 * What a trigger speaks for or against: `act` asks for something, `fail` names a symptom (`sure-fail` one only software has), `noun` a thing
 * (`sure` one only software has), `repo` points at this repository, `context` says when something happens, `vague` asks without naming anything; `stop` is a topic of daily life,
 * `task` a writing task, `knowledge` a textbook question, `chore` a git errand, `shell` a command line. `skip` only keeps other triggers from matching inside.
 */
export type Role =
  | "act"
  | "fail"
  | "sure-fail"
  | "noun"
  | "sure"
  | "repo"
  | "definite"
  | "vague"
  | "stop"
  | "task"
  | "knowledge"
  | "chore"
  | "shell"
  | "context"
  | "skip";

/** One group of trigger words of config/triggers.json. */
export interface Group {
  readonly id: string;
  readonly lang: "en" | "zh";
  readonly role: Role;
  readonly kind?: Exclude<IntentKind, "none">;
  /** Added to the confidence when the group's best word is found; negative speaks against. */
  readonly weight: number;
  /** Strength of the vote for `kind`; absent: no vote. */
  readonly vote?: number;
  /** `start`: counts only where a clause begins, after courtesies. */
  readonly at?: "start";
  /** Comma-separated words and phrases, lower case, Chinese in simplified characters. */
  readonly words?: readonly string[];
  /** A regular expression over the lower-cased, folded text instead of words. */
  readonly pattern?: string;
  readonly example: string;
  readonly nearMiss: string;
}

/** A trigger found in a text. */
export interface Hit {
  readonly group: Group;
  readonly match: string;
  /** Where: the number of English words or Chinese characters before it. */
  readonly at: number;
}

/** All groups, as written in config/triggers.json. */
export function groups(): readonly Group[] {
  return triggers.groups as readonly Group[];
}

/** Every trigger in the text, each word counted once, longest entry first. Names should be replaced by U+E000 before. */
export function scanTriggers(text: string): Hit[] {
  const lower = text.toLowerCase().replaceAll("’", "'");
  const hits = scanEnglish(lower);
  scanPatterns(lower, "en", hits);
  if (/[\u4e00-\u9fff]/.test(lower)) {
    const plain = fold(lower);
    scanChinese(plain, hits);
    scanPatterns(plain, "zh", hits);
  }
  return hits;
}

interface Entry {
  readonly group: Group;
  readonly text: string;
  readonly words: readonly string[];
}

interface Token {
  readonly text: string;
  readonly start: boolean;
}

type Table = ReadonlyMap<string, readonly Entry[]>;

/** Patterns look at this many characters: a question is near the beginning. */
const PATTERN_REACH = 4000;

const fillers = wordSet(triggers.fillers);
const chineseFillers = wordSet(triggers.zhFillers);
const auxiliaries = wordSet(triggers.auxiliaries);
let english: Table | undefined;
let chinese: Table | undefined;
let patterns: { group: Group; pattern: RegExp }[] | undefined;

function scanPatterns(text: string, lang: "en" | "zh", hits: Hit[]): void {
  patterns ??= groups().flatMap((group) =>
    group.pattern === undefined ? [] : [{ group, pattern: new RegExp(group.pattern) }]
  );
  const near = text.slice(0, PATTERN_REACH);
  for (const { group, pattern } of patterns) {
    if (group.lang !== lang) continue;
    const found = pattern.exec(near);
    if (found !== null) {
      hits.push({ group, match: found[0].trim(), at: lang === "zh" ? found.index : found.index / 6 });
    }
  }
}

function scanEnglish(lower: string): Hit[] {
  const table = english ??= tableOf("en");
  const tokens = tokenise(lower);
  const hits: Hit[] = [];
  for (let i = 0; i < tokens.length;) {
    const entry = longestAt(table, tokens, i);
    if (entry === undefined) {
      i++;
      continue;
    }
    hits.push({ group: entry.group, match: entry.text, at: i });
    i += entry.words.length;
  }
  return hits;
}

function longestAt(table: Table, tokens: readonly Token[], i: number): Entry | undefined {
  const token = tokens[i];
  if (token === undefined) return undefined;
  const imperative = token.start && !auxiliaries().has(tokens[i + 1]?.text ?? "");
  for (const form of forms(token.text)) {
    for (const entry of table.get(form) ?? []) {
      if (entry.group.at === "start" && !imperative) continue;
      if (matches(entry.words, tokens, i)) return entry;
    }
  }
  return undefined;
}

function matches(words: readonly string[], tokens: readonly Token[], i: number): boolean {
  for (let k = 1; k < words.length; k++) if (tokens[i + k]?.text !== words[k]) return false;
  return true;
}

/** The word itself, then its likely base forms. */
function forms(word: string): string[] {
  if (word.length < 5) return [word];
  const out = [word];
  if (word.endsWith("ies")) out.push(`${word.slice(0, -3)}y`);
  else if (word.endsWith("es")) out.push(word.slice(0, -1), word.slice(0, -2));
  else if (word.endsWith("s")) out.push(word.slice(0, -1));
  else if (word.endsWith("ed")) out.push(word.slice(0, -1), word.slice(0, -2));
  else if (word.endsWith("ing")) out.push(word.slice(0, -3), `${word.slice(0, -3)}e`);
  return out;
}

const TOKEN = /[a-z0-9_]+(?:['./+-][a-z0-9_]+)*[+#]{0,2}|[.!?;:,\n(]|[\u4e00-\u9fff，。；：！？、]|\ue000/g;

/** Words in order; `start` marks the first word of a clause after courtesies. */
function tokenise(lower: string): Token[] {
  const fill = fillers();
  const tokens: Token[] = [];
  let start = true;
  for (const match of lower.matchAll(TOKEN)) {
    const text = match[0];
    if (/^[^a-z0-9_\ue000]/.test(text)) {
      start = true;
      continue;
    }
    tokens.push({ text, start });
    if (!fill.has(text)) start = false;
  }
  return tokens;
}

function scanChinese(text: string, hits: Hit[]): void {
  const table = chinese ??= tableOf("zh");
  for (let i = 0; i < text.length;) {
    const found = table.get(text[i] ?? "")?.find((entry) => isAt(entry, text, i));
    if (found === undefined) {
      i++;
      continue;
    }
    hits.push({ group: found.group, match: found.text, at: i });
    i += found.text.length;
  }
}

function isAt(entry: Entry, text: string, i: number): boolean {
  return text.startsWith(entry.text, i) && (entry.group.at !== "start" || startsClause(text, i));
}

/** True when only courtesies stand between the last punctuation mark and the position. */
function startsClause(text: string, at: number): boolean {
  let rest = (text.slice(Math.max(0, at - 16), at).split(/[，。；：！？、,.;:!?\n]/).at(-1) ?? "").replaceAll(
    " ",
    "",
  );
  while (rest !== "") {
    const filler = [...chineseFillers()].find((word) => rest.startsWith(word));
    if (filler === undefined) return false;
    rest = rest.slice(filler.length);
  }
  return true;
}

function tableOf(lang: "en" | "zh"): Table {
  const table = new Map<string, Entry[]>();
  for (const group of groups()) {
    if (group.lang !== lang || group.words === undefined) continue;
    for (const text of entriesOf(group.words)) {
      const words = lang === "en" ? text.split(" ") : [];
      const first = (lang === "en" ? words[0] : text[0]) ?? "";
      const list = table.get(first);
      if (list === undefined) table.set(first, [{ group, text, words }]);
      else list.push({ group, text, words });
    }
  }
  for (const list of table.values()) if (list.length > 1) list.sort(longestThenAnchored);
  return table;
}

function longestThenAnchored(a: Entry, b: Entry): number {
  return b.words.length - a.words.length || b.text.length - a.text.length ||
    Number(b.group.at === "start") - Number(a.group.at === "start");
}
