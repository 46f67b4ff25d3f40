import { counted } from "../model/counted.ts";
import type { Finding, Findings, LineRange, RepositoryFile } from "../model/calls.ts";
import { nearPaths } from "../model/near_paths.ts";
import type { FunctionMeasure, Measurer } from "../syntax/complexity/measure.ts";
import { languageOf } from "../syntax/languages.ts";
import { findingOf, type Place } from "../graph/describe.ts";
import { nothing } from "../answers/nothing.ts";
import type { Tool, ToolContext } from "../ports/tool.ts";
import { withoutDot, withoutLastSlash } from "../model/paths.ts";

/** One function as programs read it. */
export interface ComplexityRow
  extends Omit<Place, "kind">, Omit<FunctionMeasure, "name" | "isRecursive" | keyof LineRange> {
  readonly symbol: string;
  readonly lines: number;
}

/** The whole answer. */
export interface Complexity {
  readonly target: string;
  readonly files: number;
  /** Highest cognitive complexity first. */
  readonly functions: readonly ComplexityRow[];
}

const SHOWN_ITEMS = 12;
/** From here on a function is commonly called hard to follow, or hard to test. */
const HIGH_COGNITIVE = 15;
const HIGH_CYCLOMATIC = 10;

/** Complexity of the functions in a file or folder. Arguments: `path`, relative to the root, or the end of a file's; "" or `.` is all of it. */
export const ciComplexity: Tool<"ci_complexity"> = async (args, context): Promise<Findings> => {
  const target = normal(args.path ?? "");
  const files = filesAt(target, context);
  if (files.length === 0) {
    return {
      ...nothing("ci_complexity", `no such file or folder: ${target}${near(target, context)}`),
      isUnknown: true,
    };
  }
  const measurer = await context.syntax.measurer();
  if (!measurer) return nothing("ci_complexity", "no parser", ["complexity: no parser here"]);
  const { rows, gaps, measured } = measureAll(files, measurer, context);
  rows.sort((a, b) =>
    b.cognitive - a.cognitive || b.cyclomatic - a.cyclomatic ||
    (a.path < b.path ? -1 : a.path > b.path ? 1 : 0) ||
    a.start_line - b.start_line
  );
  const data: Complexity = { target, files: measured, functions: rows };
  const high =
    rows.filter((row) => row.cognitive > HIGH_COGNITIVE || row.cyclomatic > HIGH_CYCLOMATIC).length;
  return {
    tool: "ci_complexity",
    items: rows.slice(0, SHOWN_ITEMS).map(functionAt),
    strength: rows.length > 0 ? "strong" : "none",
    gaps,
    summary:
      `${target === "" ? "the repository" : target}: ${counted(rows.length, "function")} in ${
        counted(measured, "file")
      }, ${high} above ` +
      `cognitive ${HIGH_COGNITIVE} or cyclomatic ${HIGH_CYCLOMATIC}`,
    data,
  };
};

interface Measured {
  readonly rows: ComplexityRow[];
  readonly gaps: readonly string[];
  /** Files that were read whole. */
  readonly measured: number;
}

function measureAll(
  files: readonly RepositoryFile[],
  measurer: Measurer,
  { files: reader, clock, deadline }: ToolContext,
): Measured {
  const rows: ComplexityRow[] = [];
  const reasons = new Map<string, string[]>();
  let measured = 0;
  let seen = 0;
  for (const { path } of files) {
    if (seen++ > 0 && clock() > deadline) {
      seen--;
      break;
    }
    const content = reader.read(path);
    const result = content.ok
      ? measurer.measure(content.text, languageOf(path, content.text))
      : { functions: [], gaps: [`not read: ${content.reason}`] };
    for (const measure of result.functions) rows.push(rowOf(path, measure));
    if (result.gaps.length === 0) measured++;
    for (const gap of result.gaps) {
      const kind = gap.replace(/:.*| near .*| for .*/, "");
      reasons.set(kind, [...reasons.get(kind) ?? [], `${path}: ${gap}`]);
    }
  }
  // A folder holds many files that have no functions: one line for each reason.
  const gaps = [...reasons].flatMap(([kind, all]) =>
    files.length === 1 ? all : `${kind}: ${counted(all.length, "file")}`
  );
  if (seen < files.length) gaps.push(`complexity: measured ${seen} of ${files.length} files within the time`);
  return { rows, gaps, measured };
}

function rowOf(path: string, measure: FunctionMeasure): ComplexityRow {
  const { name: symbol, startLine: start_line, endLine: end_line } = measure;
  const { cyclomatic, cognitive, nesting, parameters } = measure;
  const lines = end_line - start_line + 1;
  return { path, symbol, start_line, end_line, cyclomatic, cognitive, nesting, lines, parameters };
}

function functionAt(row: ComplexityRow): Finding {
  return {
    ...findingOf(row, "", row.cognitive + row.cyclomatic / 1000),
    claim: `cyclomatic complexity ${row.cyclomatic}, cognitive ${row.cognitive}, nesting ${row.nesting}, ` +
      `${counted(row.lines, "line")}, ${counted(row.parameters, "parameter")}`,
    claimKey: `complexity of ${row.path}:${row.symbol}:${row.start_line}`,
    reasons: [{ name: "cognitive", value: row.cognitive }, { name: "cyclomatic", value: row.cyclomatic }],
  };
}

function normal(path: string): string {
  const plain = withoutLastSlash(withoutDot(path));
  return plain === "." ? "" : plain;
}

function filesAt(target: string, { files }: ToolContext): readonly RepositoryFile[] {
  const all = files.list();
  const exact = all.find((file) => file.path === target);
  if (exact) return [exact];
  const inFolders = target === "" ? [] : all.filter((file) => file.path.endsWith(`/${target}`));
  if (inFolders.length > 0) return inFolders;
  return all.filter((file) =>
    (target === "" || file.path.startsWith(`${target}/`)) && (file.role === "code" || file.role === "test")
  );
}

/** Existing files and folders with similar paths. */
function near(target: string, { files }: ToolContext): string {
  const paths = files.list().map(({ path }) => path);
  const folders = paths.flatMap((path) => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index)));
  const found = nearPaths(target, [...new Set([...paths, ...folders])]);
  return found.length > 0 ? `; near paths: ${found.join(", ")}` : "";
}
