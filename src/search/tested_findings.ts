import { graphOver } from "../graph/open_graph.ts";
import { LEAST_CONFIDENCE } from "../graph/edges.ts";
import type { SymbolRef } from "../graph/symbol_ref.ts";
import { stemOf } from "../index/path_names.ts";
import type { LexicalIndex } from "../index/lexical_index.ts";
import type { Finding } from "../model/findings.ts";
import { CALLABLE, CLASS_KINDS } from "../syntax/class_kinds.ts";
import { tokens } from "../text/tokens.ts";
import { claimOf } from "./claims.ts";
import { wordsOf } from "./name_words.ts";

/** A test whose callees are looked at. */
export interface TestPlace {
  readonly symbol: SymbolRef;
  /** As the file writes it. */
  readonly title: string;
}

/** What a callee is worth beside the share of the question that its name says: its name is in the test's title, its file in the test's. */
const WORTH = { title: 1, file: 0.5 };
const LEAST = 0.5;
const MOST = 2;
/** Marks of a file of tests. */
const MARK = /(?:^|[._-])(?:tests?|spec)(?=$|[._-])|(?<=[a-z])(?:Tests?|Spec)$/g;

/**
 * The definitions of the product that tests are for, at most two, best first: those they call that the question or the
 * test's title names, in the file that the tests' is named after before others.
 *
 * @param covers what a text holds of the question's weight, as a share
 */
export function testedFindings(
  tests: readonly TestPlace[],
  index: LexicalIndex,
  { linesOf, covers, late }: {
    readonly linesOf: (file: number) => readonly string[];
    readonly covers: (text: string) => number;
    readonly late: () => boolean;
  },
): Finding[] {
  const graph = graphOver(index);
  const found = new Map<string, { readonly symbol: SymbolRef; worth: number }>();
  for (const { symbol, title } of tests) {
    if (late()) break;
    const said = new Set(wordsOf(title));
    const about = partsOf(index.files.paths[symbol.file]!);
    for (const { to, confidence } of graph.calls(symbol)) {
      const definition = graph.definition(to);
      if (!definition || confidence < LEAST_CONFIDENCE || index.traits.test[to.file] === 1) continue;
      if (!CALLABLE.has(definition.kind) && !CLASS_KINDS.has(definition.kind)) continue;
      const isInTitle = wordsOf(definition.name).every((word) => said.has(word));
      const isPaired = about !== "" && about === partsOf(index.files.paths[to.file]!);
      const worth = covers(definition.name) + (isInTitle ? WORTH.title : 0) + (isPaired ? WORTH.file : 0);
      const key = `${to.file}\0${to.definition}`;
      const known = found.get(key);
      if (known) known.worth = Math.max(known.worth, worth);
      else found.set(key, { symbol: to, worth });
    }
  }
  const best = [...found.values()].filter(({ worth }) => worth >= LEAST).sort((a, b) => b.worth - a.worth);
  return best.slice(0, MOST).map(({ symbol }): Finding => {
    const definition = graph.definition(symbol)!;
    const { startLine, endLine, qualifiedName } = definition;
    return {
      path: index.files.paths[symbol.file]!,
      startLine,
      endLine,
      symbol: qualifiedName,
      claim: `under test: ${claimOf(definition, linesOf(symbol.file), startLine)}`,
      isReason: true,
      score: 1,
      reasons: [],
    };
  });
}

/** What a file is about by its name: `test_router.py` and `router.py` are about the same. */
function partsOf(path: string): string {
  return tokens(stemOf(path).replace(MARK, " ")).join(" ");
}
