import type { Finding, Snippet } from "../../model/findings.ts";
import type { RepositoryFile, RepositoryFiles } from "../../model/ports.ts";

/** Purposes of commands, in the order of the output. */
const PURPOSES = ["tests", "building", "running"] as const;
type Purpose = (typeof PURPOSES)[number];

/** Documents for people who work on the repository, then what runs it in CI; the sooner, the better. */
const SOURCES: readonly RegExp[] = [
  /^readme(?:\.(?:md|markdown|rst|txt|adoc|org))?$/i,
  /^(?:\.github\/|docs?\/)?(?:contributing|hacking|development|developing|building)(?:\.(?:md|markdown|rst|txt|adoc|org))?$/i,
  /^(?:install|testing)(?:\.(?:md|markdown|rst|txt|adoc|org))?$/i,
  /^(?:agents|claude)\.md$/i,
  /^makefile$|^justfile$/i,
  /^[^/]+\/readme\.md$/i,
  /^docs?\/[^/]*(?:build|contribut|develop|hacking)[^/]*\.(?:md|rst|txt|adoc)$/i,
  /^(?:tox\.ini|noxfile\.py)$/,
  /^\.github\/workflows\/[^/]*(?:ci|test|build|unix|linux|package|maven|gradle|main|check)[^/]*\.ya?ml$/i,
  /^(?:\.travis|\.gitlab-ci|appveyor)\.ya?ml$/i,
];
/** A line of a document that is a command, alone or behind a prompt sign, a list mark or in backticks. */
const COMMAND =
  /(?:^|`|^\s*run:\s*\|?\s*)\s*(?:[-*+]\s+)?(?:-?\s*run:\s*)?(?:(?:[>$#%]|PS>|@)\s+)?(?:@)?(?:(?:sudo|time|env)\s+)?(?:[A-Z][A-Z0-9_]*=\S*\s+)*((?:\.{1,2}[/\\])?[\w./\\-]*\b(?:make|cmake|ctest|ninja|meson|bazel|cargo|go|npm|pnpm|yarn|bun|deno|npx|mvnw?|gradlew?|python3?|pytest|py\.test|tox|nox|uv|poetry|hatch|pdm|pip3?|bundle|rake|rspec|composer|php|phpunit|pest|dotnet|docker|docker-compose|mix|sbt|stack|cabal|swift|flutter|dart|zig|java|just|task|ruby|node|perl|prove|(?<=\.\/)configure|autogen\.sh|autoreconf|build\.(?:sh|ps1|bat|cmd)|test\.(?:sh|ps1|bat))(?=\s|$|`)[^`]*)/;
/** Prose begins as commands do ("make sure that", "go to the page"). */
const PROSE =
  /^(?:make (?:sure|it|a|an|the|your|use|changes?)|go (?:to|through|ahead|back|and|for|on|is|has|into|with)|node (?:is|and|versions?)|(?:java|python3?|php|ruby|docker|npm|node|go|task|rake|swift|perl|stack|just|composer)(?:[ ,.:;]*(?:$|\d|is|and|or|\(|[A-Z]|a |the |to |in |for ))|\w+ [a-z]+ [a-z]+ [a-z]+ (?:the|a|and|to|of) )/;
const IS_FOR: Readonly<Record<Purpose, RegExp>> = {
  tests:
    /\b(?:tests?|spec|specs|rspec|pytest|py\.test|tox|nox|ctest|phpunit|pest|prove|verify|nextest)\b|(?:make|just|run) check\b/i,
  building:
    /\b(?:build|compile|cmake|(?<=\.\/)configure|autogen\.sh|autoreconf|package|assemble|meson|ninja|bundle install|sync|setup|install(?= -[er]|$)|ci)\b|^make$|^make -j|\bpip3? install (?:-e|-r|\.)|\b(?:npm|yarn|pnpm|bun|composer|poetry|mix|bundle)\s+(?:install|ci|deps\.get)\s*$/i,
  running:
    /\b(?:run|start|serve|dev|up|server|java -jar|spring-boot:run|watch|preview)\b|\b(?:node|python3?|php|ruby) [\w./-]+\.(?:[cm]?[jt]s|py|php|rb)\b|^python3? -m /i,
};
/** Commands of a package's users, and those that publish it. */
const OTHERS =
  /<\w|\b(?:docs?|pre-commit|mypy|ruff|typing|bench\w*|lint|fmt|publish|release|deploy|push|login|add|global|npx create|npm (?:i|install) \S*\w|pip3? install (?!-|\.)\S+|go (?:get|install)\b|cargo (?:add|install)|gem install|brew|apt|yarn add|composer require|make install|docker (?:run|pull)|dotnet (?:add|tool)|upload|codecov)\b/i;
const MARKUP = /^\s*(?:```|~~~|\.\. |<|\|)/;
const LONGEST_LINE = 160;
/** Files and lines looked at. */
const MOST_FILES = 14;
const MOST_LINES = 1500;
/** Lines. */
const LONGEST_PIECE = 7;

interface Command {
  readonly line: number;
  readonly purposes: readonly Purpose[];
}

/** The lines of documents, makefiles and CI that say how to test, build and run what is in the repository. */
export function commandFindings(listed: readonly RepositoryFile[], files: RepositoryFiles): Finding[] {
  const found = new Map<string, { pieces: Snippet[]; readonly purposes: Set<Purpose> }>();
  const open = new Set<Purpose>(PURPOSES);
  for (const path of sourcesOf(listed)) {
    if (open.size === 0) break;
    const content = files.read(path);
    if (!content.ok) continue;
    const lines = content.text.split("\n").slice(0, MOST_LINES);
    const commands = commandsIn(lines, isDocument(path));
    for (const purpose of PURPOSES) {
      const first = open.has(purpose) && commands.find(({ purposes }) => purposes.includes(purpose));
      if (!first) continue;
      const piece = pieceAround(first, commands, lines);
      const known = found.get(path) ?? { pieces: [] as Snippet[], purposes: new Set<Purpose>() };
      found.set(path, known);
      known.pieces = joined([...known.pieces, piece], lines);
      for (const { line, purposes } of commands) {
        if (line < piece.startLine || line > lastLineOf(piece)) continue;
        for (const one of purposes) {
          if (open.delete(one)) known.purposes.add(one);
        }
      }
    }
  }
  return [...found].map(([path, { pieces, purposes }]) => findingOf(path, pieces, purposes));
}

function findingOf(path: string, pieces: readonly Snippet[], purposes: ReadonlySet<Purpose>): Finding {
  const named = PURPOSES.filter((one) => purposes.has(one)).join(" and ");
  return {
    path,
    startLine: pieces[0]!.startLine,
    endLine: Math.max(...pieces.map(lastLineOf)),
    claim: `commands for ${named}`,
    isReason: true,
    score: 1,
    reasons: [],
    code: pieces,
  };
}

/** The pieces in order, those that overlap as one. */
function joined(pieces: readonly Snippet[], lines: readonly string[]): Snippet[] {
  const found: Snippet[] = [];
  for (const piece of pieces.toSorted((a, b) => a.startLine - b.startLine)) {
    const before = found.at(-1);
    if (!before || lastLineOf(before) < piece.startLine) found.push(piece);
    else {
      const last = Math.max(lastLineOf(before), lastLineOf(piece));
      found[found.length - 1] = { ...before, text: lines.slice(before.startLine - 1, last).join("\n") };
    }
  }
  return found;
}

function lastLineOf({ startLine, text }: Snippet): number {
  return startLine + text.split("\n").length - 1;
}

function sourcesOf(listed: readonly RepositoryFile[]): string[] {
  const ranked = listed.flatMap(({ path }) => {
    const rank = SOURCES.findIndex((source) => source.test(path));
    return rank < 0 ? [] : [{ path, rank }];
  });
  return ranked.sort((a, b) => a.rank - b.rank || a.path.length - b.path.length || (a.path < b.path ? -1 : 1))
    .slice(0, MOST_FILES).map(({ path }) => path);
}

function isDocument(path: string): boolean {
  return !/^(?:makefile|justfile)$|\.ya?ml$|\.ini$|\.py$/i.test(path);
}

/** Commands in code blocks, indented or in backticks of a document; in other files, any line that is one. */
function commandsIn(lines: readonly string[], isDoc: boolean): Command[] {
  let isFenced = false;
  return lines.flatMap((text, at) => {
    if (/^\s*(?:```|~~~)/.test(text)) isFenced = !isFenced;
    if (MARKUP.test(text) || text.length > LONGEST_LINE) return [];
    const isQuoted = !isDoc || isFenced || /^(?: {2,}|\t)\S|`/.test(text) || /^\s*[$>]\s/.test(text);
    const command = isQuoted ? COMMAND.exec(text)?.[1]?.trim() : undefined;
    if (command === undefined || PROSE.test(command) || OTHERS.test(command)) return [];
    const isInline = isDoc && !isFenced && text.includes("`");
    const purposes = PURPOSES.filter((one) => IS_FOR[one].test(command) && !(isInline && one === "running"));
    return purposes.length === 0 ? [] : [{ line: at + 1, purposes }];
  });
}

/** The command with those right beside it. */
function pieceAround(first: Command, commands: readonly Command[], lines: readonly string[]): Snippet {
  let last = first.line;
  for (const { line } of commands) {
    const isNear = line > last && line - last <= 3 && line - first.line < LONGEST_PIECE;
    const between = lines.slice(last, line - 1);
    if (isNear && !between.some((text) => MARKUP.test(text))) last = line;
  }
  return { startLine: first.line, text: lines.slice(first.line - 1, last).join("\n") };
}
