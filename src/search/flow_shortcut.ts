import type { CodeGraph } from "../graph/edges.ts";
import { symbolKey } from "../graph/edges.ts";
import type { RepositoryFiles } from "../model/ports.ts";
import type { Step } from "./call_path.ts";
import { sureCalls } from "./calls.ts";
import { linesOf } from "./file_lines.ts";

/** Lines above a call in which its branch begins, and what begins one. */
const LINES_ABOVE = 40;
const BRANCH = /=>|\b(?:case|if|elif|when|match|switch)\b|===?/;
const SHORTEST_NAME = 5;

/**
 * The path without what a branch of an earlier step skips that the question names: `case "publish":` or
 * `Notification::Publish =>` above a direct call is where the way goes, not the longer one beside it.
 *
 * @param names as the question writes them
 */
export function byNamedBranch(
  path: readonly Step[],
  names: ReadonlySet<string>,
  graph: CodeGraph,
  files: RepositoryFiles,
): readonly Step[] {
  const named = [...names].filter((name) => name.length >= SHORTEST_NAME).map((name) => name.toLowerCase());
  if (named.length === 0) return path;
  for (const [at, from] of path.entries()) {
    const parsed = graph.index.parsed(from.symbol.file);
    const lines = linesOf(graph.index.files.paths[from.symbol.file]!, files) ?? [];
    const isNamed = (line: number): boolean => {
      const first = parsed?.definitions[from.symbol.definition]?.startLine ?? 1;
      return lines.slice(Math.max(first, line - LINES_ABOVE), line)
        .some((text) => BRANCH.test(text) && named.some((name) => text.toLowerCase().includes(name)));
    };
    const direct = new Map(sureCalls(from.symbol, graph).map((hop) => [symbolKey(hop.to), hop]));
    for (const step of path.slice(at + 2).reverse()) {
      const hop = direct.get(symbolKey(step.symbol));
      const between = hop && stepsBetween(path, from, step);
      if (!hop || !between || between.size === 0 || !isNamed(hop.line)) continue;
      const { to: _, ...caller } = hop;
      return path.filter(({ symbol }) => !between.has(symbolKey(symbol))).map((one) =>
        one === step ? { ...one, caller } : one
      );
    }
  }
  return path;
}

/** The steps by which one leads to another; undefined where it does not. */
function stepsBetween(path: readonly Step[], from: Step, to: Step): Set<string> | undefined {
  const found = new Set<string>();
  const steps = new Map(path.map((step) => [symbolKey(step.symbol), step]));
  for (let up = to.caller; up; up = steps.get(symbolKey(up.from))?.caller) {
    const key = symbolKey(up.from);
    if (key === symbolKey(from.symbol)) return found;
    if (found.has(key) || !steps.has(key)) return undefined;
    found.add(key);
  }
  return undefined;
}
