import { dirname, join, relative } from "node:path";

/** Which test files can notice a change of a source: those whose imports lead to it, nearest first. */

/** A thread's module is named behind the one that stands for it in the compiled program. */
const IMPORT =
  /(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+\.ts)"|new URL\(\s*(?:\w+ \? "[^"]+" : )?"(\.{1,2}\/[^"]+\.ts)"/g;

/**
 * Test files below `tests` whose imports reach `source`, those with the fewest steps first and of these its mirror.
 *
 * @param root absolute, with a slash at its end
 * @param source relative to `root`
 */
export function testsOf(root: string, source: string, tests: readonly string[]): string[] {
  const mirror = source.replace(/^src\//, "").replace(/\.ts$/, "");
  const isMirror = (path: string): boolean => path.startsWith(`tests/${mirror}`);
  return tests.map((path) => ({ path, steps: stepsTo(root, path, source) }))
    .filter(({ steps }) => steps < Infinity)
    .sort((a, b) => Number(isMirror(b.path)) - Number(isMirror(a.path)) || a.steps - b.steps)
    .map(({ path }) => path);
}

const importsByFile = new Map<string, readonly string[]>();

/** How many imports lie between a file and another one; infinite when none leads there. */
function stepsTo(root: string, from: string, to: string): number {
  const seen = new Set([from]);
  let [edge, steps] = [[from], 0];
  while (edge.length > 0) {
    if (edge.includes(to)) return steps;
    edge = edge.flatMap((path) => importsOf(root, path)).filter((path) => !seen.has(path));
    for (const path of edge) seen.add(path);
    steps++;
  }
  return Infinity;
}

function importsOf(root: string, path: string): readonly string[] {
  let imports = importsByFile.get(path);
  if (imports === undefined) {
    imports = [...read(join(root, path)).matchAll(IMPORT)].map((match) =>
      relative(root, join(root, dirname(path), match[1] ?? match[2] ?? ""))
    );
    importsByFile.set(path, imports);
  }
  return imports;
}

/** Nothing for a name in a fixture that is no file. */
function read(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return "";
  }
}
