import { BINARY } from "../support/binary.ts";
import { hookAnswerer, ownAnswerer } from "./ask.ts";
import { workTree } from "./repositories.ts";
import type { Question, Result } from "./score.ts";
import { compare, measure, MEASURES, score } from "./score.ts";

/**
 * Asks the questions and prints the measures, see README.md:
 * `deno run -A tests/questions/main.ts MIRRORS WORK [--split design,test] [--lang en,zh] [--repo NAME] [--out FILE]
 * [--against FILE] [--program FILE] [--shard K/N]`; `main.ts --read FILE [--against FILE]` prints those of earlier results.
 */

/** A question of `test.jsonl` in another language. */
interface Translated {
  readonly id: string;
  readonly lang: string;
  readonly text: string;
}

const [mirrors = "", work = ""] = Deno.args.filter((one, at) =>
  !one.startsWith("--") && !(Deno.args[at - 1] ?? "").startsWith("--")
);
const read = option("--read");
const results = read === undefined ? await askAll() : resultsIn(read);
const against = option("--against");
print(results, against === undefined ? [] : resultsIn(against));
Deno.exit();

async function askAll(): Promise<Result[]> {
  const questions = (option("--split") ?? "design,test").split(",").flatMap(questionsOf);
  const wanted = option("--repo");
  const [shard = 0, shards = 1] = (option("--shard") ?? "0/1").split("/").map(Number);
  const names = [...new Set(questions.map(({ repo }) => repo))].filter((repo, at) =>
    (wanted?.split(",").includes(repo) ?? true) && at % shards === shard
  );
  const out = option("--out");
  if (out !== undefined) Deno.writeTextFileSync(out, "");
  const results: Result[] = [];
  for (const repo of names) {
    for (const result of await askAbout(questions.filter((one) => one.repo === repo))) {
      results.push(result);
      if (out !== undefined) Deno.writeTextFileSync(out, `${JSON.stringify(result)}\n`, { append: true });
    }
  }
  return results;
}

async function askAbout(questions: readonly Question[]): Promise<Result[]> {
  const root = workTree(questions[0]!, { mirrors, work: Deno.realPathSync(work) });
  const program = option("--program");
  await new Deno.Command(program ?? BINARY, { args: ["index", root], stdout: "null", stderr: "null" })
    .output();
  const answerer = program === undefined ? ownAnswerer(root) : hookAnswerer(root, program);
  const results: Result[] = [];
  for (const question of questions) {
    for (const lang of (option("--lang") ?? "en,zh").split(",")) {
      const prompt = promptIn(question, lang);
      if (prompt === undefined) continue;
      const startedAt = performance.now();
      const text = await answerer.answer(prompt);
      results.push(score(question, { lang, text, ms: performance.now() - startedAt }));
      const shown = option("--show");
      if (shown !== undefined) {
        Deno.writeTextFileSync(`${shown}/${question.id}.${lang}.txt`, `${prompt}\n${text}\n`);
      }
    }
  }
  answerer.close();
  return results;
}

function questionsOf(split: string): Question[] {
  if (split !== "languages") return linesOf(new URL(`${split}.jsonl`, import.meta.url)) as Question[];
  const english = new Map(questionsOf("test").map((question) => [question.id, question]));
  const translated = linesOf(new URL("languages.jsonl", import.meta.url)) as Translated[];
  return translated.map((one) => ({ ...english.get(one.id)!, translated: one }));
}

function promptIn(
  { en, zh, translated }: Question & { translated?: Translated },
  lang: string,
): string | undefined {
  if (translated?.lang === lang) return translated.text;
  return lang === "en" ? en : lang === "zh" ? zh : undefined;
}

function resultsIn(file: string): Result[] {
  return linesOf(file) as Result[];
}

function linesOf(file: string | URL): unknown[] {
  return Deno.readTextFileSync(file).split("\n").filter((line) => line !== "").map((line) =>
    JSON.parse(line)
  );
}

function print(results: readonly Result[], before: readonly Result[]): void {
  console.log(`${"".padEnd(20)}${MEASURES.map((name) => name.padStart(9)).join("")}`);
  for (const [name, some] of groupsOf(results)) {
    row(name, some);
    const same = before.filter((one) => some.some(({ id, lang }) => id === one.id && lang === one.lang));
    if (same.length > 0) row("  before", same);
  }
  if (before.length === 0) return;
  const measures: readonly [string, (result: Result) => number][] = [
    ["def@1", ({ rank }) => Number(rank === 1)],
    ["def@5", ({ rank }) => Number(rank > 0 && rank <= 5)],
    ["found", ({ found }) => found],
    ["shown", ({ shown }) => shown],
  ];
  for (const [name, of] of measures) {
    const { won, lost, isBeyondChance } = compare(results, before, of);
    console.log(`${name.padEnd(8)} won ${won}, lost ${lost}${isBeyondChance ? ": beyond chance" : ""}`);
  }
}

function row(name: string, results: readonly Result[]): void {
  const values = measure(results).map((value) => value.toFixed(1).padStart(9)).join("");
  console.log(`${`${name} (${results.length})`.padEnd(20)}${values}`);
}

function groupsOf(results: readonly Result[]): [string, Result[]][] {
  const groups: [string, (result: Result) => boolean][] = [
    ["all", () => true],
    ["en", ({ lang }) => lang === "en"],
    ...[...new Set(results.map(({ lang }) => lang))].filter((one) => one !== "en").map((
      one,
    ): [string, (result: Result) => boolean] => [one, ({ lang }) => lang === one]),
    ["terms", ({ style }) => style === "terms"],
    ["everyday", ({ style }) => style === "everyday"],
    ...[...new Set(results.map(({ kind }) => kind))].map((kind): [string, (result: Result) => boolean] => [
      kind,
      (result) => result.kind === kind,
    ]),
  ];
  return groups.map(([name, is]): [string, Result[]] => [name, results.filter(is)]).filter(([, some]) =>
    some.length > 0
  );
}

function option(name: string): string | undefined {
  const at = Deno.args.indexOf(name);
  return at < 0 ? undefined : Deno.args[at + 1];
}
