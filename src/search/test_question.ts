import type { CodeGraph } from "../graph/edges.ts";
import { LEAST_CONFIDENCE } from "../graph/edges.ts";
import { findSymbols } from "../graph/symbols.ts";
import type { SymbolRef } from "../graph/symbol_ref.ts";
import type { LexicalIndex } from "../index/lexical_index.ts";
import { CALLABLE, CLASS_KINDS } from "../syntax/class_kinds.ts";
import type { Definition } from "../syntax/parsed_file.ts";
import { stem, tokenize } from "../text/tokens.ts";
import type { TestUnit } from "./test_units.ts";
import { isTestBesideCode } from "./test_units.ts";

/** Definitions of the product that call what is named, whose tests are looked for. */
const MOST_THROUGH = 8;
const MOST_CALLER_FILES = 40;
/** What a question for tests says of every test. */
const ASKING: ReadonlySet<string> = new Set(
  ["test", "tests", "tested", "cover", "covers", "check", "spec", "case", "exercise", "suite"].map(stem),
);

/** That a test calls a named definition, or reaches it through one of the product that does. */
export interface Call {
  readonly name: string;
  readonly isDirect: boolean;
}

/** What the findings are worked out from. */
export interface Asked {
  readonly index: LexicalIndex;
  readonly linesOf: (file: number) => readonly string[];
  readonly weigh: (line: string) => number;
  /** What a text holds of the question's weight. */
  readonly covers: (text: string) => number;
  /** By file and ordinal of the test. */
  readonly calls: ReadonlyMap<string, Call>;
}

/** A test or a group with what says that it is meant; more is better, for a group it is the share of the question in its title. */
export interface Ranked {
  readonly file: number;
  readonly unit: TestUnit;
  readonly score: number;
}

/** What a test calls of what the question names. */
export function callOf(file: number, { ordinal }: TestUnit, { calls }: Asked): Call | undefined {
  return ordinal === undefined ? undefined : calls.get(`${file}\0${ordinal}`);
}

/** The definition that a test or a group is, where it is one. */
export function definitionOf({ file, unit: { ordinal } }: Ranked, { index }: Asked): Definition | undefined {
  return ordinal === undefined ? undefined : index.parsed(file)?.definitions[ordinal];
}

/** Tests that call one of the definitions, or something of the product that does, by file and ordinal. */
export function testsCalling(
  names: readonly string[],
  graph: CodeGraph,
  late: () => boolean,
): Asked["calls"] {
  const { index } = graph;
  const isInTests = ({ file, definition }: SymbolRef): boolean =>
    index.traits.test[file] === 1 || isTestBesideCode(index, file, definition);
  const found = new Map<string, Call>();
  const through: { readonly symbol: SymbolRef; readonly name: string }[] = [];
  const add = (symbol: SymbolRef, call: Call): void => {
    for (const { from, confidence } of graph.callers(symbol, MOST_CALLER_FILES)) {
      if (confidence < LEAST_CONFIDENCE || from.definition < 0) continue;
      const key = `${from.file}\0${from.definition}`;
      if (!isInTests(from)) {
        if (call.isDirect) through.push({ symbol: from, name: call.name });
      } else if (!found.has(key)) found.set(key, call);
    }
  };
  for (const name of names) {
    for (const symbol of findSymbols(index, name).symbols) {
      const kind = graph.definition(symbol)?.kind;
      const isMeant = kind !== undefined && (CALLABLE.has(kind) || CLASS_KINDS.has(kind));
      if (isMeant && !isInTests(symbol) && !late()) add(symbol, { name, isDirect: true });
    }
  }
  for (const { symbol, name } of through.slice(0, MOST_THROUGH)) {
    if (!late()) add(symbol, { name, isDirect: false });
  }
  return found;
}

/** What a text holds of the question's weight, each word once. */
export function coverage(weigh: (line: string) => number): (text: string) => number {
  const known = new Map<string, number>();
  return (text) => {
    const seen = new Set<string>();
    let sum = 0;
    tokenize(text, (token) => {
      if (seen.has(token)) return;
      seen.add(token);
      let weight = known.get(token);
      if (weight === undefined) known.set(token, weight = ASKING.has(token) ? 0 : weigh(token));
      sum += weight;
    });
    return sum;
  };
}
