import type { Finding, Findings, RepositoryFiles } from "../model/calls.ts";
import type { ChainNode, Direction } from "../graph/chain.ts";
import { callersOf, callTree, hasCycle, usagePaths, usedBy, WIDEST } from "../graph/chain.ts";
import { candidatePlaces, findingAt, findingOf, label, type Place, placeOf } from "../graph/describe.ts";
import { type CodeGraph, LEAST_CONFIDENCE } from "../graph/edges.ts";
import { CALLABLE } from "../syntax/class_kinds.ts";
import { openGraph } from "../graph/open_graph.ts";
import type { SymbolRef } from "../graph/symbol_ref.ts";
import { type UnresolvedData, unresolvedData, unresolvedText } from "../graph/unresolved.ts";
import { isTestSymbol } from "../graph/test_symbols.ts";
import { callingFirst, symbolsOf } from "../graph/symbols.ts";
import { counted, fitting } from "../model/counted.ts";
import { lastName } from "../model/text.ts";
import { linesOf } from "../search/file_lines.ts";
import { MOST_NAMESAKES } from "../search/rank/values.ts";
import { implementers, subtypesOf } from "./implementers.ts";
import { LONGEST_LIST, placesTogether } from "./place_lists.ts";
import { type NamedPlaces, namedPlaces } from "./named_places.ts";
import { nothing } from "../answers/nothing.ts";
import type { Tool } from "../ports/tool.ts";

/** One step of the chain as programs read it. */
export interface ChainData extends Place {
  /** One-based line of the call, in `call_path`. */
  readonly line?: number;
  /** Path of the file that contains the call: the caller's. */
  readonly call_path?: string;
  /** Calls between the two, when there are several. */
  readonly calls?: number;
  /** One-based lines of these calls, ascending, at most twelve; when there are several. */
  readonly lines?: readonly number[];
  readonly confidence: number;
  /** The call is of a method that this one, or the symbol asked about, overrides or implements. */
  readonly dispatch?: true;
  /** It is passed on as a value there, not called. */
  readonly passed?: true;
  /** It is a test, or belongs to tests. */
  readonly is_test?: true;
  readonly cycle_detected?: true;
  /** Calls left out at this step. */
  readonly more?: number;
  readonly children: readonly ChainData[];
}

/** The whole answer, `callChain` of the contract. */
export interface CallChain {
  readonly schema_version: "1.0";
  readonly symbol: string;
  readonly direction: Direction;
  readonly depth: number;
  readonly cycle_detected: boolean;
  readonly callers?: ChainData;
  readonly callees?: ChainData;
  /** Types, constants and fields that a function names without calling them, with the line of the first; only with callees. */
  readonly uses?: readonly (Place & { readonly line: number })[];
  /** Ways from entry points, entry first. */
  readonly usage?: readonly {
    readonly entry: string;
    readonly steps: readonly (Place & { readonly line: number })[];
  }[];
  /** Methods that override or implement the symbol, or types that derive from it. */
  readonly implementations?: readonly string[];
  /** Calls of the symbol's name of which nothing is known; only with callers. */
  readonly unresolved?: UnresolvedData;
  /** Number of calls that are resolved, and the places that name the symbol otherwise; only with callers. */
  readonly named?: NamedPlaces & { readonly calls: number };
  /** Other definitions the name may mean, best first, at most ten; with callers the first ones with those of theirs. */
  readonly candidates: readonly (Place & { readonly called_at?: readonly string[] })[];
}

/** Maximum number of usage paths and of implementations shown, and of an interface's methods that are searched for them. */
const MOST_SHOWN = 5;
/** Callers or callees that a block has room to list behind what was asked about. */
const MOST_LISTED = 8;
/** Minimum confidence of an edge that is shown without its confidence. */
const CERTAIN = 0.9;
/** Characters of a caller's line that are shown. */
const LONGEST_LINE = 120;

/** Callers and callees of a symbol. Arguments: `symbol`, `direction`, `depth`, `trace_usage`. */
export const ciCallChain: Tool<"ci_call_chain"> = async (args, context): Promise<Findings> => {
  const name = args.symbol ?? "";
  const opened = await openGraph(context);
  if (!opened) return nothing("ci_call_chain", "no index", ["no index: call chains need one"]);
  const { graph, late } = opened;
  const { direction = "both", depth = 2, trace_usage: trace = false } = args;
  const matches = symbolsOf(graph, name);
  const { symbols, others, suggestions, note } = direction === "callees"
    ? callingFirst(graph, matches)
    : matches;
  const gaps = note === undefined ? opened.gaps : [...opened.gaps, note];
  const [symbol] = symbols;
  if (!symbol) {
    const near = suggestions.length > 0 ? `; near names: ${suggestions.join(", ")}` : "";
    const findings = nothing("ci_call_chain", `unknown symbol: ${name}${near}`, gaps, {
      candidates: [],
      suggestions,
    });
    const items = insteadOf(graph, name);
    return { ...findings, items, ...(items.length > 0 && { strength: "strong" }), isUnknown: true };
  }
  const { files } = context;
  const isOverload = (one: SymbolRef): boolean =>
    label(placeOf(graph, one)) === label(placeOf(graph, symbol));
  const overloads = symbols.slice(1).filter(isOverload);
  const chain = build(graph, [symbol, ...overloads], { direction, depth, trace, late, files });
  const namesakes = [...symbols.filter((one) => !isOverload(one)), ...others];
  const candidates = candidatePlaces(graph, namesakes).map((place, at) =>
    chain.callers && at < MOST_NAMESAKES && !late()
      ? { ...place, called_at: calledAt(graph, namesakes[at]!) }
      : place
  );
  const data: CallChain = { ...chain, candidates };
  const items = itemsOf(graph, { symbol, chain: data, files }, args.tests);
  const isAnswer = !args.tests || sure(data.callers).some((one) => one.is_test);
  return {
    tool: "ci_call_chain",
    items,
    strength: items.length === 0 ? "none" : isAnswer ? "strong" : "likely",
    gaps: late() ? [...gaps, "call chain cut short by the time"] : gaps,
    summary: `${label(placeOf(graph, symbol))}: ` +
      (data.unresolved?.unread === undefined
        ? sizesOf(data) + unresolvedSuffix(data)
        : unresolvedText(data.unresolved)) +
      (namesakes.length > 0 ? `; ${namesakes.length + 1} definitions of that name` : ""),
    data,
  };
};

/** Definitions of the name that a class of the repository lacks, with their calls. */
function insteadOf(graph: CodeGraph, name: string): Finding[] {
  const last = lastName(name);
  const owner = lastName(name.slice(0, -last.length).replace(/\W+$/, ""));
  if (graph.index.definitionCount(owner) === 0) return [];
  const { symbols, others } = symbolsOf(graph, last);
  return [...symbols, ...others].slice(0, MOST_NAMESAKES).map((one) => {
    const claim = `${name} is not defined here; this one has ${callsText(calledAt(graph, one))}`;
    return findingAt(graph, one, claim, 1);
  });
}

/** `112 callers (100 shown), 3 callees`. */
function sizesOf({ callers, callees }: Pick<CallChain, "callers" | "callees">): string {
  const of = (node: ChainData | undefined, words: string): string => {
    const shown = node?.children.length ?? 0;
    return `${shown + (node?.more ?? 0)} ${words}${node?.more ? ` (${shown} shown)` : ""}`;
  };
  return `${of(callers, "callers")}, ${of(callees, "callees")}`;
}

function unresolvedSuffix({ unresolved }: Pick<CallChain, "unresolved">): string {
  return unresolved ? `; ${unresolvedText(unresolved)}` : "";
}

function build(
  graph: CodeGraph,
  overloads: readonly [SymbolRef, ...SymbolRef[]],
  options: {
    direction: Direction;
    depth: number;
    trace: boolean;
    late: () => boolean;
    files: RepositoryFiles;
  },
): Omit<CallChain, "candidates"> {
  const { direction, depth, late } = options;
  const [symbol] = overloads;
  const up = direction === "callees" ? undefined : callTree(graph, overloads, "callers", { depth, late });
  const down = direction === "callers" ? undefined : callTree(graph, overloads, "callees", { depth, late });
  const uses = down ? usedBy(graph, overloads).map(({ to, line }) => ({ ...placeOf(graph, to), line })) : [];
  const implementations = [...graph.resolver.implementations(symbol), ...subtypesOf(graph, symbol)]
    .map((one) => label(placeOf(graph, one)));
  const unresolved = up && unresolvedData(graph, overloads);
  const usage = options.trace ? usagePaths(graph, symbol, late).take(MOST_SHOWN).toArray() : undefined;
  return {
    schema_version: "1.0",
    symbol: label(placeOf(graph, symbol)),
    direction,
    depth,
    cycle_detected: [up, down].some((tree) => tree !== undefined && hasCycle(tree)),
    ...(up && { callers: dataOf(graph, up) }),
    ...(down && { callees: dataOf(graph, down) }),
    ...(uses.length > 0 && { uses }),
    ...(implementations.length > 0 && { implementations }),
    ...(unresolved && { unresolved }),
    ...(up && unresolved?.unread === undefined && { named: namedBeside(graph, overloads, options) }),
    ...(usage && {
      usage: usage.map(({ entry, steps }) => ({
        entry,
        steps: steps.map(({ symbol, line }) => ({ ...placeOf(graph, symbol), line })),
      })),
    }),
  };
}

/** `path:line` of the calls of a definition. */
function calledAt(graph: CodeGraph, symbol: SymbolRef): string[] {
  return graph.callers(symbol).filter(({ confidence }) => confidence >= LEAST_CONFIDENCE)
    .map(({ from, line }) => `${graph.index.files.paths[from.file] ?? ""}:${line}`);
}

function namedBeside(
  graph: CodeGraph,
  symbols: readonly [SymbolRef, ...SymbolRef[]],
  options: { late: () => boolean; files: RepositoryFiles },
): NonNullable<CallChain["named"]> {
  const edges = callersOf(graph, symbols);
  const unknown = symbols.flatMap((one) => graph.unresolved(one).sites);
  const calls = edges.filter(({ confidence }) => confidence >= LEAST_CONFIDENCE)
    .map(({ from, line }) => `${from.file}:${line}`);
  const known = new Set([...calls, ...unknown.map(({ file, line }) => `${file}:${line}`)]);
  return { calls: calls.length, ...namedPlaces(graph, symbols, { ...options, known }) };
}

function dataOf(graph: CodeGraph, node: ChainNode): ChainData {
  return {
    ...placeOf(graph, node.symbol),
    ...(node.call && { line: node.call.line, call_path: graph.index.files.paths[node.call.file] ?? "" }),
    ...(node.calls > 1 && { calls: node.calls }),
    ...(node.lines.length > 1 && { lines: node.lines }),
    confidence: Number(node.confidence.toFixed(2)),
    ...(node.isDispatch && { dispatch: true as const }),
    ...(node.isValue && { passed: true as const }),
    ...(isTestSymbol(graph, node.symbol) && { is_test: true as const }),
    ...(node.cycle && { cycle_detected: true as const }),
    ...(node.more > 0 && { more: node.more }),
    children: node.children.map((child) => dataOf(graph, child)),
  };
}

function sure(node?: ChainData): readonly ChainData[] {
  return (node?.children ?? []).filter((child) => child.confidence >= LEAST_CONFIDENCE);
}

function itemsOf(
  graph: CodeGraph,
  { symbol, chain, files }: { symbol: SymbolRef; chain: CallChain; files: RepositoryFiles },
  tests = false,
): Finding[] {
  const name = placeOf(graph, symbol).symbol ?? "";
  // Only a question about callers asks for every place of the name.
  const named = chain.direction === "callers" && !tests ? chain.named : undefined;
  const isUsed = !CALLABLE.has(graph.definition(symbol)?.kind ?? "function");
  // A search for tests finds those of a value that no test is known to use.
  if (tests && isUsed && sure(chain.callers).length === 0) return [];
  // What calls nothing here may call other repositories, which the search knows.
  if (!chain.callers && sure(chain.callees).length === 0) return [];
  const asked = usersOf(chain, isUsed ? "user" : "caller", tests);
  const items: Finding[] = [{ ...findingAt(graph, symbol, asked, 1), ...(!tests && { isReason: true }) }];
  const place = (path: string, line: number): string => `${path}:${line}`;
  const callers = new Set(chain.callers?.children.map((one) => place(one.path, one.start_line)));
  const implementing = chain.callers && !tests ? implementers(graph, symbol, MOST_SHOWN) : [];
  const overrides = new Set(implementing.map((one) => place(one.path, one.startLine)));
  const add = (node: ChainData): void => {
    const { line = node.start_line } = node;
    const code = items.length <= WIDEST ? lineOf(node, files) : "";
    const verb = isUsed || node.passed ? "uses" : "calls";
    const role = overrides.has(place(node.path, node.start_line)) ? ", which it implements" : "";
    const claim = `${verb} ${name}${role}${linesIn(node)}${sureness(node)}${code}`;
    const end_line = node.line ?? node.end_line;
    items.push(findingOf({ ...node, start_line: line, end_line }, claim, node.confidence));
  };
  items.push(
    ...implementing.filter((one) => isUsed || !callers.has(place(one.path, one.startLine))),
    ...placesTogether(named?.imports, "import lines at"),
    ...placesTogether(named?.exports, "export lines at"),
    ...placesTogether(chain.candidates.flatMap(namesake), "other definitions at"),
  );
  const isTest = (one: ChainData): "test" | "product" => one.is_test ? "test" : "product";
  const { product = [], test = [] } = Object.groupBy(sure(chain.callers), isTest);
  const listed = tests ? test : [...product, ...test];
  // A block has no room to list more of them one by one.
  if (items.length + listed.length > MOST_LISTED + 1) {
    const sites = listed.flatMap(({ path, call_path = path, line = 0, lines = [line] }) =>
      lines.map((one) => `${call_path}:${one}`)
    );
    items.push(...placesTogether(sites, "call sites and uses at"));
  }
  const isListed = (one: ChainData): boolean => isUsed && overrides.has(place(one.path, one.start_line));
  for (const caller of tests ? [] : product) if (!isListed(caller)) add(caller);
  items.push(...placesTogether(named?.texts, "the name in strings and templates at"));
  // With many definitions of the name, it mostly means another one.
  const others = chain.candidates.length > MOST_SHOWN ? [] : named?.others;
  items.push(...placesTogether(others, "the name in other code at"));
  for (const caller of test) add(caller);
  items.push(...placesTogether(chain.unresolved?.places, `may call ${name}, by its name, at`));
  for (const callee of sure(chain.callees)) {
    const claim = `${isUsed ? "used" : "called"} by ${name} in line ${callee.line}${sureness(callee)}`;
    items.push(findingOf(callee, claim, callee.confidence));
  }
  return items;
}

/** `a.py:3 (2 call sites, first b.py:8)`, of a definition whose calls were looked up. */
function namesake({ path, start_line, called_at }: CallChain["candidates"][number]): string[] {
  if (called_at === undefined) return [];
  return [`${path}:${start_line} (${callsText(called_at)})`];
}

/** `2 call sites, first b.py:8`. */
function callsText(calledAt: readonly string[]): string {
  const [first] = calledAt;
  return counted(calledAt.length, "call site") + (first === undefined ? "" : `, first ${first}`);
}

/** ` (confidence 0.7, dispatch)`; nothing for a plain certain call. */
function sureness({ confidence, dispatch }: ChainData): string {
  const remarks = [
    ...(confidence < CERTAIN ? [`confidence ${confidence}`] : []),
    ...(dispatch ? ["dispatch"] : []),
  ];
  return remarks.length > 0 ? ` (${remarks.join(", ")})` : "";
}

/** ` in lines 3, 8`; nothing for a single call. */
function linesIn({ lines }: ChainData): string {
  return lines ? ` in lines ${lines.slice(0, WIDEST).join(", ")}${lines.length > WIDEST ? ", ..." : ""}` : "";
}

/** Source line of a call. */
function lineOf({ path, call_path, line = 0 }: ChainData, files: RepositoryFiles): string {
  const text = linesOf(call_path ?? path, files)?.[line - 1]?.trim().slice(0, LONGEST_LINE) ?? "";
  return text === "" ? "" : `: \`${text}\``;
}

/** `calls 12 definitions of this repository, also close, flush`: those that have no room of their own by name. */
function calleesText(callees: readonly ChainData[]): string {
  const others = callees.slice(MOST_LISTED).map(({ symbol = "" }) => symbol);
  return `calls ${counted(callees.length, "definition")} of this repository` +
    (others.length > 0 ? `, also ${fitting(others, LONGEST_LIST)}` : "");
}

/** Number and location of uses, of unresolved ones, and of other places with the name. */
function usersOf(chain: CallChain, user: "user" | "caller", asksForTests: boolean): string {
  if (!chain.callers) return calleesText(sure(chain.callees));
  if (chain.unresolved?.unread !== undefined) return unresolvedText(chain.unresolved);
  const callers = sure(chain.callers);
  const complete = `${unresolvedSuffix(chain)}; ${completeness(chain)}`;
  if (callers.length === 0) return `no certain ${user} was found${complete}`;
  const tests = callers.filter((one) => one.is_test).length;
  const files = new Set(callers.map(({ path }) => path)).size;
  const dispatched = callers.filter((one) => one.dispatch).length;
  const more = chain.callers.more ?? 0;
  const count = more > 0 ? `${callers.length} of ${callers.length + more}` : `${callers.length}`;
  return `${count} ${user}${callers.length + more === 1 ? "" : "s"} in ${counted(files, "file")}` +
    `${tests > 0 ? `, ${tests} in tests` : asksForTests ? ", none in tests" : ""}${
      dispatched > 0 ? `, ${dispatched} by dispatch` : ""
    }${complete}`;
}

/** `3 of 4 call sites, 2 import lines; names in strings and templates: 1`. */
export function completeness({ named, unresolved, callers }: CallChain): string {
  if (!named) return "";
  const isCalled = [...CALLABLE].some((kind) => kind === callers?.kind);
  const site = isCalled ? "call site" : "use";
  const { calls, imports, exports, texts, others, unsearched } = named;
  const exported = exports.length > 0 ? `, ${counted(exports.length, "export line")}` : "";
  const all = calls + (unresolved?.count ?? 0);
  return `${
    all === 0 ? `no ${others.length > 0 ? "known " : ""}${site}` : `${calls} of ${counted(all, site)}`
  }, ` +
    `${counted(imports.length, "import line")}${exported}; names in strings and templates: ${texts.length}` +
    (others.length > 0 ? `, in other code: ${others.length}` : "") +
    (unsearched === undefined ? "" : `, ${counted(unsearched, "file")} with the name not searched`);
}
