import { counted } from "../model/counted.ts";
import type { Findings } from "../model/findings.ts";
import type { QueryTerms } from "../model/intent.ts";
import type { ToolCall } from "../model/plan.ts";
import type { FileRole } from "../model/ports.ts";
import type { ToolContext } from "../ports/tool.ts";
import type { LexicalIndex } from "../index/lexical_index.ts";
import { KINDS } from "../index/lexical_index.ts";
import type { FileFilter } from "./rank/filters.ts";
import { fileFilter } from "./rank/filters.ts";
import type { SearchResult } from "./rank/search_result.ts";
import { strengthOf } from "./rank/confidence.ts";
import { handingOverStages, lateFor } from "./anytime.ts";
import { hasCjk } from "../text/chars.ts";
import { askIndex, isKnown } from "./ask_index.ts";
import { packageImports } from "../graph/package_imports.ts";
import { askMeaning } from "./ask_meaning.ts";
import type { EndResults } from "./flow_evidence.ts";
import type { FlowEnds } from "./flow_findings.ts";
import type { Found, Wanted } from "./answer_places.ts";
import { isAmong, placesFor } from "./answer_places.ts";
import { linesOf, type ReadLines } from "./file_lines.ts";
import { interfaceTerms } from "./query/interface_words.ts";
import { linkFindings, type Links } from "./link_findings.ts";
import { withoutRunning } from "../text/asking_tests.ts";
import { asksForTests } from "./rank/intent_weights.ts";

const DEFAULT_LIMIT = 10;
/** Lines of code of the best definition. */
const DEFAULT_LINES = 40;
/** Named symbols whose tests are looked up. */
const MOST_NAMED = 3;
/** Named symbols whose links to other repositories are looked up. */
const MOST_LINKED = 5;
const CJK = /\p{Script=Han}+/gu;

/**
 * Ranked search over an index. Arguments: `query` (the question as asked) or `terms` (what was read from it), both
 * when both are known; `limit` (files, default 10; there may be twice as many definitions); `lines` (of code of
 * the best definition, default 40); `packages`: of which imports of the named identifiers are told; `another`: what the
 * question wants one more of, `kinds`: what it calls that, `base`: it asks what those are derived from; `examples`: what
 * it is to be like; `scope`: the part that it wants explained;
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
  const wanted = await wantedIn(args, limit, index, (path) => linesOf(path, context.files));
  const links = linksOf(index, args, context);
  const findingsOf = (result: SearchResult, others: Omit<Found, "result"> = {}): Findings => {
    const items = placesFor({ result, ...others }, wanted, context.files, late);
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
    ...handingOverStages(context, findingsOf),
    ...(accepts && { accepts }),
  });
  if (!result) return withLinks(nothing("nothing to search for"), links);
  const isForTests = accepts === undefined && asksForTests(result.table.context.query) !== undefined &&
    !late();
  const tests = isForTests ? await testsFor(index, args, context, limit) : undefined;
  const { flow } = wanted;
  const ends = flow && !late() ? await endsOf(index, flow, context, limit) : {};
  return { ...findingsOf(result, { ...(tests && { tests }), ...ends }), ...meaning.use() };
}

async function wantedIn(
  args: ToolCall["args"],
  limit: number,
  index: LexicalIndex,
  read: ReadLines,
): Promise<Wanted> {
  const { phrases = [], identifiers = [] } = (args["terms"] ?? {}) as Partial<QueryTerms>;
  const { another, scope } = args;
  return {
    prompt: typeof args["query"] === "string" ? args["query"] : "",
    phrases,
    names: identifiers.slice(0, MOST_NAMED),
    most: 2 * limit,
    lines: typeof args["lines"] === "number" ? args["lines"] : DEFAULT_LINES,
    ...(typeof another === "string" && { another }),
    kinds: Array.isArray(args["kinds"]) ? await englishForAll(args["kinds"], index) : [],
    asksForBase: args["base"] === true,
    examples: Array.isArray(args["examples"]) ? await namesOf(args["examples"], index, read) : [],
    ...(typeof scope === "string" && { scope: await englishFor(scope, index) }),
    ...(args["flow"] === true && { flow: endsFrom(args) }),
  };
}

/** Examples by the names that the code has for them: a Chinese one as its interface or the lexicon calls it, or not at all. */
async function namesOf(
  examples: readonly string[],
  index: LexicalIndex,
  read: ReadLines,
): Promise<readonly string[]> {
  const named = await Promise.all(examples.map(async (example) => {
    if (!hasCjk(example)) return example;
    const shown = interfaceTerms(example, index, read)[0]?.term;
    return shown ?? (await englishFor(example, index)).replace(CJK, "").trim();
  }));
  return named.filter((name) => name !== "");
}

/** A name in Chinese as the repository's paths and code say it. */
async function englishFor(name: string, index: LexicalIndex): Promise<string> {
  if (!hasCjk(name)) return name;
  const { inEnglish } = await import("../text/query_translation.ts");
  return inEnglish(name, (token) => isKnown(token, index)).trim();
}

async function englishForAll(names: readonly string[], index: LexicalIndex): Promise<readonly string[]> {
  return await Promise.all(names.map((name) => englishFor(name, index)));
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
