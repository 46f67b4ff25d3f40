import type { LexicalIndex } from "../index/lexical_index.ts";
import { ROLES } from "../index/lexical_index.ts";
import type { Definition } from "../syntax/parsed_file.ts";
import { holdsLine } from "../syntax/parsed_file.ts";
import { tokens } from "../text/tokens.ts";
import type { ReadLines } from "./file_lines.ts";
import { ENGLISH } from "./query/interface_words.ts";
import { isTextTable } from "./text_tables.ts";

/** What a question names as an example. */
export interface Example {
  /** As the question writes it. */
  readonly said: string;
  /** The token that it goes by in the code. */
  readonly term: string;
  /** The tokens of its parts, which stand side by side where it is written with hyphens or underscores. */
  readonly parts: readonly string[];
}

/** A file that names an example outside of its definition. */
export interface ExampleSite {
  readonly file: number;
  /** One-based, in order; the lines worth showing. */
  readonly lines: readonly number[];
  /** How many lines name it. */
  readonly count: number;
}

/** Where sites are looked for. */
export interface SiteOptions {
  readonly index: LexicalIndex;
  /** The files that rank best for the question. */
  readonly near: ReadonlySet<number>;
  readonly read: ReadLines;
}

/** A word in more chunks of code than this means more than the example. */
const COMMON = 40;
const MOST_CHUNKS = 600;
const LONGEST_LINE = 400;
/** Files of each role, in this order, lines that are shown of each, and files in all. */
const SHARES: ReadonlyMap<string, { readonly files: number; readonly lines: number }> = new Map([
  ["code", { files: 7, lines: 6 }],
  ["data", { files: 2, lines: 3 }],
  ["doc", { files: 1, lines: 3 }],
  ["test", { files: 1, lines: 2 }],
]);
/** Where twice as many files of code have the word as are shown, with so many that rank or name a definition, others only happen to use it. */
const ENOUGH = 3;
/** What was written when something was added, and what is made from other files. */
export const ASIDE =
  /(?:change|history|release|news|upgrad)[^/]*$|(?:^|\/)(?:dist|vendor|third_party|generated|__snapshots__)\/|\.(?:min\.\w+|snap|lock|svg|map)$/i;
/** Documents that tell of steps taken once; in code that is where a column is added. */
const TELLS_STEPS = /migrat[^/]*$/i;
/** Imports take what they need and list nothing. */
const IMPORT = /^\s*(?:import|from|using|use|package|namespace|module|#include|require)\b/;
const COMMENT = /^\s*(?:\*|\/\/|\/\*|#(?!\[|\w)|--|<!--|"""|;)/;

/** The rarest word of the name that the code has; of `observable.ref` what stands behind the dot. */
export function exampleOf(said: string, index: LexicalIndex): Example | undefined {
  const own = said.includes(" ") ? said : lastPart(said);
  const whole = tokens(own.replace(/[-_\s]/g, ""))[0];
  const parts = [...new Set(tokens(own))];
  const terms = [...new Set([...(whole === undefined ? [] : [whole]), ...parts])];
  index.load(terms);
  const known = terms.map((term) => ({ term, count: index.chunkFrequency(term) }))
    .filter(({ count }) => count > 0);
  const best = known.find(({ term, count }) => term === whole && count > 1) ??
    known.sort((a, b) => a.count - b.count)[0];
  return best && { said, term: best.term, parts };
}

/** The files that name the example or one of the definitions that go by it; those that name a definition first. */
export function sitesOf(
  { said, term, parts }: Example,
  patterns: readonly { readonly file: number; readonly definition: Definition }[],
  { index, near, read }: SiteOptions,
): ExampleSite[] {
  const names = new Set(patterns.map(({ definition }) => definition.name).filter((name) => name.length > 3));
  const isTest = (file: number): boolean => index.traits.test[file] === 1;
  const roleOf = (file: number): string => isTest(file) ? "test" : ROLES[index.files.roles[file]!] ?? "data";
  const chunks = chunksWith([term], index);
  const isCommon = chunks.filter((chunk) => roleOf(index.chunks.file[chunk]!) === "code").length > COMMON;
  const literal = lastPart(said).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const quoted = new RegExp(`["'\`:]${literal}["'\`]|\\.${literal}["'\`]|:${literal}\\b`, "i");
  const entered = new RegExp(`(?<![.\\w>])${literal}\\s*[:=(]`);
  const joined = new RegExp((said.match(/[A-Za-z0-9]+/g) ?? []).join("[-_]?"), "i");
  const isNamed = (text: string, file: number): boolean =>
    parts.length > 1 && !/[.:#]/.test(said) && joined.test(text) ||
    (isCommon ? quoted.test(text) || near.has(file) && entered.test(text) : tokens(text).includes(term));
  const found = new Map<number, { lines: Set<number>; naming: Set<number> }>();
  for (const chunk of new Set([...chunks, ...chunksWith(parts, index)])) {
    const file = index.chunks.file[chunk]!;
    const path = index.files.paths[file]!;
    if (ASIDE.test(path) || TELLS_STEPS.test(path) && roleOf(file) !== "code") continue;
    const lines = read(path) ?? [];
    for (let line = index.chunks.startLine(chunk); line <= index.chunks.endLine(chunk); line++) {
      const text = lines[line - 1] ?? "";
      if (text.length > LONGEST_LINE || isInside(patterns, file, line)) continue;
      if (IMPORT.test(text) || (roleOf(file) !== "doc" && COMMENT.test(text))) continue;
      const words = text.match(/[\w$]+/g) ?? [];
      const naming = words.some((word) => names.has(word));
      if (!naming && !isNamed(text, file)) continue;
      const own = found.get(file) ?? { lines: new Set(), naming: new Set() };
      found.set(file, own);
      own.lines.add(line);
      if (naming) own.naming.add(line);
    }
  }
  const order = [...SHARES.keys()];
  const ranks = [...near];
  const rank = (file: number): number => near.has(file) ? ranks.indexOf(file) : ranks.length;
  // Of texts, those in English stand for all others.
  const isTranslated = ({ file }: { readonly file: number }): boolean => {
    const path = index.files.paths[file]!;
    return isTextTable(path) && !ENGLISH.test(path);
  };
  const sorted = [...found].map(([file, held]) => ({ file, role: roleOf(file), ...held })).sort((a, b) =>
    order.indexOf(a.role) - order.indexOf(b.role) || Number(isTranslated(a)) - Number(isTranslated(b)) ||
    Number(b.naming.size > 0) - Number(a.naming.size > 0) || rank(a.file) - rank(b.file) ||
    b.lines.size - a.lines.size || a.file - b.file
  );
  return shared(sorted, ({ file, naming }) => near.has(file) || naming.size > 0).map((one) => {
    const { file, role, lines, naming } = one;
    const best = [...lines].sort((a, b) => Number(naming.has(b)) - Number(naming.has(a)) || a - b);
    const shown = best.slice(0, SHARES.get(role)!.lines).sort((a, b) => a - b);
    return { file, lines: shown, count: lines.size };
  });
}

/** The first chunks that hold all of the terms. */
function chunksWith(terms: readonly string[], index: LexicalIndex): number[] {
  const [first, ...others] = terms.map((term) => index.postings(term)?.chunks ?? []);
  const sets = others.map((chunks) => new Set(chunks));
  return [...first ?? []].filter((chunk) => sets.every((set) => set.has(chunk))).slice(0, MOST_CHUNKS);
}

/** As many of each role as it has room; of code those that are plainly meant, where there are enough. */
function shared<T extends { readonly role: string }>(
  sorted: readonly T[],
  isMeant: (one: T) => boolean,
): T[] {
  const code = sorted.filter((one) => one.role === "code");
  const meant = code.length > 2 * SHARES.get("code")!.files ? code.filter(isMeant).length : 0;
  const taken = new Map<string, number>();
  return sorted.filter((one) => {
    if (one.role === "code" && meant >= ENOUGH && !isMeant(one)) return false;
    const count = taken.get(one.role) ?? 0;
    taken.set(one.role, count + 1);
    return count < (SHARES.get(one.role)?.files ?? 0);
  });
}

function isInside(
  patterns: readonly { readonly file: number; readonly definition: Definition }[],
  file: number,
  line: number,
): boolean {
  return patterns.some((one) => one.file === file && holdsLine(one.definition, line));
}

function lastPart(said: string): string {
  return said.split(/[.:#\\\s]+/).filter((part) => part !== "").at(-1) ?? said;
}
