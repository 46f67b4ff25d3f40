import gate from "../../config/gate.json" with { type: "json" };
import { ends } from "./segments.ts";
import index from "../../config/triggers.index.json" with { type: "json" };
import type { IntentKind } from "../model/intent.ts";
import { hasCjk } from "../text/chars.ts";
import { simplify } from "../text/traditional.ts";
import { findInText, findInTokens, type Sequence, type Token } from "./sequences.ts";
import { listed, lookUp, lowerBound } from "../text/table.ts";

/**
 * Evidence of a trigger: `act` asks for something, `fail` names a symptom (`sure-fail` one only software has), `noun`
 * a thing (`sure` one only software has), `repo` points at this repository, `context` gives an occasion, `vague` asks
 * without naming anything; `stop` is a topic of daily life, `task` a writing task, `knowledge` a textbook question,
 * `chore` a git errand, `shell` a command line. `skip` only keeps other triggers from matching inside.
 */
export type Role = keyof typeof gate.pools | "skip";

/** One group of triggers, without its words: those are in the sorted tables of config/triggers.index.json. */
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
  /** True: only the written form counts, not its inflections. */
  readonly exact?: boolean;
  /** Sentence shapes. */
  readonly sequences?: readonly Sequence[];
}

/** A trigger found in a text. */
export interface Hit {
  readonly group: Group;
  readonly match: string;
  /** Position: the number of English words or Chinese characters before it. */
  readonly at: number;
}

const groups = index.groups as readonly Group[];

/**
 * Text beyond this many UTF-16 units is not scanned, except for its end: a question is at either end of a long prompt,
 * which takes half the time so.
 */
const HEAD = 4000;
const TAIL = 2000;

/** Every trigger in the text, each word counted once, longest entry first. Names should be replaced by U+E000 before. */
export function scanTriggers(text: string): Hit[] {
  const lower = ends(text, HEAD, TAIL).toLowerCase().replaceAll("’", "'");
  const hits: Hit[] = [];
  scanEnglish(tokenise(lower), hits);
  if (hasCjk(lower)) scanChinese(simplify(lower).replace(/ +/g, tight), hits);
  return hits;
}

/** Blanks beside a Chinese character carry nothing; others separate words. */
function tight(blank: string, at: number, whole: string): string {
  const before = whole.charCodeAt(at - 1);
  const after = whole.charCodeAt(at + blank.length);
  return before > 0x2e7f || after > 0x2e7f ? "" : " ";
}

/** The triggers of a request; behind one to write a text, or to commit with a message, is that text. */
export function requestTriggers(text: string): Hit[] {
  const [head = ""] = text.split(/(?<=[:：]|(?:message|信息)(?![:：]))/, 1);
  const hits = scanTriggers(head);
  const isWriting = ({ group: { role }, match }: Hit): boolean =>
    role === "task"
      ? ":：".includes(head.slice(-1))
      : role === "chore" && ["commit", "提交"].some((one) => match.includes(one));
  return head.length === text.length || hits.some(isWriting) ? hits : scanTriggers(text);
}

function scanEnglish(tokens: readonly Token[], hits: Hit[]): void {
  for (let i = 0; i < tokens.length;) i += matchAt(tokens, i, hits);
  const find = (shape: Sequence, { at }: Group) => findInTokens(tokens, shape, at === "start");
  for (const { group, at, size } of shapesIn("en", find)) {
    hits.push({ group, match: spoken(tokens, at, size), at });
  }
}

/** The first shape of each group that is found. */
function shapesIn(
  lang: Group["lang"],
  find: (shape: Sequence, group: Group) => [number, number] | undefined,
) {
  return groups.filter((group) => group.lang === lang).flatMap((group) => {
    for (const shape of group.sequences ?? []) {
      const found = find(shape, group);
      if (found) return [{ group, at: found[0], size: found[1] }];
    }
    return [];
  });
}

/** The words of the prompt that matched; a name in between shows as an ellipsis. */
function spoken(tokens: readonly Token[], at: number, size: number): string {
  return tokens.slice(at, at + size).map(({ text }) => text === "\ue000" ? "…" : text).join(" ");
}

/** Adds the longest entry that begins at the token; answers how many tokens to go on, 1 without an entry. */
function matchAt(tokens: readonly Token[], i: number, hits: Hit[]): number {
  const token = tokens[i]!;
  for (const form of baseForms(token.text)) {
    // An imperative has its base form: "archived projects" orders nothing.
    const found = longest(form, tokens, i, form === token.text);
    if (found === undefined) continue;
    hits.push({ group: found.group, match: spoken(tokens, i, found.size), at: i });
    return found.size;
  }
  return 1;
}

function longest(
  form: string,
  tokens: readonly Token[],
  i: number,
  written: boolean,
): { group: Group; size: number } | undefined {
  let best: { group: Group; size: number } | undefined;
  for (let at = lowerBound(index.en, form); index.en.startsWith(form, at);) {
    const mark = index.en[at + form.length];
    if (mark !== "\t" && mark !== " ") break;
    const end = index.en.indexOf("\n", at);
    const tab = index.en.indexOf("\t", at);
    const phrase = index.en.slice(at, tab);
    const size = spans(phrase.slice(form.length), tokens, i);
    if (size > (best?.size ?? 0)) {
      const group = groupOf(index.en.slice(tab, end), written && tokens[i]!.start, written);
      if (group !== undefined) best = { group, size };
    }
    at = end + 1;
  }
  return best;
}

/** Number of tokens the phrase covers when its further words follow; 0 when they do not. */
function spans(further: string, tokens: readonly Token[], i: number): number {
  if (further === "") return 1;
  const words = further.slice(1).split(" ");
  for (let k = 0; k < words.length; k++) if (tokens[i + 1 + k]?.text !== words[k]) return 0;
  return words.length + 1;
}

/** The first group of a table value that may count here; anchored ones are listed first. */
function groupOf(value: string, anchored: boolean, written: boolean): Group | undefined {
  for (const number of value.split(",")) {
    const group = groups[Number(number)];
    if (group === undefined || (!anchored && group.at === "start") || (!written && group.exact === true)) {
      continue;
    }
    return group;
  }
  return undefined;
}

/** The word itself, then its likely base forms. */
export function baseForms(word: string): string[] {
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
  const tokens: Token[] = [];
  let start = true;
  let breaks = true;
  for (const match of lower.matchAll(TOKEN)) {
    const text = match[0];
    // A word begins with a digit, a letter, or `_`.
    if (text !== "\ue000" && !(text >= "0" && text < "{" && !":;?".includes(text))) {
      start = true;
      breaks = true;
      continue;
    }
    tokens.push({ text, start, breaks });
    breaks = false;
    if (!listed(index.lists.fillers, text)) start = false;
  }
  return tokens;
}

/** True for an occasion, which is no errand: "when files are opened" (打开文件时), "when X runs" (执行 X 时). */
function isOccasion(text: string, at: number): boolean {
  return /^[\ue000\w .-]*(?:的?时候?|[之以]?后|之?前)/.test(text.slice(at, at + LONGEST_NAME));
}

/** UTF-16 units. */
const LONGEST_NAME = 60;

function scanChinese(text: string, hits: Hit[]): void {
  for (let i = 0; i < text.length;) {
    const found = chineseAt(text, i);
    const behind = i + (found?.match.length ?? 1);
    if (found !== undefined && !(found.group.role === "chore" && isOccasion(text, behind))) {
      hits.push({ ...found, at: i });
    }
    i = behind;
  }
  for (const { group, at, size } of shapesIn("zh", (shape) => findInText(text, shape))) {
    hits.push({ group, match: text.slice(at, at + size).replaceAll("\ue000", "…"), at });
  }
}

/** Longest Chinese entry, in characters. */
const LONGEST = 10;

/** The longest entry that is a prefix of the text at the offset and may count there. */
function chineseAt(text: string, at: number): { group: Group; match: string } | undefined {
  const near = text.slice(at, at + LONGEST);
  if (!/^(?:[a-z]+[\u4e00-\u9fff]|[^\0-\u2e7f])/.test(near)) return undefined;
  const line = lowerBound(index.zh, `${near}\t`);
  const previous = index.zh.lastIndexOf("\n", line - 2) + 1;
  const shared = Math.max(common(index.zh, previous, near), common(index.zh, line, near));
  for (let size = shared; size > 0; size--) {
    const match = near.slice(0, size);
    const value = lookUp(index.zh, match);
    const group = value === undefined ? undefined : groupOf(value, startsClause(text, at), true);
    if (group !== undefined) return { group, match };
  }
  return undefined;
}

/** Number of characters the line at the offset shares with the word. */
function common(table: string, at: number, word: string): number {
  let size = 0;
  while (size < word.length && table[at + size] === word[size]) size++;
  return size;
}

/** True if only courtesies are between the last punctuation mark and the position. */
function startsClause(text: string, at: number): boolean {
  let rest = text.slice(Math.max(0, at - 14), at).split(/[，。；：！？、,.;:!?\n]/).at(-1) ?? "";
  while (rest !== "") {
    const size = [3, 2, 1].find((length) => listed(index.lists.zhFillers, rest.slice(0, length)));
    if (size === undefined) return false;
    rest = rest.slice(size);
  }
  return true;
}
