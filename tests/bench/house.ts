import { dirname, join, relative } from "node:path";
import { testParser } from "../syntax/support.ts";

/**
 * Counts what stands in docs/architecture.md about the order of the code, for work trees of any time of the project:
 * `deno run -A tests/bench/house.ts FOLDER ...`.
 */

const parser = await testParser();

/** Plain text of a file. */
type Read = (path: string) => string;

if (import.meta.main) {
  for (const folder of Deno.args) console.log(folder, measures(folder));
}

/** The measures by name. */
export function measures(root: string): Readonly<Record<string, string | number>> {
  const read: Read = (path) => Deno.readTextFileSync(join(root, path));
  const files = filesBelow(root, "src").filter((path) =>
    path.endsWith(".ts") && !path.startsWith("src/research/")
  );
  const lines = new Map<string, number>();
  for (const path of files) {
    const place = path.split("/")[1]!;
    lines.set(place, (lines.get(place) ?? 0) + read(path).split("\n").length);
  }
  const all = [...lines.values()].reduce((sum, n) => sum + n, 0);
  const [largest = "", most = 0] = [...lines].sort(([, a], [, b]) => b - a)[0] ?? [];
  const graphOf = (hasTypes: boolean): Map<string, readonly string[]> =>
    new Map(files.map((path) => [path, importsOf(root, path, { read, hasTypes })]));
  const graph = graphOf(false);
  const using = (pattern: RegExp): number => files.filter((path) => pattern.test(code(read(path)))).length;
  const lengths = files.flatMap((path) => functionLengths(read(path)));
  const request = ["src/commands/hook.ts", "src/clients/hook.ts"].map((path) => loadedFrom(path, graph));
  return {
    "files of src": files.length,
    "lines of src": all,
    "largest folder": `${largest} ${Math.round(100 * most / all)} %`,
    "circles of files": circlesOf(graphOf(true)),
    "folders that may import everything":
      (read("tests/architecture_test.ts").match(/: "everything"/g) ?? []).length,
    "functions of more than 60 lines": lengths.filter((length) => length > 60).length,
    "files that run a plan": using(/(?<!function )\brunPlan\(/),
    "files that start a sandbox": using(/\bnew (?:Sandbox|Jail)\(/),
    "files that the hook may load": Math.max(...request),
  };
}

/** Lines of the functions and methods that have a name, by this program's own parser. */
function functionLengths(text: string): number[] {
  return parser.parse(text, "typescript").definitions
    .filter(({ kind }) => kind === "function" || kind === "method")
    .map(({ startLine, endLine }) => endLine - startLine + 1);
}

/** Files that a module imports, directly or not, whenever that is, apart from types; 0 where there is no such module. */
function loadedFrom(entry: string, graph: ReadonlyMap<string, readonly string[]>): number {
  if (!graph.has(entry)) return 0;
  const seen = new Set([entry]);
  for (const path of seen) for (const next of graph.get(path) ?? []) if (graph.has(next)) seen.add(next);
  return seen.size;
}

function importsOf(
  root: string,
  path: string,
  { read, hasTypes }: { readonly read: Read; readonly hasTypes: boolean },
): string[] {
  const imports = /((?:import|export) type [^"]*?)?(?:from|import)\s*\(?\s*"(\.[^"]+)"/g;
  return [...read(path).matchAll(imports)].flatMap(([, type, target = ""]) =>
    type && !hasTypes ? [] : [relative(root, join(root, dirname(path), target))]
  );
}

/** Groups of files that import each other in a circle. */
function circlesOf(graph: ReadonlyMap<string, readonly string[]>): number {
  const reach = (from: string): Set<string> => {
    const seen = new Set(graph.get(from));
    for (const path of seen) for (const next of graph.get(path) ?? []) seen.add(next);
    return seen;
  };
  const reached = new Map([...graph.keys()].map((path) => [path, reach(path)]));
  const left = new Set([...graph.keys()].filter((path) => reached.get(path)?.has(path)));
  let groups = 0;
  for (const path of left) {
    groups++;
    for (const other of reached.get(path) ?? []) if (reached.get(other)?.has(path)) left.delete(other);
  }
  return groups;
}

function code(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
}

function filesBelow(root: string, folder: string): string[] {
  return [...Deno.readDirSync(join(root, folder))].flatMap(({ name, isDirectory }) =>
    isDirectory ? filesBelow(root, `${folder}/${name}`) : [`${folder}/${name}`]
  ).sort();
}
