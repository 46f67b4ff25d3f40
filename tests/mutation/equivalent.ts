import type { Mutant } from "./sites.ts";

/** Mutants that change nothing that can be seen, and why. */

/** One of them. */
interface Equivalent {
  readonly path: string;
  /** A part of its line. */
  readonly line: string;
  readonly what: string;
  readonly why: string;
}

/** Both ways to look keywords up answer the same; one is quicker for short texts. */
const TWO_WAYS = {
  path: "src/safety/keywords.ts",
  why: "the other way to look up answers the same",
} as const;

/** The table of triples says at once that a keyword is absent; where it says nothing, the text is searched. */
const TRIPLES = {
  path: "src/safety/keywords.ts",
  why: "more keywords are searched for, none is missed",
} as const;

/** Keywords are looked up by a number made of their first units, and compared whole then. */
const NUMBERS = { path: "src/safety/keywords.ts", why: "other numbers, the same on both sides" } as const;

/** A word's parts are the same whether they are remembered or found again. */
const REMEMBERED = {
  path: "src/search/rank/path_features.ts",
  why: "what is remembered is bounded; what is found again is the same",
} as const;

/** Loops over whole columns, each step of which only adds to an array. */
const BEHIND_END = [
  "file < covered.length",
  "p < values.length; p++) column[",
  "h < this.hitCount; h++) column[",
  "h < this.hitCount; h++) this.covered[",
];

const EQUIVALENTS: readonly Equivalent[] = [
  { ...REMEMBERED, line: "const MOST_STEMS", what: "20_000 to 0" },
  { ...REMEMBERED, line: "partsOf.size >= MOST_STEMS", what: ">= to >" },
  { ...REMEMBERED, line: "partsOf.size >= MOST_STEMS", what: "(partsOf.size >= MOST_STEMS) to (false)" },
  {
    path: "src/safety/fold.ts",
    line: "return char.toLowerCase();",
    what: "(/[\\0-\\x7F]/.test(char)) to (false)",
    why: "no letter of ASCII looks like another one: the other way answers the same, slower",
  },
  { ...TWO_WAYS, line: "const SHORT_TEXT", what: "400 to 0" },
  { ...TWO_WAYS, line: "text.length < SHORT_TEXT", what: "< to <=" },
  { ...TRIPLES, line: "const TABLE", what: "16 to 0" },
  { ...TRIPLES, line: "const TABLE", what: "1 to 0" },
  { ...TRIPLES, line: "at < text.length; at++", what: "< to <=" },
  { ...TRIPLES, line: "let at = 2; at < text.length", what: "2 to 0" },
  { ...TRIPLES, line: "triples[hash & (TABLE - 1)]", what: "1 to 0" },
  { ...TRIPLES, line: "triples[hash & (TABLE - 1)]", what: "(triples[hash & (TABLE - 1)] === 0) to (false)" },
  { ...TRIPLES, line: "triples[hash & (TABLE - 1)]", what: "false to true" },
  { ...NUMBERS, line: "for (const units of [1, 2])", what: "1 to 0" },
  { ...NUMBERS, line: "text.charCodeAt(at) * 0x10000", what: "+ to -" },
  { ...NUMBERS, line: "text.charCodeAt(at) * 0x10000", what: "|| to &&" },
  { ...NUMBERS, line: "text.charCodeAt(at) * 0x10000", what: "0x10000 to 0" },
  { ...NUMBERS, line: "text.charCodeAt(at) * 0x10000", what: "0 to 1" },
  { ...NUMBERS, line: "text.charCodeAt(at) * 0x10000", what: "1 to 0" },
  ...BEHIND_END.map((line) => ({
    path: "src/search/rank/text_scores.ts",
    line,
    what: "< to <=",
    why: "behind the end of a typed array nothing is written that can be read",
  })),
  {
    path: "src/search/rank/text_scores.ts",
    line: "for (const { column, at } of columns) if (weights[at]! > 0)",
    what: "> to >=",
    why: "what weighs nothing adds nothing",
  },
  {
    path: "src/search/rank/definition_evidence.ts",
    line: "chunks[p]! < from + column.length; p++",
    what: "< to <=",
    why: "behind the end of a typed array nothing is written that can be read",
  },
  {
    path: "src/search/rank/definition_content.ts",
    line: "chunks[p]! < to; p++",
    what: "< to <=",
    why: "behind the end of a typed array nothing is written that can be read",
  },
  {
    path: "src/search/rank/feature_table.ts",
    line: "file < column.length",
    what: "< to <=",
    why: "behind the end of a typed array nothing is written that can be read",
  },
  {
    path: "src/search/rank/feature_table.ts",
    line: "a.name < b.name ? -1 : 1",
    what: "< to <=",
    why: "no two reasons of a file have one name",
  },
  {
    path: "src/graph/changes/work_tree_changes.ts",
    line: "a.path < b.path ? -1 : 1",
    what: "< to <=",
    why: "no two changed files have one path",
  },
  ...["const MOST_ITEMS", "const MOST_WITH_CODE"].flatMap((line) =>
    ["10 to 0", "5 to 0"].map((what) => ({
      path: "src/safety/sanitize.ts",
      line,
      what,
      why: "what was not prepared is sanitized when it is shown",
    }))
  ),
  ...["MOST_ITEMS))", "MOST_WITH_CODE))"].map((line) => ({
    path: "src/safety/sanitize.ts",
    line,
    what: "0 to 1",
    why: "what was not prepared is sanitized when it is shown",
  })),
  {
    path: "src/graph/dispatch.ts",
    line: "if (found.size > MOST_TYPES) break;",
    what: "(found.size > MOST_TYPES) to (false)",
    why: "what is found is cut to as many; it only takes longer to find",
  },
  {
    path: "src/intent/lexicon.ts",
    line: "let breaks = true;",
    what: "true to false",
    why: "before the first word no step of a shape has taken one, which is when a break counts",
  },
  {
    path: "src/safety/key_blocks.ts",
    line: "at < lines.length;",
    what: "< to <=",
    why: "behind the last line there is none to keep",
  },
  {
    path: "src/safety/key_blocks.ts",
    line: "text.slice(before + 1, first)",
    what: "1 to 0",
    why: "the line break before the line is white space, which may stand before a key's characters",
  },
];

/** Why the mutant changes nothing; undefined where it should be noticed. */
export function reasonOf(path: string, source: string, mutant: Mutant): string | undefined {
  const line = source.split("\n")[mutant.line - 1] ?? "";
  return EQUIVALENTS.find((one) => one.path === path && one.what === mutant.what && line.includes(one.line))
    ?.why;
}
