import { languageOf } from "../../../../src/syntax/languages.ts";
import { Measurer } from "../../../../src/syntax/complexity/measure.ts";
import { testParser } from "../../support.ts";

/**
 * `deno run -A compare.ts FIGURES [SHOWN]`: compares this program's figures with a reference tool's, given as lines of
 * JSON `{file, line, cyclomatic?, cognitive?}`, functions that begin in the same line in their order. Prints how many are
 * equal, and the first SHOWN differences.
 */

interface Figure {
  readonly file: string;
  readonly line: number;
  readonly cyclomatic?: number;
  readonly cognitive?: number;
}

const measurer = new Measurer(await testParser());
const shown = Number(Deno.args[1] ?? 20);
const figures = Deno.readTextFileSync(Deno.args[0]!).trim().split("\n").map((line) =>
  JSON.parse(line) as Figure
);
const byFile = Map.groupBy(figures, (figure) => figure.file);
const totals = { cyclomatic: [0, 0, 0], cognitive: [0, 0, 0] };
let missing = 0;
let recursive = 0;
let listed = 0;

for (const [file, theirs] of byFile) {
  const text = Deno.readTextFileSync(file);
  const { functions, gaps } = measurer.measure(text, languageOf(file, text.slice(0, 300)));
  if (gaps.length > 0) continue;
  const byLine = Map.groupBy(functions, (measure) => measure.startLine);
  for (const [line, figures] of Map.groupBy(theirs, (figure) => figure.line)) {
    const ours = byLine.get(line) ?? [];
    if (ours.length !== figures.length) {
      missing += figures.length;
      if (listed++ < shown) console.log(`${file}:${line} ${ours.length} functions, theirs ${figures.length}`);
      continue;
    }
    figures.forEach((figure, at) => {
      const mine = ours[at]!;
      const isOuter = functions.some((other) =>
        other !== mine && other.startLine >= mine.startLine && other.endLine <= mine.endLine &&
        (other.startLine > mine.startLine || functions.indexOf(other) > functions.indexOf(mine))
      );
      for (const kind of ["cyclomatic", "cognitive"] as const) {
        if (figure[kind] === undefined) continue;
        // Functions with others inside: the reference counts them apart, the definition together.
        if (kind === "cognitive" && isOuter) {
          totals[kind][2]!++;
          continue;
        }
        totals[kind][1]!++;
        const recursion = kind === "cognitive" && mine.isRecursive ? 1 : 0;
        if (recursion === 1) recursive++;
        if (figure[kind] === mine[kind] - recursion) totals[kind][0]!++;
        else if (listed++ < shown) {
          console.log(`${file}:${line} ${mine.name} ${kind} ${mine[kind]}, theirs ${figure[kind]}`);
        }
      }
    });
  }
}
for (const [kind, [equal, all, outer]] of Object.entries(totals)) {
  if (all) {
    console.log(
      `${kind}: ${equal} of ${all} equal (${
        (100 * equal! / all).toFixed(2)
      } %), ${outer} with functions inside not compared`,
    );
  }
}
console.log(`${missing} not matched; ${recursive} recursive ones compared without the 1 for that`);
