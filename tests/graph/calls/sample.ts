import { random } from "../../support/random.ts";
import type { TextFile } from "./repository.ts";
import { filesAt } from "./repository.ts";

/**
 * `deno run -A sample.ts GIT COMMIT LANGUAGE SEED COUNT`: draws call sites to be labelled by hand. A random file that is
 * no test, then a random call in it whose name the repository defines somewhere: names nobody here defines cannot be got wrong. Found by
 * pattern, not by this program's parser, so that what the parser overlooks counts as lost. One line of JSON per site.
 */

/** What a language's calls and definitions look like. */
interface Look {
  readonly files: RegExp;
  readonly call: RegExp;
  readonly definition: RegExp;
  readonly comment: RegExp;
}

const NAME_AND_BRACKET = /(?<![\w$@])([A-Za-z_]\w*)\s*(?:::<[^>]*>|<[\w, ]*>)?\(/g;

const LOOKS: Record<string, Look> = {
  python: {
    files: /\.py$/,
    call: NAME_AND_BRACKET,
    definition: /\b(?:def|class)\s+(\w+)/g,
    comment: /^\s*#|^\s*(?:def|class|async def)\b/,
  },
  typescript: {
    files: /(?<!\.d)\.tsx?$/,
    call: NAME_AND_BRACKET,
    definition:
      /\b(?:function\*?|class|const|let)\s+(\w+)|^\s*(?:(?:public|private|protected|static|async|readonly|override)\s+)*(\w+)(?:<[^>]*>)?\([^)]*\)[^;{]*\{/gm,
    comment: /^\s*(?:\/\/|\*|\/\*)|\bfunction\b/,
  },
  go: {
    files: /\.go$/,
    call: NAME_AND_BRACKET,
    definition: /^func\s+(?:\([^)]*\)\s*)?(\w+)|^type\s+(\w+)/gm,
    comment: /^\s*(?:\/\/|\*|\/\*|func\b)/,
  },
  java: {
    files: /\.java$/,
    call: NAME_AND_BRACKET,
    definition:
      /\b(?:class|interface|enum|record)\s+(\w+)|[\w>\]]\s+(\w+)\s*\([^()]*\)\s*(?:throws [\w, .]+)?\s*[{;]/g,
    // Comments, annotations, and declarations of constructors and methods.
    comment:
      /^\s*(?:\/\/|\*|\/\*|@)|^\s*(?:(?:public|protected|private|static|abstract|default|final)\s+)*[A-Z]\w*\(|^\s*(?!return|throw|else|new|assert)(?:[\w<>,[\].?]+\s+)+\w+\([^()]*(?:\)\s*(?:throws.*)?[;{])?$/,
  },
  rust: {
    files: /\.rs$/,
    call: NAME_AND_BRACKET,
    definition: /\b(?:fn|struct|enum|union)\s+(\w+)/g,
    comment: /^\s*(?:\/\/|\*|\/\*|#!?\[|any\(|all\(|not\()|\b(?:fn|struct)\s+\w+/,
  },
  ruby: {
    files: /\.rb$/,
    call: /(?<![\w$@:])([a-z_]\w*[!?]?)\(|\.([a-z_]\w*[!?]?)/g,
    definition: /\b(?:def\s+(?:self\.)?)([\w!?]+)|attr_(?:reader|writer|accessor)\s+:(\w+)/g,
    comment: /^\s*(?:#|def\b)/,
  },
};

/** Tests, fixtures, examples and documents: their calls are mostly to the test framework. */
const ASIDE =
  /(?:^|\/|[._-])(?:tests?|__tests__|spec|testdata|testing|testutil|fixtures?|dts-\w+|examples?|docs?|benches|__benchmarks__|benchmarks?)(?:\/|[._-])|_test\.go$|Tests?\.java$/;

const KEYWORDS = new Set(
  "if for while switch return catch function and or not in elsif unless until when match super this await typeof new yield assert defined"
    .split(" "),
);

if (import.meta.main) {
  const [git = "", commit = "", language = "", seed = "1", count = "40"] = Deno.args;
  const files = await filesAt(git, commit);
  for (const site of draw(files, language, Number(seed), Number(count))) console.log(JSON.stringify(site));
}

/** A call to be labelled. */
export interface Site {
  readonly path: string;
  /** One-based. */
  readonly line: number;
  readonly name: string;
}

/** Draws call sites, one per file, the same for the same seed. */
export function draw(files: readonly TextFile[], language: string, seed: number, count: number): Site[] {
  const look = LOOKS[language];
  if (!look) throw new Error(`no such language: ${language}; one of ${Object.keys(LOOKS).join(", ")}`);
  const sources = files.filter(({ path }) => look.files.test(path) && !ASIDE.test(path));
  const defined = new Set(
    sources.flatMap(({ text }) =>
      [...text.matchAll(look.definition)].flatMap((match) => match.slice(1).filter((name) => name))
    ),
  );
  const next = random(seed);
  const sites: Site[] = [];
  const left = [...sources];
  while (sites.length < count && left.length > 0) {
    const file = left.splice(Math.floor(next() * left.length), 1)[0]!;
    const calls = callsIn(file, look).filter(({ name }) => defined.has(name));
    if (calls.length > 0) sites.push(calls[Math.floor(next() * calls.length)]!);
  }
  return sites;
}

/** Calls whose name stands once in its line, so that line and name say which. */
function callsIn({ path, text }: TextFile, look: Look): Site[] {
  return text.split("\n").flatMap((written, at) => {
    if (look.comment.test(written)) return [];
    const line = written.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, '""');
    const names = [...line.matchAll(look.call)].map((match) => match[1] ?? match[2] ?? "");
    return names.filter((name) => !KEYWORDS.has(name) && names.filter((other) => other === name).length === 1)
      .map((name) => ({ path, line: at + 1, name }));
  });
}
