import process from "node:process";
import { Language, Parser } from "web-tree-sitter";
import { classify } from "../../src/syntax/classify.ts";
import { chunkFile } from "../../src/syntax/chunks.ts";
import { languageConfig, languageOf } from "../../src/syntax/languages.ts";
import { grammarBytes, testParser } from "../syntax/support.ts";

/**
 * Speed of reading source files, by language: `deno run -A tests/bench/parse.ts FOLDER...` (default: node_modules).
 * `plain` is the parser alone, `full` parser and extraction, `chunks` cutting; MB are millions of characters, seconds
 * are processor time. Every figure is the better of two rounds.
 */
const LIMIT = 16_000_000;

interface Corpus {
  readonly texts: string[];
  chars: number;
}

const HEAD = ["language", "files", "MB", "plain MB/s", "full MB/s", "extraction", "chunks MB/s"];
const COUNTS = ["definitions", "references", "gaps"];

const corpora = collect(Deno.args.length > 0 ? Deno.args : ["node_modules"]);
const parser = await testParser(250);
print([...HEAD, ...COUNTS]);
for (const [language, corpus] of [...corpora].sort(([a], [b]) => a.localeCompare(b))) {
  report(language, corpus);
}

function report(language: string, { texts, chars }: Corpus): void {
  const plain = timePlain(language, texts);
  const full = best(() => texts.forEach((text) => parser.parse(text, language)));
  const records = texts.map((text) => parser.parse(text, language));
  const chunks = best(() => texts.forEach((text, index) => chunkFile(text, records[index])));
  const speed = (ms: number): string => (chars / 1000 / ms).toFixed(1);
  const share = `${Math.max(0, Math.round((1 - plain / full) * 100))} %`;
  const sum = (count: (record: typeof records[number]) => number): number =>
    records.reduce((total, record) => total + count(record), 0);
  print([
    language,
    texts.length,
    (chars / 1e6).toFixed(1),
    speed(plain),
    speed(full),
    share,
    speed(chunks),
    sum(({ definitions }) => definitions.length),
    sum(({ references }) => references.length),
    sum(({ gaps }) => gaps.length),
  ]);
}

function print(cells: readonly (string | number)[]): void {
  console.log(
    cells.map((cell, index) => index === 0 ? String(cell).padEnd(10) : String(cell).padStart(12)).join(""),
  );
}

function timePlain(language: string, texts: readonly string[]): number {
  const plain = new Parser();
  plain.setLanguage(
    Language.loadSync(new WebAssembly.Module(grammarBytes(language) as Uint8Array<ArrayBuffer>)),
  );
  return best(() => texts.forEach((text) => plain.parse(text)?.delete()));
}

function best(run: () => void): number {
  const times = [1, 2].map(() => {
    const start = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

function collect(folders: readonly string[]): Map<string, Corpus> {
  const found = new Map<string, Corpus>();
  const pending = [...folders];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    for (const entry of Deno.readDirSync(folder)) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory) pending.push(path);
      else if (entry.isFile) add(found, path);
    }
  }
  return found;
}

function add(found: Map<string, Corpus>, path: string): void {
  const language = languageOf(path);
  if (language === undefined || languageConfig(language)?.grammar === undefined) return;
  const corpus = found.get(language) ?? { texts: [], chars: 0 };
  if (corpus.chars > LIMIT) return;
  const bytes = Deno.readFileSync(path);
  // The folders of this bench are often vendored ones, so only the name of the file counts.
  if (classify(path.slice(path.lastIndexOf("/") + 1), bytes) !== "source") return;
  const text = new TextDecoder().decode(bytes);
  corpus.texts.push(text);
  corpus.chars += text.length;
  found.set(language, corpus);
}
