import type { LexicalIndex } from "../index/lexical_index.ts";
import { ROLES } from "../index/lexical_index.ts";
import { VALUE_KINDS } from "../syntax/class_kinds.ts";
import type { Definition } from "../syntax/parsed_file.ts";
import { holdsLine } from "../syntax/parsed_file.ts";
import { stem, tokens, wordParts } from "../text/tokens.ts";
import { ASIDE } from "./example_sites.ts";
import type { ReadLines } from "./file_lines.ts";
import { wordsOf } from "./name_words.ts";
import type { SearchResult } from "./rank/search_result.ts";

/** A type that lists what there is of a kind: an enum, a class of choices, a union of strings. */
export interface Variants {
  readonly file: number;
  readonly definition: Definition;
  /** As they are written there. */
  readonly names: readonly string[];
}

/** Lines elsewhere that name several variants. */
export interface VariantSite {
  readonly file: number;
  /** One-based. */
  readonly startLine: number;
  /** One-based, inclusive. */
  readonly endLine: number;
  readonly names: readonly string[];
}

const FEWEST = 3;
const MOST_VARIANTS = 80;
/** Types that are looked at by how their names fit, and terms whose names are looked up. */
const MOST_TYPES = 5;
const MOST_TERMS = 6;
const MOST_NEAR = 60;
const MOST_LINES = 200;
/** Files that are read, sites in one of them and in all. */
const MOST_FILES = 40;
const MOST_IN_FILE = 3;
/** Lines between two that name variants, and lines of a site for each variant it names. */
const GAP = 9;
const LONGEST_LINE = 400;
const SHORTEST_PREFIX = 5;
/** What a type's name says beside what it lists. */
const GENERAL: ReadonlySet<string> = new Set(
  ["type", "kind", "enum", "mode", "name", "id", "option", "value"].map(stem),
);
const UNSAID_COST = 0.7;
const PER_SITE = 0.3;
const MOST_COUNTED = 6;
const EXAMPLE_GAIN = 2;
/** A type of variants with where else these are named. */
export interface FoundVariants {
  readonly variants: Variants;
  readonly sites: readonly VariantSite[];
}

/**
 * The type of which a question wants one variant more, by its name; undefined where none fits or nothing else names its
 * variants.
 *
 * @param examples variants that the question names
 */
export function variantsFor(
  result: SearchResult,
  examples: readonly string[],
  read: ReadLines,
): FoundVariants | undefined {
  const { index, query } = result.table.context;
  const asked = new Set(query.terms.keys());
  const named = new Set(examples.flatMap((one) => tokens(one)));
  const fitting = typesNear(result).flatMap(({ file, definition }) => {
    const worth = fitOf(definition.name, asked);
    return worth > 0 ? [{ file, definition, worth }] : [];
  }).sort((a, b) => b.worth - a.worth || a.file - b.file);
  let best: FoundVariants | undefined;
  let most = 0;
  let looked = 0;
  for (const { file, definition, worth } of fitting) {
    if (looked === MOST_TYPES) break;
    const names = namesIn(index, file, definition, read);
    if (names.length < FEWEST || names.length > MOST_VARIANTS) continue;
    looked++;
    const variants = { file, definition, names };
    const sites = sitesOf(variants, index, read);
    const isExample = names.some((name) => tokens(name).some((token) => named.has(token)));
    const score = worth + PER_SITE * Math.min(sites.length, MOST_COUNTED) + (isExample ? EXAMPLE_GAIN : 0);
    if (sites.length > 0 && score > most) [best, most] = [{ variants, sites }, score];
  }
  return best;
}

/** Types in the files that the search found, and those whose names hold a word of the question. */
function typesNear({ files, functions, table }: SearchResult): { file: number; definition: Definition }[] {
  const { index, query, text } = table.context;
  const found = new Map<string, { file: number; definition: Definition }>();
  const add = (file: number, definition: Definition | undefined): void => {
    if (!definition || index.traits.test[file] === 1) return;
    const isType = ["enum", "type", "class"].includes(definition.kind);
    if (isType) found.set(`${file}\0${definition.startLine}`, { file, definition });
  };
  for (const file of new Set([...files, ...functions].map((one) => one.file))) {
    for (const definition of index.parsed(file)?.definitions ?? []) add(file, definition);
  }
  const rarest = [...query.terms.keys()].filter((term) =>
    !GENERAL.has(term) && term.length > 3 && !term.includes(" ")
  )
    .sort((a, b) => (text.rarity.get(b) ?? 0) - (text.rarity.get(a) ?? 0)).slice(0, MOST_TERMS);
  for (const term of rarest) {
    for (const name of index.nearNames(term, MOST_NEAR)) {
      for (const site of index.definitionsNamed(name)) {
        if (site.kind === "enum" || site.kind === "type") {
          add(site.file, index.parsed(site.file)?.definitions[site.definition]);
        }
      }
    }
  }
  return [...found.values()];
}

/** How much of a type's name the question says; 0 where it says nothing of it. */
function fitOf(name: string, asked: ReadonlySet<string>): number {
  const words = wordsOf(name).filter((word) => word.length > 1 && !GENERAL.has(word));
  const said = words.filter((word) => asked.has(word)).length;
  const begun =
    words.filter((word) =>
      !asked.has(word) && [...asked].some((one) => one.length >= SHORTEST_PREFIX && word.startsWith(one))
    ).length;
  if (said + begun === 0) return 0;
  return 2 * said + 1.5 * begun - UNSAID_COST * (words.length - said - begun);
}

/** What a type lists, as written. */
function namesIn(
  index: LexicalIndex,
  file: number,
  definition: Definition,
  read: ReadLines,
): string[] {
  const { startLine, endLine, kind } = definition;
  const all = index.parsed(file)?.definitions ?? [];
  const own = all.indexOf(definition);
  const parts = all.filter((one) => one.parent === own && VALUE_KINDS.has(one.kind)).map(({ name }) => name);
  const isChoice = kind !== "class" ||
    parts.length > 0 && parts.every((name) => /^[A-Z][A-Z0-9_]*$/.test(name));
  if (!isChoice) return [];
  if (kind !== "type" && parts.length >= FEWEST) return [...new Set(parts)];
  const lines = (read(index.files.paths[file]!) ?? []).slice(
    startLine - 1,
    Math.min(endLine, startLine + MOST_LINES),
  );
  const text = lines.map((line) => line.replace(/\/\/.*$|\/\*.*?\*\/|^\s*(?:\*|#).*$/g, "")).join("\n");
  if (kind === "type") return [...new Set([...text.matchAll(/["'`]([\w-]+)["'`]/g)].map((one) => one[1]!))];
  if (kind !== "enum") return [];
  const body = text.slice(text.indexOf("{") + 1).replace(/\([^()]*\)|\{[^{}]*\}|=[^,\n]*/g, "");
  return [...new Set([...body.matchAll(/([A-Za-z_]\w*)\s*(?=[,}\n;]|$)/g)].map((one) => one[1]!))];
}

/** The places outside of the type that name several of its variants close together; code first, tests last. */
function sitesOf(
  { file: own, definition, names }: Variants,
  index: LexicalIndex,
  read: ReadLines,
): VariantSite[] {
  const need = Math.max(FEWEST, Math.ceil(Math.min(names.length, 16) / 3));
  const marks = names.map((name) => ({ name, mark: markOf(name) }));
  const sites: VariantSite[] = [];
  for (const file of filesNaming(index, names, need)) {
    const path = index.files.paths[file]!;
    if (ASIDE.test(path)) continue;
    const isOwn = (line: number): boolean => file === own && holdsLine(definition, line);
    const rows = (read(path) ?? []).flatMap((text, at) => {
      if (text.length > LONGEST_LINE || isOwn(at + 1)) return [];
      const held = marks.filter(({ mark }) => mark.test(text)).map(({ name }) => name);
      return held.length > 0 ? [{ line: at + 1, held }] : [];
    });
    const clusters: { first: number; last: number; held: Set<string> }[] = [];
    for (const { line, held } of rows) {
      const last = clusters.at(-1);
      if (last && line - last.last <= GAP) {
        last.last = line;
        for (const name of held) last.held.add(name);
      } else clusters.push({ first: line, last: line, held: new Set(held) });
    }
    sites.push(
      ...clusters.filter(({ held }) => held.size >= need).sort((a, b) => b.held.size - a.held.size)
        .slice(0, MOST_IN_FILE)
        .map(({ first, last, held }) => ({ file, startLine: first, endLine: last, names: [...held] })),
    );
  }
  const order = (file: number): number => {
    const role = index.files.roles[file]!;
    return ROLES[role] === "test" ? ROLES.length : role;
  };
  return sites.sort((a, b) =>
    order(a.file) - order(b.file) || b.names.length - a.names.length || a.file - b.file ||
    a.startLine - b.startLine
  );
}

/** Files whose text has so many of the names, the most first. */
function filesNaming(index: LexicalIndex, names: readonly string[], need: number): number[] {
  // In texts its words stand apart: line-numbers.
  const terms = names.map((name) => [tokens(name.replace(/[-_]/g, ""))[0], wordsOf(name).at(-1) ?? ""]);
  index.load(terms.flat().filter((term) => term !== undefined));
  const counts = new Map<number, number>();
  for (const own of terms) {
    const files = new Set<number>();
    for (const term of own) {
      for (const chunk of (term === undefined ? undefined : index.postings(term))?.chunks ?? []) {
        files.add(index.chunks.file[chunk]!);
      }
    }
    for (const file of files) counts.set(file, (counts.get(file) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count >= need).sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, MOST_FILES).map(([file]) => file);
}

/** A variant as it stands in other code and in texts: as written, or with its words joined otherwise. */
function markOf(name: string): RegExp {
  const words = wordParts(name);
  const plain = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const isWord = /^[a-z]+$/.test(name);
  const forms = [words.join("-"), words.join("_"), words.join("")].map((form) => `["'\`]${form}["'\`]`);
  const own = isWord
    ? `["'\`]${plain}["'\`]|\\.${plain}\\b|^\\s*${plain}\\s*[:=({,]`
    : `(?<![\\w-])${plain}(?![\\w-])`;
  return new RegExp(`${own}|${forms.join("|")}`);
}
