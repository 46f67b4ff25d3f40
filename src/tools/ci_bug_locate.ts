import type { Place } from "../graph/describe.ts";
import { DEFAULT_TOP } from "../model/tools.ts";
import { historyOf, type Tool, type ToolContext } from "../ports/tool.ts";
import type { Finding, Findings, RepositoryFiles, ScoreReason } from "../model/calls.ts";
import { openGraph } from "../graph/open_graph.ts";
import type { CodeGraph } from "../graph/edges.ts";
import { HISTORY_LIMITS, LARGEST_HISTORY } from "../history/requests.ts";
import type { History } from "../history/history.ts";
import { definitionReasons, type RankedDefinition } from "../search/rank/hybrid.ts";
import { locateGroups } from "../search/rank/history_features.ts";
import { MODELS } from "../search/rank/feature_table.ts";
import type { SearchResult } from "../search/rank/search_result.ts";
import { strengthOf } from "../search/rank/certainty.ts";
import { askIndex, type AskOptions } from "../search/ask_index.ts";
import { emittingFiles } from "../search/likely_files.ts";
import { claimOf } from "../search/claims.ts";
import { linesOf } from "../search/file_lines.ts";
import { definitionFindings, lineWeights, REASONS } from "../answers/definitions/definition_findings.ts";
import { frameFindings } from "../answers/frames/frames.ts";
import { messageFindings } from "../answers/messages/message_findings.ts";
import { piecesOf } from "../search/rank/pieces.ts";
import { nothing } from "../answers/nothing.ts";

/** One place where the fault may be, as programs read it. */
export interface BugCandidate extends Pick<Place, "start_line" | "end_line"> {
  readonly file_path: string;
  readonly symbol: string;
  /** Between 0 and 1: the share among the candidates. */
  readonly confidence: number;
  /** Reasons of the score, strongest first. */
  readonly reasons: readonly ScoreReason[];
}

/** The whole answer. */
export interface BugLocation {
  /** Ranked paths. */
  readonly files: readonly string[];
  /** `path:Qualified.name`, ranked. */
  readonly functions: readonly string[];
  /** The best of these; the last one may be the best of a first file that had none. */
  readonly candidates: readonly BugCandidate[];
}

const NOWHERE: BugLocation = { files: [], functions: [], candidates: [] };
const FILES_RANKED = 20;
/** Lines of code of one suspect. */
const LINES_SHOWN = 15;
/** Maximum number of guesses beside the frames of a stack trace or a message. */
const SUSPECTS_BESIDE = 2;

/**
 * Likely origins of an error: stack frames, names, paths, messages and words of the report against the index, the
 * neighbours of matches, and files of earlier fixes. Arguments: `error` (the report or trace), `terms`, `top_n`,
 * `history_depth` (newest commits that are evaluated, 0: none).
 */
export const ciBugLocate: Tool<"ci_bug_locate"> = async (args, context): Promise<Findings> => {
  const opened = await openGraph(context);
  if (!opened) return nothing("ci_bug_locate", "no index", ["no index: locating needs one"], NOWHERE);
  const { graph } = opened;
  const topN = args.top_n ?? DEFAULT_TOP;
  const ask = async (gaps: readonly string[], how: Partial<AskOptions> = {}): Promise<Findings> => {
    const { files } = context;
    const asked = { query: args.error, question: args.question };
    const findingsOf = (result: SearchResult | undefined): Findings =>
      answerOf(graph, result, { report: args.error ?? "", topN, files, gaps: [...opened.gaps, ...gaps] });
    const early = emittingFiles(context, (result) => {
      const byFile = definitionFindings(result, files, { most: topN, lines: [LINES_SHOWN] });
      const findings = findingsOf(result);
      return { ...findings, items: [...findings.items, ...byFile] };
    });
    return findingsOf(await askIndex(graph.index, asked, { limit: FILES_RANKED, files, ...early, ...how }));
  };
  const read = await readHistory(context, async () => await ask([HISTORY_LIMITS.notRead]));
  const history = read.newest(Math.max(0, args.history_depth ?? LARGEST_HISTORY));
  return await ask(history.gaps, { model: MODELS.locate, groups: locateGroups(history) });
};

/** Git's history. While git is still reading it, the result of the words alone is delivered as a partial answer. */
async function readHistory(context: ToolContext, byWords: () => Promise<Findings>): Promise<History> {
  const reading = historyOf(context);
  const turn = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 0));
  if (await Promise.race([reading, turn]) === undefined) context.partial(await byWords());
  return await reading;
}

function answerOf(
  graph: CodeGraph,
  result: SearchResult | undefined,
  { report, topN, files, gaps }: {
    readonly report: string;
    readonly topN: number;
    readonly files: RepositoryFiles;
    readonly gaps: readonly string[];
  },
): Findings {
  if (!result || result.files.length === 0) {
    return nothing("ci_bug_locate", "nothing in the report matches the repository", gaps, NOWHERE);
  }
  const data = locate(graph, result, topN);
  const frames = frameFindings(result, files);
  const quoted = result.table.context.query.question.terms.phrases;
  const exact = frames.length > 0 ? frames : messageFindings({ prompt: report, quoted }, graph.index, files);
  const weigh = lineWeights(result.table.context);
  const suspects = data.candidates.map((one, at): Finding => {
    const { file_path: path, symbol, start_line: startLine, end_line: endLine, confidence, reasons } = one;
    const lines = linesOf(path, files) ?? [];
    const code = lines.length > 0 ? piecesOf(lines, { startLine, endLine, most: LINES_SHOWN, weigh }) : [];
    return {
      path,
      startLine,
      endLine,
      symbol,
      claim: claimOf(result.functions[at]!.definition, [], startLine),
      isReason: true,
      confidence: confidence / (data.candidates[0]!.confidence || 1),
      score: confidence,
      reasons,
      ...(code.length > 0 && { code }),
    };
  });
  return {
    tool: "ci_bug_locate",
    items: [...exact, ...suspects.slice(0, exact.length > 0 ? SUSPECTS_BESIDE : suspects.length)],
    strength: strengthOf(result),
    gaps,
    summary: `${data.candidates.length} candidates, best ${data.candidates[0]?.file_path ?? "none"}`,
    data,
  };
}

function locate(graph: CodeGraph, result: SearchResult, topN: number): BugLocation {
  const best = result.functions.slice(0, 2 * FILES_RANKED);
  const names = best.map((one) => `${graph.index.files.paths[one.file]}:${one.definition.qualifiedName}`);
  const share = sharesOf(best.map((one) => one.score));
  return {
    files: result.files.map((file) => file.path),
    functions: [...new Set(names)],
    candidates: result.functions.slice(0, topN).map((one) => candidateOf(graph, one, share(one.score))),
  };
}

function candidateOf(graph: CodeGraph, one: RankedDefinition, confidence: number): BugCandidate {
  const { startLine, endLine, qualifiedName } = one.definition;
  return {
    file_path: graph.index.files.paths[one.file]!,
    symbol: qualifiedName,
    start_line: startLine,
    end_line: endLine,
    confidence: Number(confidence.toFixed(3)),
    reasons: definitionReasons(one, MODELS.locate.definitions).slice(0, REASONS),
  };
}

/** Softmax of a score among all of them. */
function sharesOf(scores: readonly number[]): (score: number) => number {
  const top = Math.max(...scores);
  const sum = scores.reduce((all, score) => all + Math.exp(score - top), 0);
  return (score) => Math.exp(score - top) / sum;
}
