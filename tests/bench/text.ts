import { translateQuery } from "../../src/text/query_translation.ts";
import { bigrams, tokenize } from "../../src/text/tokens.ts";

/**
 * `deno run -A tests/bench/text.ts [FOLDER] [ROUNDS]`: characters per second of the tokeniser and of the word
 * pairs over every source file below FOLDER, and the time of Chinese questions: the first one, which loads the
 * lexicon, and later ones.
 */

const folder = Deno.args[0] ?? new URL("../..", import.meta.url).pathname;
const rounds = Number(Deno.args[1] ?? 9);
const SOURCE = /\.(?:py|[cm]?[jt]sx?|go|rs|java|php|rb|c|h|cc|cpp|md|txt|html|css|po)$/;
const texts = [...filesBelow(folder)].filter((path) => SOURCE.test(path)).map((path) =>
  Deno.readTextFileSync(path)
);
const size = texts.reduce((sum, text) => sum + text.length, 0);

console.log(`${texts.length} files, ${(size / 1e6).toFixed(1)} M characters, median of ${rounds}`);
for (const [name, read] of [["tokenize", tokenize], ["bigrams", bigrams]] as const) {
  let emitted = 0;
  const ms = median(() => texts.forEach((text) => read(text, () => emitted++)));
  console.log(
    `${name.padEnd(12)} ${ms.toFixed(0)} ms, ${(size / 1000 / ms).toFixed(0)} M/s, ${
      emitted / rounds
    } emitted`,
  );
}
const question = "用户登录之后会话没有保存，跨站请求伪造的令牌校验失败";
const first = timed(() => translateQuery(question));
const later = median(() => translateQuery(question));
console.log(`translate    first ${first.toFixed(2)} ms, later ${later.toFixed(2)} ms`);

function median(work: () => void): number {
  return Array.from({ length: rounds }, () => timed(work)).sort((a, b) => a - b)[rounds >> 1]!;
}

function timed(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function* filesBelow(path: string): Generator<string> {
  for (const entry of Deno.readDirSync(path)) {
    if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
    if (entry.isDirectory) yield* filesBelow(`${path}/${entry.name}`);
    else if (entry.isFile) yield `${path}/${entry.name}`;
  }
}
