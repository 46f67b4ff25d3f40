import { spawnSync } from "node:child_process";
import { languageFor } from "../../index/source_text.ts";
import type { Definition, DefinitionKind, ParsedFile } from "../../syntax/parsed_file.ts";
import type { Mine } from "./fix_pairs.ts";
import { eachBlob, tree } from "./mirror.ts";
import type { Pair } from "./pairs.ts";
import { chance, definitionWords, isOwnCode } from "./pairs.ts";

const DESCRIBED: ReadonlySet<DefinitionKind> = new Set([
  "function",
  "method",
  "class",
  "struct",
  "interface",
  "trait",
  "macro",
  "enum",
]);
/** Files read of one repository, chosen by chance. */
const MOST_FILES = 1200;
const LARGEST_FILE = 200_000;
const FEWEST_WORDS = 5;
const LONGEST_TEXT = 300;

/** Comments with the definitions that they describe, at the newest commit. */
export async function docPairs({ repo, gitDir, parser, most }: Mine): Promise<Pair[]> {
  const commit = spawnSync("git", ["--git-dir", gitDir, "rev-parse", "HEAD"], { encoding: "utf8" }).stdout
    .trim();
  const files = tree(gitDir, commit).filter(({ path, size }) => size < LARGEST_FILE && isOwnCode(path, size))
    .sort((a, b) => chance(a.path) - chance(b.path)).slice(0, MOST_FILES);
  const paths = new Map(files.map(({ sha, path }) => [sha, path]));
  const pairs: Pair[] = [];
  const add = (path: string, lang: string, parsed: ParsedFile): void => {
    const words = definitionWords(path, parsed);
    parsed.definitions.forEach((definition, at) => {
      const query = describes(definition);
      if (query === undefined) return;
      pairs.push({
        id: `${repo}:${path}:${definition.startLine}`,
        repo,
        lang,
        set: "doc",
        base_commit: commit,
        query,
        gold_files: [path],
        gold_functions: [`${path}:${definition.qualifiedName}`],
        code: [words[at]!],
      });
    });
  };
  await eachBlob(gitDir, [...paths.keys()], (sha, bytes) => {
    const path = paths.get(sha)!;
    const text = new TextDecoder().decode(bytes);
    const lang = languageFor(path, text);
    const parsed = lang === undefined ? undefined : parser.parse(text, lang);
    if (lang !== undefined && parsed) add(path, lang, parsed);
  });
  return unlike(pairs).sort((a, b) => chance(a.id) - chance(b.id)).slice(0, most);
}

/** A text that stands on several definitions describes none of them. */
function unlike(pairs: readonly Pair[]): Pair[] {
  const counts = new Map<string, number>();
  for (const { query } of pairs) counts.set(query, (counts.get(query) ?? 0) + 1);
  return pairs.filter(({ query }) => counts.get(query) === 1);
}

/** The first two sentences without marks and without the definition's own name; undefined when that says too little. */
function describes({ kind, doc, name, startLine, endLine }: Definition): string | undefined {
  if (!DESCRIBED.has(kind) || endLine - startLine < 2) return undefined;
  const plain = doc.replace(/<[^>]+>/g, " ").replace(/\{@\w+ ([^}]*)\}/g, "$1")
    .replace(
      /(?:^|\s)[@\\](?:param|return|returns|throws|see|since|arg|author|example|deprecated)\b[^]*$/i,
      "",
    )
    .replace(/\b(?:Parameters|Args|Arguments|Returns|Raises|Examples?|# Examples?)\b\s*:?\s*\n[^]*$/, "")
    .replace(/:param\b[^]*$/, "").replace(/https?:\S+/g, " ");
  const sentences = plain.split(/(?<=[.!?])\s|(?<=。)/).slice(0, 2).join(" ");
  const own = name.replace(/[^\w]/g, "\\$&");
  const text = sentences.replace(new RegExp(`\\b${own}\\b`, "g"), " ").replace(/\s+/g, " ").trim().slice(
    0,
    LONGEST_TEXT,
  );
  const words = text.match(/[a-z]{3,}/gi) ?? [];
  const isChinese = /\p{Script=Han}{4}/u.test(text);
  if (/copyright|licen[cs]e|auto-?generated|eslint/i.test(text)) return undefined;
  return words.length >= FEWEST_WORDS || isChinese ? text : undefined;
}
