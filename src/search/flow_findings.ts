import { graphOver } from "../graph/open_graph.ts";
import type { CodeGraph } from "../graph/edges.ts";
import { symbolKey } from "../graph/edges.ts";
import type { SymbolRef } from "../graph/symbol_ref.ts";
import { sameSymbol } from "../graph/symbol_ref.ts";
import type { Finding } from "../model/findings.ts";
import type { RepositoryFiles } from "../model/ports.ts";
import { CALLABLE, CLASS_KINDS } from "../syntax/class_kinds.ts";
import type { Definition } from "../syntax/parsed_file.ts";
import { isTestCode } from "../syntax/test_code.ts";
import { tokens } from "../text/tokens.ts";
import { bodyOf } from "./body_of.ts";
import { bridge } from "./call_bridge.ts";
import type { Call, Evidence } from "./calls.ts";
import type { Step } from "./call_path.ts";
import { callPath, stepsFrom } from "./call_path.ts";
import type { TreeOptions } from "./call_tree.ts";
import { callTree } from "./call_tree.ts";
import { claimOf } from "./claims.ts";
import { lineWeights } from "./definition_findings.ts";
import { linesOf } from "./file_lines.ts";
import type { FeatureContext } from "./rank/features.ts";
import { piecesOf } from "./rank/pieces.ts";
import type { RankedFunction } from "./rank/rank_functions.ts";
import type { SearchResult } from "./rank/search_result.ts";
import type { Clause } from "./second_pass.ts";
import { clauseOf, heldShare } from "./second_pass.ts";

/** The two ends of a way, as a question says them. */
export interface FlowEnds {
  readonly first?: string;
  readonly last?: string;
}

/** What a search for each end by itself found. */
export interface EndResults {
  readonly atFirst?: SearchResult;
  readonly atLast?: SearchResult;
}

/** Of the definitions that rank best, so many may lie on the path. */
const RANKED = 24;
/** What a rank costs: the fifth is worth half of the first. */
const PER_RANK = 0.25;
/** What a definition that an end of the question speaks of is worth more there. */
const AT_END = 0.9;
/** What is called lies on no way to the end for sure: its evidence counts less. */
const BRANCHING = 0.8;
/** Definitions named as the first that are looked at. */
const MOST_STARTS = 3;
/** A name says more of what something is than the words in its code, and one that says more is another's. */
const BY_CODE = 0.5;
const BY_WORDS = 0.7;
/** Of what an end by itself finds so many are known, and what their ranks there say. */
const RANKED_AT_END = 8;
const BY_END = 0.4;
const BY_RANK = 0.8;
/** What handles errors and ends things is a side way, unless the question is about that. */
const SIDEWAYS = /err(?!and)|exception|fail|abort|panic|cancel|warn|debug|assert|deprecat/i;
const ABOUT_SIDEWAYS = /err|exception|fail|abort|panic|cancel|warn|throw|raise|错|异常|失败|取消|报/i;
/** Folders of what others wrote. */
const BUNDLED = /(?:^|\/)(?:vendor(?:ed)?|bundled|third[-_]?party|external|deps|node_modules)\//i;
const LEADING = 3;
/** Lines of the steps that decide most, and how many decide; of the others small ones alone are shown. */
const LINES = 24;
const DECIDING = 4;
const SMALL = 8;
/** What the line of a call weighs: more than any word. */
const CALL_LINE = 1000;

/**
 * For a question by which steps something gets from one place to another: the steps in the order of their calls, each
 * with where it is called and the lines that call the next ones. Empty where the best definitions do not call each other.
 *
 * @param late true once the time is up
 */
export function flowFindings(
  { result, ...found }: EndResults & { readonly result: SearchResult },
  files: RepositoryFiles,
  ends: FlowEnds,
  late: () => boolean,
): Finding[] {
  const { context } = result.table;
  const graph = graphOver(context.index);
  const speakers = { context, first: endOf(ends.first, context), last: endOf(ends.last, context) };
  const own = candidatesOf(result, RANKED).map((one, rank) => evidenceOf(one, worthAt(rank), speakers));
  const evidence = withEnds(own, found, speakers);
  const options = {
    accepts: (symbol: SymbolRef) => isBetween(symbol, context),
    isSaid: (symbol: SymbolRef) => saysOf(symbol, context),
    late,
  };
  const path = callPath(own, graph, { ...options, bridge: bridge(evidence, graph, options) });
  const steps = throughStart(path, evidence, graph, {
    ...options,
    isStart: writtenIn(speakers.first, context),
  });
  const gains = new Map(evidence.map(({ symbol, gain }) => [symbolKey(symbol), gain]));
  const deciding = new Set(
    steps.map(({ symbol }) => symbolKey(symbol))
      .sort((a, b) => (gains.get(b) ?? 0) - (gains.get(a) ?? 0))
      .slice(0, DECIDING),
  );
  return steps.map((step) => stepFinding(step, { steps, deciding, context, files }));
}

/** The path if it holds a definition that the question names as the first or is worth more than what is called from there on. */
function throughStart(
  path: readonly Step[],
  evidence: readonly Evidence[],
  graph: CodeGraph,
  options: TreeOptions & { readonly isStart: (symbol: SymbolRef) => boolean },
): readonly Step[] {
  const named = evidence.filter(({ symbol }) => options.isStart(symbol)).slice(0, MOST_STARTS);
  if (named.length === 0 || path.some(({ symbol }) => named.some((one) => sameSymbol(one.symbol, symbol)))) {
    return path;
  }
  const known = new Map(evidence.map((one) => [symbolKey(one.symbol), one]));
  const worthOf = (steps: readonly Step[], share: number): number => {
    const held = steps.flatMap(({ symbol }) => known.get(symbolKey(symbol)) ?? []);
    const { asFirst = 0 } = (steps[0] && known.get(symbolKey(steps[0].symbol))) ?? {};
    const gain = held.reduce((sum, one) => sum + one.gain, 0);
    return asFirst + share * gain + Math.max(0, ...held.map(({ asLast }) => asLast));
  };
  let best = path;
  let most = worthOf(path, 1);
  for (const { symbol } of named) {
    const steps = stepsFrom(symbol, callTree(symbol, evidence, graph, options));
    const worth = worthOf(steps, BRANCHING);
    if (steps.length > 0 && worth > most) [best, most] = [steps, worth];
  }
  return best;
}

/** Functions of the product by their bodies, best first, none inside another. */
function candidatesOf(
  { functions, table }: SearchResult,
  most: number,
  leading: number = LEADING,
): RankedFunction[] {
  const kept: RankedFunction[] = [];
  const hasSideways = ABOUT_SIDEWAYS.test(table.context.query.segments.all);
  for (const ranked of functions) {
    const one = bodyOf(ranked, table.context.index);
    if (!CALLABLE.has(one.definition.kind) || isTest(refOf(one), table.context)) continue;
    if (kept.length >= leading && BUNDLED.test(table.context.index.files.paths[one.file]!)) continue;
    if (!hasSideways && SIDEWAYS.test(one.definition.name)) continue;
    const near = kept.filter(({ file }) => file === one.file);
    const overload = near.find(({ definition }) => definition.qualifiedName === one.definition.qualifiedName);
    if (overload) {
      // Overloads hand on to the longest, which stands for all.
      if (linesIn(one) > linesIn(overload)) kept[kept.indexOf(overload)] = one;
    } else if (!near.some(({ definition }) => isWithin(one.definition, definition))) kept.push(one);
    if (kept.length === most) break;
  }
  return kept;
}

function isWithin(inner: Definition, outer: Definition): boolean {
  return outer.startLine <= inner.startLine && inner.endLine <= outer.endLine;
}

function linesIn({ definition }: RankedFunction): number {
  return definition.endLine - definition.startLine;
}

/** What may stand between two steps without being ranked. */
function isBetween(symbol: SymbolRef, context: FeatureContext): boolean {
  const name = context.index.parsed(symbol.file)?.definitions[symbol.definition]?.name ?? "";
  const path = context.index.files.paths[symbol.file] ?? "";
  return !SIDEWAYS.test(name) && !BUNDLED.test(path) && !isTest(symbol, context);
}

/** Whether the name of a definition has a word of the question. */
function saysOf({ file, definition }: SymbolRef, { index, query }: FeatureContext): boolean {
  const name = index.parsed(file)?.definitions[definition]?.name ?? "";
  return tokens(name).some((token) => query.terms.has(token));
}

function refOf({ file, at }: RankedFunction): SymbolRef {
  return { file, definition: at };
}

function isTest({ file, definition }: SymbolRef, { index }: FeatureContext): boolean {
  if (index.traits.test[file] === 1) return true;
  const parsed = index.parsed(file);
  return parsed !== undefined && isTestCode(parsed, definition);
}

/** What a place among the ranked is worth, 0 to 1. */
function worthAt(place: number): number {
  return 1 / (1 + PER_RANK * place);
}

/** What the question says of the first and of the last step of a flow; undefined where it says nothing of one. */
interface Speakers {
  readonly context: FeatureContext;
  readonly first: End | undefined;
  readonly last: End | undefined;
}

function evidenceOf(one: RankedFunction, gain: number, { context, first, last }: Speakers): Evidence {
  const asFirst = AT_END * spoken(first, one, context);
  const asLast = AT_END * spoken(last, one, context);
  return { symbol: refOf(one), gain, asFirst, asLast };
}

/** The evidence with what the ends by themselves find. */
function withEnds(own: readonly Evidence[], { atFirst, atLast }: EndResults, speakers: Speakers): Evidence[] {
  const ranked = new Set(own.map(({ symbol }) => symbolKey(symbol)));
  const known = new Map(own.map((one) => [symbolKey(one.symbol), one]));
  for (const [end, found] of [["asFirst", atFirst], ["asLast", atLast]] as const) {
    if (!found) continue;
    candidatesOf(found, RANKED_AT_END, 0).forEach((one, place) => {
      const key = symbolKey(refOf(one));
      const before = known.get(key) ?? evidenceOf(one, 0, speakers);
      const gain = ranked.has(key) ? before.gain : Math.max(before.gain, BY_END * worthAt(place));
      known.set(key, {
        ...before,
        gain,
        [end]: Math.max(before[end], AT_END * BY_RANK * worthAt(place)),
      });
    });
  }
  return [...known.values()];
}

/** Before a bracket, behind a dot or in backticks, or with an underscore or a capital inside. */
const WRITTEN =
  /[A-Za-z_$][\w$]*(?=\()|(?<=\w(?:\.|::|#|->)|`)[A-Za-z_$][\w$]*|[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+|[a-z][a-z0-9]*[A-Z]\w*/g;
/** `Engine.run`, `engine::run`. */
const OWNED = /([A-Za-z_$][\w$]*)(?:\.|::|#|->)(?=([A-Za-z_$][\w$]*))/g;

/** An end of the question: its words, and what may be names among them as they are written. */
interface End extends Clause {
  readonly names: ReadonlySet<string>;
  /** Those of the names that are written as code. */
  readonly written: ReadonlySet<string>;
  /** Names that are written with what they belong to, and that: `Engine` of `Engine.run`, where the code knows it. */
  readonly owners: ReadonlyMap<string, string>;
}

function endOf(text: string | undefined, context: FeatureContext): End | undefined {
  if (text === undefined) return undefined;
  const owners = [...text.matchAll(OWNED)].filter(([, owner]) =>
    context.index.definitionsNamed(owner!).some(({ kind }) => CLASS_KINDS.has(kind) || kind === "module")
  );
  return {
    ...clauseOf(text, context),
    names: new Set(text.match(/[A-Za-z_$][\w$]*[?!]?/g)),
    written: new Set(text.match(WRITTEN)),
    owners: new Map(owners.map(([, owner, name]) => [name!, owner!])),
  };
}

/** How far an end of the question speaks of a definition, 0 to 1. */
function spoken(
  clause: End | undefined,
  { definition, chunk }: RankedFunction,
  { index }: FeatureContext,
): number {
  if (!clause || clause.total === 0) return 0;
  const name = new Set(tokens(definition.qualifiedName));
  let named = 0;
  for (const terms of clause.words) {
    named += Math.max(0, ...[...terms].map(([term, weight]) => name.has(term) ? weight : 0));
  }
  return Math.max(
    isNamed(definition, clause) ? 1 : BY_WORDS * Math.min(1, named / clause.total),
    BY_CODE * heldShare(clause, chunk, index),
  );
}

/** Whether an end has the name of a definition, of what it belongs to if that stands there too. */
function isNamed({ name, qualifiedName }: Definition, { names, owners }: End): boolean {
  const owner = owners.get(name);
  return names.has(name) && (owner === undefined || qualifiedName.split(".").includes(owner));
}

/** Which definitions an end names as code does, so that no word of the language is meant: `run()`, `job.run`, `runJob`. */
function writtenIn(end: End | undefined, { index }: FeatureContext): (symbol: SymbolRef) => boolean {
  return ({ file, definition }) => {
    const one = index.parsed(file)?.definitions[definition];
    return end !== undefined && one !== undefined && end.written.has(one.name) && isNamed(one, end);
  };
}

interface Shown {
  readonly steps: readonly Step[];
  /** Keys of the steps that are shown at length. */
  readonly deciding: ReadonlySet<string>;
  readonly context: FeatureContext;
  readonly files: RepositoryFiles;
}

function stepFinding({ symbol, caller }: Step, { steps, deciding, context, files }: Shown): Finding {
  const { index } = context;
  const definition = index.parsed(symbol.file)!.definitions[symbol.definition]!;
  const { startLine, endLine, qualifiedName } = definition;
  const path = index.files.paths[symbol.file]!;
  const lines = linesOf(path, files) ?? [];
  const calls = new Set(
    steps.flatMap(({ caller }) =>
      caller && symbolKey(caller.from) === symbolKey(symbol) ? [lines[caller.line - 1]] : []
    ),
  );
  const weigh = lineWeights(context);
  const what = claimOf(definition, lines, startLine);
  const isShown = deciding.has(symbolKey(symbol)) || endLine - startLine < SMALL;
  return {
    path,
    startLine,
    endLine,
    symbol: qualifiedName,
    claim: [
      ...(symbol === steps[0]!.symbol ? [`first of ${steps.length} steps, in call order`] : []),
      ...(caller ? [calledBy(caller, context)] : []),
    ].join(", ") + `: ${what}`,
    score: 1,
    reasons: [],
    ...(isShown && lines.length > 0 && {
      code: piecesOf(lines, {
        startLine,
        endLine,
        most: LINES,
        weigh: (line) => calls.has(line) ? CALL_LINE : weigh(line),
      }),
    }),
  };
}

/** Below this a call is marked as inferred. */
const LEAST_CERTAIN = 0.85;

function calledBy({ from, line, confidence }: Call, { index }: FeatureContext): string {
  const name = index.parsed(from.file)?.definitions[from.definition]?.name ?? "the file";
  return `${confidence < LEAST_CERTAIN ? "~" : ""}called by ${name} (${
    index.files.paths[from.file]
  }:${line})`;
}
