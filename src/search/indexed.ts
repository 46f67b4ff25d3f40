import { counted } from "../model/counted.ts";
import type { Finding, Findings } from "../model/findings.ts";
import type { QueryTerms } from "../model/intent.ts";
import type { ToolCall } from "../model/plan.ts";
import type { FileRole, RepositoryFiles } from "../model/ports.ts";
import type { ToolContext } from "../ports/tool.ts";
import type { LexicalIndex } from "../index/lexical_index.ts";
import { KINDS } from "../index/lexical_index.ts";
import type { FileFilter } from "./rank/filters.ts";
import { fileFilter } from "./rank/filters.ts";
import type { SearchResult } from "./rank/search_result.ts";
import { strengthOf } from "./rank/confidence.ts";
import { handingOverFiles } from "./anytime.ts";
import { hasCjk } from "../text/chars.ts";
import { askIndex, isKnown } from "./ask_index.ts";
import { packageImports } from "../graph/package_imports.ts";
import { commandFindings } from "./command_lines.ts";
import { askMeaning } from "./ask_meaning.ts";
import { definitionFindings } from "./definition_findings.ts";
import type { EndResults, FlowEnds } from "./flow_findings.ts";
import { flowFindings } from "./flow_findings.ts";
import { linkFindings, type Links } from "./link_findings.ts";
import type { MessageFindings } from "./message_findings.ts";
import { messageFindings } from "./message_findings.ts";
import { graphOver } from "../graph/open_graph.ts";
import { withoutRunning } from "../text/asking_tests.ts";
import { asksForTests, asksToRun } from "./rank/intent_weights.ts";
import { testFindings } from "./test_findings.ts";
import { exampleFindings } from "./example_findings.ts";
import { scopeFindings } from "./scope_findings.ts";
import { siblingFindings } from "./sibling_findings.ts";
import { variantFindings } from "./variant_findings.ts";

const DEFAULT_LIMIT = 10;
/** Lines of code of the best definition. */
const DEFAULT_LINES = 40;
/** Definitions beside those of a kind that the question wants one more of, and the places that list them. */
const BESIDE_SIBLINGS = 4;
/** Definitions beside the place of a message. */
const BESIDE_MESSAGES = 5;
/** What of the product is shown beside tests that cover it. */
const BESIDE_TESTS = 2;
/** What of the product comes before the tests where they are asked for besides. */
const BEFORE_TESTS = 4;
/** Of the type that lists an example, and the places that name its variants, beside the example's own. */
const BESIDE_EXAMPLE = 3;
/** Named symbols whose tests are looked up. */
const MOST_NAMED = 3;
/** Named symbols whose links to other repositories are looked up. */
const MOST_LINKED = 5;
/** Share of the time after which nothing more is looked up for the sort of answer that the question wants. */
const FLOW_SHARE = 0.6;
/** Places in all where there are few steps of a flow, and of the best so many beside many steps. */
const WITH_FLOW = 11;
const BESIDE_MANY = 3;
const MANY_STEPS = 6;
/** The same beside a part of the repository, of which they are. */
const BESIDE_PART = 2;

/**
 * Ranked search over an index. Arguments: `query` (the question as asked) or `terms` (what was read from it), both
 * when both are known; `limit` (files, default 10; there may be twice as many definitions); `lines` (of code of
 * the best definition, default 40); `packages`: of which imports of the named identifiers are told; `another`: what the
 * question wants one more of; `examples`: what it is to be like; `scope`: the part that it wants explained;
 * `links`: what other repositories may name too; `flow`: it asks by which steps, of which `flow_from` and `flow_to` say the ends; `path`,
 * `language`, `role` as in {@link FileFilter}.
 *
 * @param late true once nothing more is looked up for the sort of answer that the question wants
 */
export async function searchIndex(
  index: LexicalIndex,
  args: ToolCall["args"],
  context: ToolContext,
  late: () => boolean = lateFor(context),
): Promise<Findings> {
  const limit = typeof args["limit"] === "number" ? args["limit"] : DEFAULT_LIMIT;
  if (limit <= 0) return nothing("nothing to search for");
  const accepts = fileFilter(filterOf(args), index);
  const meaning = askMeaning(args, context, accepts);
  const lines = typeof args["lines"] === "number" ? args["lines"] : DEFAULT_LINES;
  const another = typeof args["another"] === "string" ? args["another"] : undefined;
  const examples = Array.isArray(args["examples"]) ? args["examples"] as readonly string[] : [];
  const flow = args["flow"] === true ? endsFrom(args) : undefined;
  const scope = typeof args["scope"] === "string" ? await englishFor(args["scope"], index) : undefined;
  const links = linksOf(index, args, context);
  const findingsOf = (result: SearchResult, tests?: SearchResult, ends?: EndResults): Findings => {
    const found = definitionFindings(result, context.files, { most: 2 * limit, lines });
    const like = exampleFindings(result, context.files, examples);
    const siblings = addingTo(result, context.files, { like, another, examples });
    const steps = flow === undefined ? [] : flowFindings({ result, ...ends }, context.files, flow, late);
    const covering = tests ? testFindings(tests, context.files, { lines, names: namesOf(args), late }) : [];
    const part = scope === undefined || late() ? [] : scopeFindings(result, context.files, scope, late);
    const messages = steps.length + siblings.length + part.length > 0
      ? NO_MESSAGES
      : messagesOf(index, args, context);
    const items = covering.length > 0
      ? withTests(found, covering, { index, result, files: context.files })
      : part.length > 0
      ? [...part, ...besides(found, part, index).filter((one) => isBeside(one, part)).slice(0, BESIDE_PART)]
      : siblings.length > 0
      ? [...siblings, ...found.filter((one) => !isAmong(one, siblings)).slice(0, BESIDE_SIBLINGS)]
      : steps.length > 0
      ? [
        ...steps,
        ...besides(found, steps, index).slice(
          0,
          steps.length < MANY_STEPS ? WITH_FLOW - steps.length : BESIDE_MANY,
        ),
      ]
      : [...messages.items, ...besidesMessages(found, messages)];
    return withLinks({
      tool: "ci_search",
      items,
      strength: strengthOf(result),
      gaps: gapsOf(index),
      summary: `${counted(items.length, "place")} in ${counted(index.files.count, "indexed file")}`,
      data: {
        files: filesOf(result, context),
        functions: functionsOf(result, limit),
        ...importsOf(index, args),
      },
    }, links);
  };
  const result = await askIndex(index, args, {
    limit,
    files: context.files,
    semantic: meaning.match,
    ...handingOverFiles(context, findingsOf),
    ...(accepts && { accepts }),
  });
  if (!result) return withLinks(nothing("nothing to search for"), links);
  const isForTests = accepts === undefined && asksForTests(result.table.context.query) !== undefined &&
    !late();
  const tests = isForTests ? await testsFor(index, args, context, limit) : undefined;
  const ends = flow && !late() ? await endsOf(index, flow, context, limit) : undefined;
  return { ...findingsOf(result, tests, ends), ...meaning.use() };
}

/** A name in Chinese as the repository's paths and code say it. */
async function englishFor(name: string, index: LexicalIndex): Promise<string> {
  if (!hasCjk(name)) return name;
  const { inEnglish } = await import("../text/query_translation.ts");
  return inEnglish(name, (token) => isKnown(token, index)).trim();
}

/** True once the largest part of a tool's time is up, which counts from this call. */
export function lateFor({ clock, deadline }: Pick<ToolContext, "clock" | "deadline">): () => boolean {
  const begun = clock();
  const wrapUp = begun + FLOW_SHARE * (deadline - begun);
  return () => clock() > wrapUp;
}

/** What the index has for each end of a flow by itself. */
async function endsOf(
  index: LexicalIndex,
  { first, last }: FlowEnds,
  { files }: ToolContext,
  limit: number,
): Promise<EndResults> {
  const ask = async (query: string | undefined): Promise<SearchResult | undefined> =>
    query === undefined ? undefined : await askIndex(index, { query }, { limit, files });
  const [atFirst, atLast] = [await ask(first), await ask(last)];
  return { ...(atFirst && { atFirst }), ...(atLast && { atLast }) };
}

/** The same question put to the files of tests alone. */
async function testsFor(
  index: LexicalIndex,
  args: ToolCall["args"],
  { files }: ToolContext,
  limit: number,
): Promise<SearchResult | undefined> {
  const accepts = fileFilter({ role: "test" }, index);
  const query = withoutRunning(String(args["query"] ?? ""));
  return accepts && await askIndex(index, { ...args, query }, { limit, files, accepts });
}

function endsFrom(args: ToolCall["args"]): FlowEnds {
  const text = (name: string): string | undefined => typeof args[name] === "string" ? args[name] : undefined;
  const first = text("flow_from");
  const last = text("flow_to");
  return { ...(first !== undefined && { first }), ...(last !== undefined && { last }) };
}

/** Tests first where only they are asked for, else behind the best of what the rest of the question asks. */
function withTests(
  found: readonly Finding[],
  tests: readonly Finding[],
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
    return [
      ...tests.slice(0, 1),
      ...(isAsked ? commands : []),
      ...tests.slice(1),
      ...besides(found, tests, index).slice(0, BESIDE_TESTS),
      ...(isAsked ? [] : commands),
    ];
  }
  const rest = found.filter((one) => !isAmong(one, tests));
  return [...rest.slice(0, BEFORE_TESTS), ...tests, ...rest.slice(BEFORE_TESTS)];
}

/** What of the product ranks best beside what leads. */
function besides(
  found: readonly Finding[],
  leading: readonly Finding[],
  { files, traits }: LexicalIndex,
): Finding[] {
  const isProduct = ({ path }: Finding): boolean => traits.test[files.numberOf(path) ?? -1] !== 1;
  return found.filter((one) => one.symbol !== undefined && !isAmong(one, leading) && isProduct(one));
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
  { like, another, examples }: {
    readonly like: readonly Finding[];
    readonly another: string | undefined;
    readonly examples: readonly string[];
  },
): readonly Finding[] {
  if (like.length === 0 && another === undefined) return [];
  const siblings = like.length > 0 || another === undefined ? like : siblingFindings(result, files, another);
  const variants = variantFindings(result, files, examples);
  if (siblings.length === 0) return variants;
  const beside = variants.slice(0, BESIDE_EXAMPLE).filter((one) => !isAmong(one, siblings));
  return like.length > 0 ? [...siblings.slice(0, 2), ...beside, ...siblings.slice(2)] : siblings;
}

function namesOf({ terms }: ToolCall["args"]): readonly string[] {
  const { identifiers = [] } = (terms ?? {}) as Partial<QueryTerms>;
  return identifiers.slice(0, MOST_NAMED);
}

function isAmong({ path, symbol, startLine }: Finding, others: readonly Finding[]): boolean {
  return others.some((one) =>
    one.path === path && one.symbol === symbol && (symbol !== undefined || one.startLine === startLine)
  );
}

const NO_MESSAGES: MessageFindings = { items: [], isWhole: false };

function messagesOf(index: LexicalIndex, args: ToolCall["args"], { files }: ToolContext): MessageFindings {
  const terms = args["terms"] as QueryTerms | undefined;
  const prompt = typeof args["query"] === "string" ? args["query"] : "";
  return messageFindings(prompt, terms?.phrases ?? [], graphOver(index), files);
}

/** Where the code has the whole message, what else the words say is of little use. */
function besidesMessages(found: readonly Finding[], { items, isWhole }: MessageFindings): Finding[] {
  const others = found.filter((one) => !isAmong(one, items));
  return isWhole ? others.slice(0, BESIDE_MESSAGES) : others;
}

function nothing(summary: string): Findings {
  return {
    tool: "ci_search",
    items: [],
    strength: "none",
    gaps: [],
    summary,
    data: { files: [], functions: [] },
  };
}

/** What is named in other repositories too, where a workspace asks. */
function linksOf(index: LexicalIndex, { links, terms }: ToolCall["args"], { files }: ToolContext): Links {
  if (!Array.isArray(links)) return { items: [], ends: [] };
  const { identifiers = [] } = (terms ?? {}) as Partial<QueryTerms>;
  return linkFindings(index, files, { names: links, symbols: identifiers.slice(0, MOST_LINKED) });
}

function withLinks(findings: Findings, { items, ends }: Links): Findings {
  if (ends.length === 0) return findings;
  const data = { ...(findings.data as object), links: ends };
  if (items.length === 0) return { ...findings, data };
  const rest = findings.items.filter((one) => !isAmong(one, items));
  const summary = findings.strength === "none"
    ? `${counted(items.length, "place")} that links name`
    : findings.summary;
  return { ...findings, items: [...items, ...rest], strength: "strong", summary, data };
}

function importsOf(index: LexicalIndex, { packages, terms }: ToolCall["args"]): { imports?: unknown } {
  const { identifiers = [] } = (terms ?? {}) as Partial<QueryTerms>;
  if (!packages || identifiers.length === 0) return {};
  return { imports: packageImports(index, identifiers, packages as readonly string[]) };
}

function filterOf(args: ToolCall["args"]): FileFilter {
  const text = (name: string): string | undefined => typeof args[name] === "string" ? args[name] : undefined;
  const path = text("path");
  const language = text("language");
  const role = text("role") as FileRole | undefined;
  return { ...(path && { path }), ...(language && { language }), ...(role && { role }) };
}

function filesOf({ files }: SearchResult, context: ToolContext): string[] {
  return files.map(({ path }) => path).filter((path) => {
    const content = context.files.read(path);
    return content.ok || content.reason !== "missing";
  });
}

function functionsOf({ functions, table }: SearchResult, limit: number): string[] {
  const names = functions.map(({ file, definition }) =>
    `${table.context.index.files.paths[file]}:${definition.qualifiedName}`
  );
  return [...new Set(names)].slice(0, limit * 2);
}

function gapsOf({ files }: LexicalIndex): string[] {
  const pending = files.kinds.reduce((sum, kind) => sum + (KINDS[kind] === "pending" ? 1 : 0), 0);
  return pending === 0 ? [] : [`${pending} of ${files.count} files not indexed yet`];
}
