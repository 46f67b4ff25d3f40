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
