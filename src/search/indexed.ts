import { counted } from "../model/counted.ts";
import type { Findings, Strength } from "../model/findings.ts";
import type { ToolArguments } from "../model/tools.ts";
import type { ToolContext } from "../ports/tool.ts";
import type { LexicalIndex } from "../index/lexical_index.ts";
import { KINDS } from "../index/lexical_index.ts";
import type { FileFilter } from "./rank/filters.ts";
import { fileFilter } from "./rank/filters.ts";
import type { SearchResult } from "./rank/search_result.ts";
import { certaintyOf, roomFor } from "./rank/certainty.ts";
import { strengthOf } from "./rank/confidence.ts";
import { emittingFiles } from "./anytime.ts";
import { askIndex } from "./ask_index.ts";
import { packageImports } from "../graph/package_imports.ts";
import { askMeaning } from "./ask_meaning.ts";
import type { Wanted } from "./answer_places.ts";
import { isAmong, placesFor } from "./answer_places.ts";
import { linkFindings, type Links } from "./link_findings.ts";

const DEFAULT_LIMIT = 10;
/** Lines of code of the best definition, share of it that others have, and how many of them. */
const DEFAULT_LINES = 40;
const SHARE_OF_OTHERS = 0.3;
const OTHERS_WITH_CODE = 8;
/** Named symbols whose links to other repositories are looked up. */
const MOST_LINKED = 5;

type SearchArguments = ToolArguments["ci_search"];

/** Ranked search over an index: at most `limit` files, default 10, and twice as many definitions. */
export async function searchIndex(
  index: LexicalIndex,
  args: SearchArguments,
  context: ToolContext,
): Promise<Findings> {
  const limit = args.limit ?? DEFAULT_LIMIT;
  if (limit <= 0) return nothing("nothing to search for");
  const accepts = fileFilter(filterOf(args), index);
  const meaning = askMeaning(args.mode, context, accepts);
  const links = linksOf(index, args, context);
  const findingsOf = (result: SearchResult): Findings => {
    const chance = certaintyOf(result);
    const items = placesFor(result, wantedIn(args, limit, chance), context.files);
    return withLinks({
      tool: "ci_search",
      items,
      strength: args.brief ? briefStrength(result, chance) : strengthOf(result),
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
    ...emittingFiles(context, findingsOf),
    ...(accepts && { accepts }),
  });
  if (!result) return withLinks(nothing("nothing to search for"), links);
  return { ...findingsOf(result), ...meaning.use() };
}

/** For a prompt, how much is shown follows how sure the ranking is; a caller that asks for a search gets all it asks for. */
function wantedIn(args: SearchArguments, limit: number, chance: number): Wanted {
  const { lines: first = DEFAULT_LINES, question } = args;
  if (args.brief) {
    const { places, lines } = roomFor(chance, question?.answer === "flow");
    return { most: places, lines: lines.map((count) => Math.min(count, first)) };
  }
  const others = Array<number>(OTHERS_WITH_CODE).fill(Math.max(1, Math.round(SHARE_OF_OTHERS * first)));
  return { most: 2 * limit, lines: [first, ...others] };
}

/** None where the words say nothing, weak where the first places are probably wrong. */
function briefStrength(result: SearchResult, chance: number): Strength {
  const strength = strengthOf(result);
  return strength === "none" ? strength : roomFor(chance).certainty === "weak" ? "weak" : "strong";
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

/** Names that occur in other repositories too, if a workspace asks for them. */
function linksOf(index: LexicalIndex, { links, question }: SearchArguments, { files }: ToolContext): Links {
  if (!links) return { items: [], ends: [] };
  const identifiers = question?.terms.identifiers ?? [];
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

function importsOf(index: LexicalIndex, { packages, question }: SearchArguments): { imports?: unknown } {
  const identifiers = question?.terms.identifiers ?? [];
  return packages && identifiers.length > 0 ? { imports: packageImports(index, identifiers, packages) } : {};
}

function filterOf({ path, language, kind: role }: SearchArguments): FileFilter {
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
