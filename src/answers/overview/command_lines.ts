import type { Finding, RepositoryFile, RepositoryFiles, Snippet } from "../../model/calls.ts";
import { baseName } from "../../model/paths.ts";

/** Purposes of commands, in the order of the output, with the words of a command line that show them. */
const WORDS = {
  tests: wordsOf(
    "test tests spec specs rspec pytest py.test tox nox ctest phpunit pest prove verify nextest check",
  ),
  building: wordsOf(
    "build compile cmake configure autogen.sh autoreconf package assemble meson ninja sync setup install ci make mvn",
  ),
  running: wordsOf("run start serve dev up server watch preview"),
};
type Purpose = keyof typeof WORDS;
const PURPOSES = Object.keys(WORDS) as Purpose[];
/** First words of command lines. */
const PROGRAMS = wordsOf(
  "make cmake ctest ninja meson bazel cargo go npm pnpm yarn bun deno npx mvn mvnw gradle gradlew python python3 " +
    "pytest py.test tox nox uv poetry hatch pdm pip pip3 bundle rake rspec composer php phpunit pest dotnet " +
    "docker-compose mix sbt stack cabal swift flutter dart zig java just task ruby node perl prove configure " +
    "autogen.sh autoreconf build.sh test.sh",
);
/** Words of the commands of a package's users, of those that publish it, and of sentences that begin as commands do. */
const OTHERS = wordsOf(
  "doc docs pre-commit mypy ruff typing bench benchmark lint fmt publish release deploy push login add global brew apt " +
    "gem upload codecov get pull create require sure it a an the your use change changes to through ahead back and for " +
    "is has into with versions or of",
);
/** Documents for people who work on the repository, and what builds it; the sooner, the better. */
const SOURCES =
  "readme contributing hacking development developing building install testing agents claude makefile justfile tox"
    .split(" ");
const SOURCE_FOLDERS = ["", "docs/", "doc/", ".github/"];
const WORKFLOWS = ".github/workflows/";
/** Marks before a command in a document, a makefile or a workflow, and assignments of its environment. */
const BEFORE = /^[\s>$%@*+`|-]*(?:run:[\s|]*)?(?:(?:sudo|time|env|[A-Z][A-Z0-9_]*=\S*)\s+)*/;
const MARKUP = ["```", "~~~", ".. ", "<", "|"];
const LONGEST_LINE = 160;
/** Files and lines looked at. */
const MOST_FILES = 14;
const MOST_LINES = 1500;
/** Lines. */
const LONGEST_PIECE = 7;
const NEAR = 3;

type Command = { readonly line: number; readonly purposes: readonly Purpose[] };

/** The lines of documents, makefiles and CI that say how to test, build and run what is in the repository. */
export function commandFindings(listed: readonly RepositoryFile[], files: RepositoryFiles): Finding[] {
  const open = new Set(PURPOSES);
  return sourcesOf(listed).flatMap((path): Finding[] => {
    const content = open.size > 0 ? files.read(path) : undefined;
    if (!content?.ok) return [];
    const lines = content.text.split("\n").slice(0, MOST_LINES);
    const commands = commandsIn(lines, isDocument(path));
    const named: Purpose[] = [];
    const pieces = PURPOSES.flatMap((purpose): Snippet[] => {
      const first = open.has(purpose) && commands.find(({ purposes }) => purposes.includes(purpose));
      if (!first) return [];
      const piece = pieceAround(first, commands, lines);
      const shown = commands.filter(({ line }) => line >= piece.startLine && line <= lastLineOf(piece));
      named.push(...shown.flatMap(({ purposes }) => purposes).filter((one) => open.delete(one)));
      return [piece];
    });
    return pieces.length === 0 ? [] : [findingOf(path, pieces, named)];
  });
}

function findingOf(path: string, pieces: readonly Snippet[], purposes: readonly Purpose[]): Finding {
  const isInside = (one: Snippet): boolean =>
    pieces.some((other) =>
      other !== one && other.startLine <= one.startLine && lastLineOf(one) <= lastLineOf(other)
    );
  const code = pieces.filter((one) => !isInside(one)).sort((a, b) => a.startLine - b.startLine);
  return {
    path,
    startLine: code[0]!.startLine,
    endLine: Math.max(...code.map(lastLineOf)),
    claim: `commands for ${PURPOSES.filter((one) => purposes.includes(one)).join(" and ")}`,
    isReason: true,
    score: 1,
    reasons: [],
    code,
  };
}

function lastLineOf({ startLine, text }: Snippet): number {
  return startLine + text.split("\n").length - 1;
}

/** Documents by their place in the list, those of folders behind, then workflows. */
function sourcesOf(listed: readonly RepositoryFile[]): string[] {
  const ranked = listed.flatMap(({ path }) => {
    const rank = rankOf(path);
    return rank === undefined ? [] : [{ path, rank }];
  });
  return ranked.sort((a, b) => a.rank - b.rank || a.path.length - b.path.length || (a.path < b.path ? -1 : 1))
    .slice(0, MOST_FILES).map(({ path }) => path);
}

function rankOf(path: string): number | undefined {
  if (path.startsWith(WORKFLOWS)) return SOURCES.length + 1;
  const name = baseName(path);
  const at = SOURCES.indexOf(name.split(".")[0]!.toLowerCase());
  if (at < 0) return undefined;
  if (SOURCE_FOLDERS.includes(path.slice(0, -name.length))) return at;
  return at === 0 && path.split("/").length === 2 ? SOURCES.length : undefined;
}

function isDocument(path: string): boolean {
  return !path.startsWith(WORKFLOWS) && (baseName(path).includes(".") && !path.endsWith(".ini"));
}

/** Commands in code blocks, indented or in backticks of a document; in other files, any line that is one. */
function commandsIn(lines: readonly string[], isDoc: boolean): Command[] {
  let isFenced = false;
  return lines.flatMap((line, at) => {
    const text = line.trim();
    if (text.startsWith("```") || text.startsWith("~~~")) isFenced = !isFenced;
    if (MARKUP.some((mark) => text.startsWith(mark)) || text.length > LONGEST_LINE) return [];
    const isBlock = !isDoc || isFenced || line.startsWith("  ") || line.startsWith("\t");
    const command = isBlock || "$>".includes(text[0]!) ? text : text.split("`")[1] ?? "";
    const purposes = purposesOf(command.replace(BEFORE, ""));
    return purposes.length === 0 ? [] : [{ line: at + 1, purposes }];
  });
}

/** Purposes of a command line; none of a sentence and of what users of a package do. */
function purposesOf(command: string): Purpose[] {
  const [program = "", ...rest] = command.split(" #")[0]!.split(/[\s`;]+/).filter((word) => word !== "");
  const words = new Set([baseName(program), ...rest].flatMap((word) => [word, ...word.split(/[:-]/)]));
  if (!PROGRAMS.has(baseName(program)) || words.intersection(OTHERS).size > 0) return [];
  // `npm install` and `pip install -e .` are for those who work on it, `pip install shop` is not.
  const isInstalled = rest[0] === "install" && (program === "make" || rest.length > 1);
  if (isInstalled && !words.has("e") && !words.has("r") || /[.,:]$/.test(command)) return [];
  return PURPOSES.filter((purpose) => WORDS[purpose].intersection(words).size > 0);
}

/** The command with those right beside it. */
function pieceAround(first: Command, commands: readonly Command[], lines: readonly string[]): Snippet {
  let last = first.line;
  for (const { line } of commands) {
    const isNear = line > last && line - last <= NEAR && line - first.line < LONGEST_PIECE;
    const between = lines.slice(last, line - 1);
    if (isNear && !between.some((text) => MARKUP.some((mark) => text.trim().startsWith(mark)))) last = line;
  }
  return { startLine: first.line, text: lines.slice(first.line - 1, last).join("\n") };
}

function wordsOf(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}
