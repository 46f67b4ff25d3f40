import { callPath } from "../../graph/chain.ts";
import { placeOf } from "../../graph/describe.ts";
import { LEAST_CERTAIN } from "../../graph/edges.ts";
import { graphOver } from "../../graph/open_graph.ts";
import { findSymbols } from "../../graph/symbols.ts";
import type { SymbolRef } from "../../graph/symbol_ref.ts";
import { linesOf } from "../../search/file_lines.ts";
import { CALLABLE } from "../../syntax/class_kinds.ts";
import type { Form } from "../form.ts";
import { lineFinding } from "../messages/message_findings.ts";

/** The calls that lead from one named function to another, each with the code around it. */
export const PATHS: Form = {
  accepts: ({ answer, terms }) => answer === "flow" && terms.identifiers.length > 1,
  find: ({ question: { terms }, index, files }) => {
    const graph = graphOver(index);
    const isFunction = (one: SymbolRef): boolean => CALLABLE.has(graph.definition(one)?.kind ?? "type");
    const named = terms.identifiers.map((name) => findSymbols(index, name))
      .map(({ symbols, others }) => [...symbols, ...others].filter(isFunction))
      .filter((functions) => functions.length > 0);
    const [first = [], last = []] = named.length > 1 ? [named[0], named.at(-1)] : [];
    // A path may begin at any function of the name; it ends at the likeliest one.
    const path = callPath(graph, first, last.slice(0, 1)) ?? callPath(graph, last, first.slice(0, 1)) ?? [];
    const at = (one: SymbolRef, line: number, claim: string) =>
      lineFinding({ file: one.file, line }, claim, index, (path) => linesOf(path, files));
    const steps = path.map(({ from, to, line, confidence }, step) => {
      const calls = `${confidence < LEAST_CERTAIN ? "~" : ""}calls ${placeOf(graph, to).symbol}`;
      return at(from, line, `step ${step + 1}, ${calls} in line ${line}`);
    });
    const end = path.slice(-1).map(({ to }) =>
      at(to, graph.definition(to)!.startLine, `step ${path.length + 1}, the last`)
    );
    return { items: [...steps, ...end], isCertain: path.length > 0, isWhole: path.length > 0 };
  },
};
