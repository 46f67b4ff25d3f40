import { CLASS_KINDS } from "../syntax/class_kinds.ts";
import { DEFAULT_LIMIT } from "../model/tools.ts";
import { counted } from "../model/counted.ts";
import { once } from "../model/once.ts";
import { alternating, type Finding, type Findings } from "../model/calls.ts";
import { NO_QUESTION } from "../model/question.ts";
import type { ToolContext } from "../ports/tool.ts";
import { KINDS, type LexicalIndex } from "../index/lexical_index.ts";
import { fileFilter } from "../search/rank/filters.ts";
import type { SearchResult } from "../search/rank/search_result.ts";
import { namesNothing, roomFor, strengthOf } from "../search/rank/certainty.ts";
import { emittingFiles } from "../search/likely_files.ts";
import { askIndex } from "../search/ask_index.ts";
import { askMeaning } from "../search/ask_meaning.ts";
import { definitionFindings, type DefinitionOptions } from "./definitions/definition_findings.ts";
import { linkedFirst } from "./definitions/linked_first.ts";
import { withValues } from "./definitions/values_used.ts";
import type { Form, FormAnswer, SearchArguments } from "./form.ts";
import { OUTLINES } from "./files/file_outline.ts";
import { IMPORTS, LINKS } from "./links/link_findings.ts";
import { MESSAGES } from "./messages/message_findings.ts";
import { nothing } from "./nothing.ts";
import { PATHS } from "./paths/path_findings.ts";
import { similarFindings } from "./similar_findings.ts";

/** Lines of code of the best definition, share of it that others have, and how many of them. */
const DEFAULT_LINES = 30;
const SHARE_OF_OTHERS = 0.4;
const OTHERS_WITH_CODE = 8;

/** Ranked search over an index: at most `limit` files, default 10, and twice as many definitions. */
export async function searchIndex(
  index: LexicalIndex,
  args: SearchArguments,
  context: ToolContext,
): Promise<Findings> {
  const { limit = DEFAULT_LIMIT, question = NO_QUESTION } = args;
  if (limit <= 0) return NOTHING;
  const accepts = fileFilter(args, index);
  const meaning = askMeaning(args.mode, context, accepts);
  const { files } = context;
  const forms = FORMS.filter((form) => form.accepts(question, args));
  const answers = once(() => forms.map((form) => form.find({ args, question, files, index })));
  const findingsOf = (result?: SearchResult): Findings => {
    const plain = result ? rankedFindings(result, args, context) : NOTHING;
    const isCertain = answers().some((answer) => answer.isCertain);
    // Beside a message one more place: of 72 pasted ones the further places held 4 % of the right definitions.
    const whole = args.brief ? answers().findIndex((answer) => answer.isWhole) : -1;
    const isAlone = answers()[whole]?.isAlone || (isCertain && plain.strength === "weak");
    const most = isAlone ? 0 : whole >= 0 ? 1 : Infinity;
    const ranked = plain.items.slice(0, most);
    const given = whole < 0 ? answers() : answers().slice(0, whole + 1);
    const spelled = given.some((answer) => answer.isDetail)
      ? ranked.filter((one) => isSpelled(one, result))
      : [];
    const others = inFront(given.reduceRight(inFront, ranked), { items: spelled });
    const similar = result && question.answer === "addition" ? similarFindings(result, files) : [];
    const isWeak = plain.strength === "weak";
    const all = similar.length === 0 ? others : besideSimilar(similar, others, isWeak);
    const items = withValues(all, { index, files });
    const summary = items.length === 0
      ? plain.summary
      : `${counted(items.length, "place")} in ${counted(index.files.count, "indexed file")}`;
    return {
      ...plain,
      items,
      summary,
      ...(similar.length > 0 && isWeak && { strength: "likely" }),
      ...(isCertain && { strength: "strong" }),
      data: Object.assign({}, plain.data, ...answers().map(({ data }) => data)),
    };
  };
  const result = await askIndex(index, args, {
    limit,
    files,
    semantic: meaning.match,
    ...emittingFiles(context, findingsOf),
    ...(accepts && { accepts }),
  });
  return { ...findingsOf(result), ...(result && meaning.use()) };
}

/** The places of similar code and as many others by turns; similar code first where the ranking is weak. */
function besideSimilar(
  similar: readonly Finding[],
  others: readonly Finding[],
  isWeak: boolean,
): readonly Finding[] {
  const besides = others.filter((one) =>
    !similar.some(({ path, startLine, endLine }) =>
      path === one.path && startLine <= one.startLine && one.endLine <= endLine
    )
  ).slice(0, similar.length);
  return isWeak ? [...similar, ...besides] : alternating(similar, besides);
}

/** The findings of a form, before those of others. */
function inFront(others: readonly Finding[], { items }: FormAnswer): readonly Finding[] {
  return [...items, ...others.filter((one) => !isAmong(one, items))];
}

/** Checks if the question spells the name of a definition. */
function isSpelled({ path, symbol }: Finding, result?: SearchResult): boolean {
  return result?.functions.some((one) =>
    one.isSpelled === true && one.definition.qualifiedName === symbol &&
    result.table.context.index.files.paths[one.file] === path
  ) ?? false;
}

/** Checks if a place is one of others. */
function isAmong({ path, symbol, startLine }: Finding, others: readonly Finding[]): boolean {
  return others.some((one) =>
    one.path === path && one.symbol === symbol && (symbol !== undefined || one.startLine === startLine)
  );
}

/** The ranked definitions. */
function rankedFindings(
  result: SearchResult,
  args: SearchArguments,
  { files }: Pick<ToolContext, "files">,
): Findings {
  const limit = args.limit ?? DEFAULT_LIMIT;
  const isFlow = args.brief === true && args.question?.answer === "flow";
  return {
    tool: "ci_search",
    items: definitionFindings(
      isFlow ? linkedFirst(result) : result,
      files,
      wantedIn(args, limit, result),
    ),
    // Asked for a name alone, a search has no answer in others that share a word with it.
    strength: !args.brief && namesNothing(result) ? "none" : strengthOf(result),
    gaps: gapsOf(result.table.context.index),
    summary: "",
    data: { files: filesOf(result, files), functions: functionsOf(result, limit) },
  };
}

/** For a prompt, how much is shown follows how sure the ranking is; a caller that asks for a search gets all it asks for. */
function wantedIn(args: SearchArguments, limit: number, result: SearchResult): DefinitionOptions {
  const { lines: first = DEFAULT_LINES, question } = args;
  if (args.brief) {
    const { places, lines, inParts } = roomFor(result.chance, question?.answer === "flow");
    return {
      most: Math.min(places, classesAsked(result)),
      lines: lines.map((count) => Math.min(count, first)),
      inParts,
    };
  }
  const others = Array<number>(OTHERS_WITH_CODE).fill(Math.max(1, Math.round(SHARE_OF_OTHERS * first)));
  return { most: 2 * limit, lines: [first, ...others] };
}

/** Number of classes of the name that is all that a question asks about; infinite for other questions. */
function classesAsked({ functions, table: { context } }: SearchResult): number {
  if (!context.query.isNameAlone) return Infinity;
  const classes = functions.filter((one) => one.isSpelled && CLASS_KINDS.has(one.definition.kind));
  return classes.length || Infinity;
}

const NOTHING = nothing("ci_search", "nothing to search for", [], { files: [], functions: [] });

function filesOf({ files }: SearchResult, read: ToolContext["files"]): string[] {
  return files.map(({ path }) => path).filter((path) => {
    const content = read.read(path);
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

/** The forms over an index, in the order in which their findings are shown, before the ranked definitions. */
export const FORMS: readonly Form[] = [LINKS, PATHS, OUTLINES, MESSAGES, IMPORTS];
