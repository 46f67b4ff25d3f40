import { graphOver } from "../graph/open_graph.ts";
import type { LexicalIndex } from "../index/lexical_index.ts";
import type { Finding } from "../model/findings.ts";
import type { RepositoryFiles } from "../model/ports.ts";
import { commandFindings } from "./command_lines.ts";
import { definitionFindings } from "./definition_findings.ts";
import { exampleFindings } from "./example_findings.ts";
import type { EndResults } from "./flow_evidence.ts";
import type { FlowEnds } from "./flow_findings.ts";
import { flowFindings } from "./flow_findings.ts";
import { forFlow } from "./flow_places.ts";
import { kinFindings } from "./kin_findings.ts";
import type { MessageFindings } from "./message_findings.ts";
import { messageFindings } from "./message_findings.ts";
import { asksForTests, asksToRun } from "./rank/intent_weights.ts";
import type { SearchResult } from "./rank/search_result.ts";
import { scopeFindings } from "./scope_findings.ts";
import { siblingFindings } from "./sibling_findings.ts";
import type { TestFindings } from "./test_findings.ts";
import { testFindings } from "./test_findings.ts";
import { isTest } from "./test_units.ts";
import { withValues } from "./values_used.ts";
import { variantFindings } from "./variant_findings.ts";

/** Definitions beside those of a kind that the question wants one more of, and the places that list them. */
const BESIDE_SIBLINGS = 8;
/** Definitions beside the place of a message. */
const BESIDE_MESSAGES = 5;
/** What of the product is shown beside tests that cover it. */
const BESIDE_TESTS = 2;
/** What of the product comes before the tests where they are asked for besides. */
const BEFORE_TESTS = 4;
/** Of the type that lists an example, and the places that name its variants, beside the example's own. */
const BESIDE_EXAMPLE = 3;
/** Places in all for a flow, so many of the best beside its steps at least, and lines of each of those with code. */
const WITH_FLOW = 17;
const BESIDE_MANY = 3;
const LINES_OF_PLACE = 13;
/** The same beside a part of the repository, of which they are. */
const BESIDE_PART = 2;

/** What a question wants, as it was read. */
export interface Wanted {
  /** The question itself. */
  readonly prompt: string;
  /** Texts that it quotes. */
  readonly phrases: readonly string[];
  /** Names of definitions in it. */
  readonly names: readonly string[];
  /** Definitions at most. */
  readonly most: number;
  /** Lines of code of the best definition. */
  readonly lines: number;
  /** What it wants one more of. */
  readonly another?: string;
  /** What it calls the kind of that, in English. */
  readonly kinds?: readonly string[];
  /** It asks what all of the kind are derived from. */
  readonly asksForBase?: boolean;
  /** What that is to be like. */
  readonly examples: readonly string[];
  /** The part of the repository that it wants explained, in English. */
  readonly scope?: string;
  /** It asks by which steps, between these ends. */
  readonly flow?: FlowEnds;
}

/** What the index found for a question: all in all, among tests where it asks for them, and for the ends of a flow. */
export interface Found extends EndResults {
  readonly result: SearchResult;
  readonly tests?: SearchResult;
}

/**
 * The places that answer, in the first form that finds any: tests, a part of the repository as a whole, patterns of what is to
 * be added, the steps of a flow, the definitions themselves behind the places of messages. What else was found stands beside.
 *
 * @param late true once nothing more is looked up for such a form
 */
export function placesFor(
  found: Found,
  wanted: Wanted,
  files: RepositoryFiles,
  late: () => boolean,
): Finding[] {
  const { index } = found.result.table.context;
  return withValues(formFor(found, wanted, files, late), index, files);
}

function formFor(
  { result, tests, ...ends }: Found,
  wanted: Wanted,
  files: RepositoryFiles,
  late: () => boolean,
): Finding[] {
  const { index } = result.table.context;
  const { lines, names, scope, flow } = wanted;
  const found = flow === undefined
    ? definitionFindings(result, files, { most: wanted.most, lines })
    : definitionFindings(forFlow(result, late), files, {
      most: wanted.most,
      lines: LINES_OF_PLACE,
      isEven: true,
    });
  const covering = tests && testFindings(tests, files, { lines, names, late, everywhere: result });
  if (covering && covering.covering.length > 0) return withTests(found, covering, { index, result, files });
  const part = scope === undefined || late() ? [] : scopeFindings(result, files, scope, late);
  if (part.length > 0) {
    const around = besides(found, part, index).filter((one) => isBeside(one, part));
    return [...part, ...around.slice(0, BESIDE_PART)];
  }
  const siblings = addingTo(result, files, wanted);
  if (siblings.length > 0) {
    return [...siblings, ...found.filter((one) => !isAmong(one, siblings)).slice(0, BESIDE_SIBLINGS)];
  }
  const steps = flow === undefined ? [] : flowFindings({ result, ...ends }, files, flow, late);
  if (steps.length > 0) {
    const most = Math.max(BESIDE_MANY, WITH_FLOW - steps.length);
    return [...steps, ...besides(found, steps, index).slice(0, most).map(shownOrNamed)];
  }
  const messages = messageFindings(wanted.prompt, wanted.phrases, graphOver(index), {
    files,
    ranked: result.functions,
  });
  return [...messages.items, ...besidesMessages(found, messages)];
}

/** A place without code by its name alone. */
function shownOrNamed(one: Finding): Finding {
  return one.code ? one : { ...one, claim: "" };
}

/** Tests first where only they are asked for, else behind the best of what the rest of the question asks. */
function withTests(
  found: readonly Finding[],
  { covering, tested }: TestFindings,
  { index, result, files }: {
    readonly index: LexicalIndex;
    readonly result: SearchResult;
    readonly files: RepositoryFiles;
  },
): Finding[] {
  const { query } = result.table.context;
  if (asksForTests(query) === "first") {
    const commands = commandFindings(files.list(), files).filter(({ claim }) => claim.includes("tests"))
      .slice(0, 1);
    const isAsked = asksToRun(query);
    const leading = [...covering, ...tested];
    return [
      ...leading.slice(0, 1),
      ...(isAsked ? commands : []),
      ...leading.slice(1),
      ...besides(found, leading, index).filter((one) => !isTestIn(one, index)).slice(
        0,
        Math.max(1, BESIDE_TESTS - tested.length),
      ),
      ...(isAsked ? [] : commands),
    ];
  }
  // What is under test is what the rest of the question asks for, and has its own places there.
  const rest = found.filter((one) => !isAmong(one, covering));
  return [...rest.slice(0, BEFORE_TESTS), ...covering, ...rest.slice(BEFORE_TESTS)];
}

/** What of the product ranks best beside what leads. */
function besides(
  found: readonly Finding[],
  leading: readonly Finding[],
  index: LexicalIndex,
): Finding[] {
  return found.filter((one) =>
    one.symbol !== undefined && !isAmong(one, leading) && isProduct(one.path, index)
  );
}

function isProduct(path: string, { files, traits }: LexicalIndex): boolean {
  return traits.test[files.numberOf(path) ?? -1] !== 1;
}

/** Whether a place is a test in a file of the product. */
function isTestIn({ path, symbol, startLine }: Finding, index: LexicalIndex): boolean {
  const file = index.files.numberOf(path);
  const definitions = file === undefined ? [] : index.parsed(file)?.definitions ?? [];
  return definitions.some((one) =>
    one.qualifiedName === symbol && one.startLine === startLine && isTest(one)
  );
}

/** Whether a place lies in a folder of others. */
function isBeside({ path }: Finding, others: readonly Finding[]): boolean {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  return others.some((one) => one.path.slice(0, one.path.lastIndexOf("/") + 1) === folder);
}

/** For a question that wants something more: like an example, one more of the files of a kind, or of what a type lists. */
function addingTo(
  result: SearchResult,
  files: RepositoryFiles,
  { another, kinds = [], asksForBase = false, examples }: Wanted,
): readonly Finding[] {
  const like = exampleFindings(result, files, examples);
  if (like.length === 0 && another === undefined) return [];
  const kin = like.length > 0 ? [] : kinFindings(result, files, { kinds, asksForBase });
  if (kin.length > 0) return kin;
  const siblings = like.length > 0 || !another ? like : siblingFindings(result, files, another);
  const variants = variantFindings(result, files, examples);
  if (siblings.length === 0) return variants;
  const beside = variants.slice(0, BESIDE_EXAMPLE).filter((one) => !isAmong(one, siblings));
  return like.length > 0 ? [...siblings.slice(0, 2), ...beside, ...siblings.slice(2)] : siblings;
}

/** Whether a place is one of others. */
export function isAmong({ path, symbol, startLine }: Finding, others: readonly Finding[]): boolean {
  return others.some((one) =>
    one.path === path && one.symbol === symbol && (symbol !== undefined || one.startLine === startLine)
  );
}

/** Where the code has the whole message, what else the words say is of little use. */
function besidesMessages(found: readonly Finding[], { items, isWhole }: MessageFindings): Finding[] {
  const others = found.filter((one) => !isAmong(one, items));
  return isWhole ? others.slice(0, BESIDE_MESSAGES) : others;
}
