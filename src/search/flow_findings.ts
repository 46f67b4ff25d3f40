import { graphOver } from "../graph/open_graph.ts";
import { symbolKey } from "../graph/edges.ts";
import type { Finding } from "../model/findings.ts";
import type { RepositoryFiles } from "../model/ports.ts";
import type { Step } from "./call_path.ts";
import { claimOf } from "./claims.ts";
import { lineWeights } from "./definition_findings.ts";
import { linesOf } from "./file_lines.ts";
import type { Place } from "./flow_claims.ts";
import { calledBy, headingOf } from "./flow_claims.ts";
import { endOf } from "./flow_ends.ts";
import type { EndResults } from "./flow_evidence.ts";
import { wayOf } from "./flow_way.ts";
import type { FeatureContext } from "./rank/features.ts";
import { piecesOf } from "./rank/pieces.ts";
import type { SearchResult } from "./rank/search_result.ts";

/** The two ends of a way, as a question says them. */
export interface FlowEnds {
  readonly first?: string;
  readonly last?: string;
}

/** Lines of a step: many are shown, with the calls that lead on, rather than a few of them at length. */
const LINES = 14;
/** What only lies between two steps or at an end is told by its name: a definition is shown whose rank is worth more. */
const SHOWN_GAIN = 0.2;
/** What the line of a call weighs: more than any word. */
const CALL_LINE = 1000;

/**
 * For a question by which steps something gets from one place to another: the steps in the order of their calls, each
 * with where it is called and the lines that call the next ones. Empty where the best definitions do not call each other.
 *
 * @param late true once the time is up
 */
export function flowFindings(
  results: EndResults & { readonly result: SearchResult },
  files: RepositoryFiles,
  ends: FlowEnds,
  late: () => boolean,
): Finding[] {
  const { context } = results.result.table;
  const graph = graphOver(context.index);
  const said = { context, first: endOf(ends.first, context), last: endOf(ends.last, context) };
  const { parts, evidence, isUnfinished } = wayOf(results, said, { graph, files, late });
  const unreached = isUnfinished ? ends.last : undefined;
  const shown = new Set(
    evidence.filter(({ gain }) => gain > SHOWN_GAIN).map(({ symbol }) => symbolKey(symbol)),
  );
  return parts.flatMap((part, at) =>
    part.flatMap((step) =>
      stepFinding(step, { part, place: { at, of: parts.length }, context, files, shown, unreached })
    )
  );
}

interface Shown {
  /** The steps that calls join with it. */
  readonly part: readonly Step[];
  readonly place: Place;
  readonly context: FeatureContext;
  readonly files: RepositoryFiles;
  /** Keys of the definitions whose code is shown. */
  readonly shown: ReadonlySet<string>;
  /** The end that the question says and no step has; undefined where one has it. */
  readonly unreached: string | undefined;
}

function stepFinding(
  { symbol, caller }: Step,
  { part, place, context, files, shown, unreached }: Shown,
): Finding | [] {
  const { index } = context;
  const definition = index.parsed(symbol.file)?.definitions[symbol.definition];
  // What another machine stored may name what its own record lacks.
  if (!definition) return [];
  const { startLine, endLine, qualifiedName } = definition;
  const path = index.files.paths[symbol.file]!;
  const lines = linesOf(path, files) ?? [];
  const calls = new Set(
    part.flatMap(({ caller }) =>
      caller && symbolKey(caller.from) === symbolKey(symbol) ? [lines[caller.line - 1]] : []
    ),
  );
  const weigh = lineWeights(context);
  const way = [
    ...(symbol === part[0]!.symbol ? headingOf(part.length, place, unreached) : []),
    ...(caller ? [calledBy(caller, symbol, index)] : []),
  ].join(", ");
  return {
    path,
    startLine,
    endLine,
    symbol: qualifiedName,
    claim: claimOf(definition, lines, startLine),
    isReason: true,
    ...(way !== "" && { relation: way }),
    score: 1,
    reasons: [],
    ...(lines.length > 0 && shown.has(symbolKey(symbol)) && {
      code: piecesOf(lines, {
        startLine,
        endLine,
        most: LINES,
        weigh: (line) => calls.has(line) ? CALL_LINE : weigh(line),
      }),
    }),
  };
}
