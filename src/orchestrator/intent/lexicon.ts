import triggers from "../../../config/triggers.json" with { type: "json" };
import type { IntentKind } from "../../model/intent.ts";
import { entriesOf, fold, wordSet } from "./text_sets.ts";

/** What a trigger speaks for or against. */
export type Role =
  | "act"
  | "fail"
  | "noun"
  | "repo"
  | "definite"
  | "vague"
  | "stop"
  | "task"
  | "knowledge"
  | "chore";

/** One group of trigger words of config/triggers.json. */
export interface Group {
  readonly id: string;
  readonly lang: "en" | "zh";
  readonly role: Role;
  readonly kind?: Exclude<IntentKind, "none">;
  readonly weight: number;
  /** Strength of the vote for `kind`; absent: no vote. */
  readonly vote?: number;
  /** `start`: counts only where a clause begins. */
  readonly at?: "start";
  readonly words: readonly string[];
  readonly example: string;
  readonly nearMiss: string;
}

/** A trigger found in a text. */
export interface Hit {
  readonly group: Group;
  readonly match: string;
  /** Order of the hit among tokens: 0 is the first word of the text. */
  readonly at: number;
}

/** All groups, as written in config/triggers.json. */
export function groups(): readonly Group[] {
  return triggers.groups as readonly Group[];
}

/** Every trigger in the text, each word counted once, longest entry first. */
export function scanTriggers(text: string): Hit[] {
  const lower = text.toLowerCase();
  const hits = scanEnglish(lower);
  if (/[\u4e00-\u9fff]/.test(lower)) hits.push(...scanChinese(fold(lower)));
  return hits;
}

interface Entry {
  readonly group: Group;
  readonly words: readonly string[];
}

interface Token {
  readonly text: string;
  readonly start: boolean;
}

const fillers = wordSet(triggers.fillers);
let english: Map<string, Entry[]> | undefined;
let chinese: Map<string, { group: Group; text: string }[]> | undefined;

function scanEnglish(lower: string): Hit[] {
  const table = english ??= englishTable();
  const tokens = tokenise(lower);
  const hits: Hit[] = [];
  for (let i = 0; i < tokens.length;) {
    const entry = longestAt(table, tokens, i);
    if (entry === undefined) {
      i++;
      continue;
    }
    const size = entry.words.length;
    hits.push({ group: entry.group, match: tokens.slice(i, i + size).map((t) => t.text).join(" "), at: i });
    i += size;
  }
  return hits;
}

function longestAt(table: Map<string, Entry[]>, tokens: readonly Token[], i: number): Entry | undefined {
  const token = tokens[i];
  if (token === undefined) return undefined;
  for (const form of forms(token.text)) {
    for (const entry of table.get(form) ?? []) {
      if (entry.group.at === "start" && !token.start) continue;
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

/** Words in order; `start` marks the first word of a clause after courtesies. */
function tokenise(lower: string): Token[] {
  const fill = fillers();
  const tokens: Token[] = [];
  let start = true;
  for (
    const match of lower.matchAll(
      /[a-z0-9_]+(?:['’./+-][a-z0-9_]+)*[+#]{0,2}|[.!?;:,\n(]|[\u4e00-\u9fff，。；：！？、]|\ue000/g,
    )
  ) {
    const text = match[0].replace("’", "'");
    if (/^[^a-z0-9_\ue000]/.test(text)) {
      start = true;
      continue;
    }
    tokens.push({ text, start });
    if (!fill.has(text)) start = false;
  }
  return tokens;
}

function englishTable(): Map<string, Entry[]> {
  const table = new Map<string, Entry[]>();
  for (const group of groups()) {
    if (group.lang !== "en") continue;
    for (const phrase of entriesOf(group.words)) {
      const words = phrase.split(" ");
      const first = words[0] ?? "";
      const list = table.get(first);
      if (list === undefined) table.set(first, [{ group, words }]);
      else list.push({ group, words });
    }
  }
  for (const list of table.values()) if (list.length > 1) list.sort(longestThenAnchored);
  return table;
}

function longestThenAnchored(a: Entry, b: Entry): number {
  return b.words.length - a.words.length || Number(b.group.at === "start") - Number(a.group.at === "start");
}

function scanChinese(text: string): Hit[] {
  const table = chinese ??= chineseTable();
  const hits: Hit[] = [];
  for (let i = 0; i < text.length;) {
    const found = table.get(text[i] ?? "")?.find((entry) => text.startsWith(entry.text, i));
    if (found === undefined) {
      i++;
      continue;
    }
    hits.push({ group: found.group, match: found.text, at: i });
    i += found.text.length;
  }
  return hits;
}

function chineseTable(): Map<string, { group: Group; text: string }[]> {
  const table = new Map<string, { group: Group; text: string }[]>();
  for (const group of groups()) {
    if (group.lang !== "zh") continue;
    for (const text of entriesOf(group.words)) {
      const first = text[0] ?? "";
      const list = table.get(first);
      if (list === undefined) table.set(first, [{ group, text }]);
      else list.push({ group, text });
    }
  }
  for (const list of table.values()) if (list.length > 1) list.sort((a, b) => b.text.length - a.text.length);
  return table;
}
