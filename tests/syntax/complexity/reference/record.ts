import { generate } from "./generated.ts";
import type { Language } from "./generated.ts";

/**
 * `deno run -A record.ts MODULES GOCYCLO GOCOGNIT`: has the reference tools measure the generated functions and writes
 * `figures.json`: per language one `[cyclomatic, cognitive]` for each function in its order. MODULES is as in
 * `javascript_figures.mjs`; pmccabe is looked for on the path, the Go tools are named.
 */

const [modules = "", gocyclo = "", gocognit = ""] = Deno.args;
const folder = Deno.makeTempDirSync();
const here = new URL(".", import.meta.url).pathname;

function run(program: string, args: readonly string[]): string {
  return new TextDecoder().decode(new Deno.Command(program, { args: [...args] }).outputSync().stdout);
}

function write(language: Language): string {
  const path = `${folder}/functions.${language}`;
  Deno.writeTextFileSync(path, generate(language));
  return path;
}

function scripts(language: "js" | "ts"): (readonly number[])[] {
  const lines = run("node", [`${here}javascript_figures.mjs`, modules, write(language)]).trim().split("\n");
  return lines.map((line) => JSON.parse(line)).map(({ cyclomatic, cognitive }) => [cyclomatic, cognitive]);
}

function go(): (readonly number[])[] {
  const path = write("go");
  const read = (program: string): Map<number, number> =>
    new Map(
      run(program, [path]).trim().split("\n").map((line) => {
        const [figure] = line.split(" ");
        return [Number(line.split(":").at(-2)), Number(figure)];
      }),
    );
  const cyclomatic = read(gocyclo);
  const cognitive = read(gocognit);
  return [...cyclomatic.keys()].sort((a, b) => a - b).map((
    line,
  ) => [cyclomatic.get(line)!, cognitive.get(line) ?? 0]);
}

/** The second figure of pmccabe counts each case. */
function c(): (readonly number[])[] {
  const lines = run("pmccabe", [write("c")]).trim().split("\n").map((line) => line.split("\t"));
  return lines.sort((a, b) => Number(a[3]) - Number(b[3])).map((fields) => [Number(fields[1])]);
}

const figures = { js: scripts("js"), ts: scripts("ts"), go: go(), c: c() };
Deno.writeTextFileSync(`${here}figures.json`, JSON.stringify(figures) + "\n");
Deno.removeSync(folder, { recursive: true });
