import { counted } from "../../model/counted.ts";
import type { Finding, Findings, RepositoryFile, RepositoryFiles } from "../../model/calls.ts";
import { languageOf } from "../../syntax/languages.ts";
import { linesOf } from "../../search/file_lines.ts";
import type { Form, FormContext } from "../form.ts";
import { commandFindings } from "./command_lines.ts";

const README = /^readme(?:\.(?:md|markdown|rst|txt|adoc|org))?$/i;
const SUBMODULES = ".gitmodules";
/** Files that programs start in, by convention of their languages. */
const START_FILE =
  /(?:^|\/)(?:main\.(?:go|rs|py|c|cc|cpp|ts|js|dart|swift|kt|java)|__main__\.py|manage\.py|(?:server|cli|app|index)\.(?:[cm]?[jt]s|py|c)|(?:main|cli|app)\.(?:rb|php)|(?:bin|exe)\/(?!(?:console|setup|tests?|lint|release|update|dev|build|ci)$)[a-z][\w-]*$|Program\.cs|\w*Application\.(?:java|kt))$/;
const START =
  /^\s*(?:func main\(|(?:pub )?(?:async )?fn main\(|(?:static )?(?:int|void) main\s*\(|public static (?:async )?\w+ [Mm]ain\s*\(|(?:async )?def main\(|if __name__ ==|fun main\(|main\()/;
/** Beginnings of the lines of a manifest with its programs and scripts. */
const MANIFESTS: ReadonlyMap<string, readonly string[]> = new Map([
  ["package.json", ['"bin":', '"scripts":']],
  ["deno.json", ['"tasks":']],
  ["pyproject.toml", ["[project.scripts]", "[tool.poetry.scripts]"]],
  ["Cargo.toml", ["[[bin]]"]],
  ["composer.json", ['"bin":', '"scripts":']],
  ["docker-compose.yml", ["services:"]],
]);
const MAKEFILE = "Makefile";
const TARGET = /^[A-Za-z][\w.-]*:(?!=)/;
/** Most of each that is shown or looked at. */
const MOST_LINES = 14;
/** "Shop is a ...", "Shop is often referred to as a ...", and no "If you ..., this is a ...". */
const SAYS_WHAT =
  /^(?!this |there |it |if )[^,.:：，。]{1,40}(?:\b(?:is|are) (?:\w+ ){0,4}?(?:an?|the)\b|是)/i;
const README_LOOKED_AT = 60;
const MOST_TARGETS = 16;
const MOST_STARTS = 4;
const MOST_LOOKED_AT = 24;
const MOST_FOLDERS = 8;
/** UTF-16 units of the list of folders. */
const MOST_NAMED = 230;
/** A folder with more of the code than this is looked into. */
const MAIN_SHARE = 0.6;

/** The repository as a whole; it needs no index. */
export const OVERVIEW: Form<Pick<FormContext, "files">, Findings> = {
  accepts: (_, { overview }) => overview === true,
  find: ({ files }) => overviewOf(files),
};

/** Overview of the repository: its README's beginning, its scripts, the entry points of its programs, its folders. */
export function overviewOf(files: RepositoryFiles): Findings {
  const listed = files.list();
  const items = [
    ...readme(listed, files),
    ...commandFindings(listed, files),
    ...manifests(listed, files),
    ...starts(listed, files),
    ...submodules(files),
  ];
  const folders = folderCounts(listed);
  const [first, ...others] = items;
  const { isReason: _, ...fact } = first ?? {};
  const places = first && folders !== "" ? [{ ...fact, claim: folders } as Finding, ...others] : items;
  return {
    tool: "ci_search",
    items: places,
    strength: places.length > 0 ? "strong" : "none",
    gaps: [],
    summary: `${counted(places.length, "place")} in ${counted(listed.length, "file")}`,
    data: { files: [...new Set(places.map(({ path }) => path))], functions: [] },
  };
}

function readme(listed: readonly RepositoryFile[], files: RepositoryFiles): Finding[] {
  const path = listed.find((file) => README.test(file.path))?.path;
  return path === undefined ? [] : readmeFinding(path, files);
}

/** The first paragraph of a README that describes the project, else the first one; empty when it cannot be read. */
export function readmeFinding(path: string, files: RepositoryFiles): Finding[] {
  const lines = linesOf(path, files);
  if (!lines?.length) return [];
  const prose = lines.slice(0, README_LOOKED_AT).map(proseOf);
  const says = prose.findIndex((text) => SAYS_WHAT.test(text));
  let first = Math.max(0, says >= 0 ? says : prose.findIndex((text) => text !== ""));
  while (first > 0 && prose[first - 1] !== "") first--;
  const end = lines.findIndex((line, at) => at > first && line.trim() === "");
  const last = Math.min(end < 0 ? lines.length : end, first + MOST_LINES);
  return [placeOf(path, lines, [first, last], "the README's first paragraph")];
}

/** A line's own words; empty for headings, badges, pictures, markup and what is too short for a sentence. */
function proseOf(line: string): string {
  const text = line.replace(/!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])/g, "")
    .replace(/\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, "$1").trim();
  const least = /\p{Script=Han}/u.test(text) ? 8 : 15;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return /^[\p{L}*_`"'>(]/u.test(text) && letters >= least ? text : "";
}

function manifests(listed: readonly RepositoryFile[], files: RepositoryFiles): Finding[] {
  const found: Finding[] = [];
  for (const { path } of listed) {
    const marks = MANIFESTS.get(path) ?? [];
    const lines = marks.length > 0 || path === MAKEFILE ? linesOf(path, files) ?? [] : [];
    const first = lines.findIndex((line) =>
      path === MAKEFILE ? TARGET.test(line) : marks.some((mark) => line.trimStart().startsWith(mark))
    );
    if (first >= 0) found.push(path === MAKEFILE ? targetsOf(lines) : sectionOf(path, lines, first));
  }
  return found;
}

function targetsOf(lines: readonly string[]): Finding {
  const at = lines.flatMap((line, number) => TARGET.test(line) ? [number] : []);
  const names = [...new Set(at.map((number) => lines[number]!.split(":")[0]!))].slice(0, MOST_TARGETS);
  const { code: _, ...place } = placeOf(
    MAKEFILE,
    lines,
    [at[0]!, at[0]! + 1],
    `targets: ${names.join(", ")}`,
  );
  return place;
}

function sectionOf(path: string, lines: readonly string[], first: number): Finding {
  const end = lines.findIndex((line, at) => at > first && (line[0] === "[" || line.trimStart()[0] === "}"));
  const last = end < 0 ? lines.length : lines[end]!.startsWith("[") ? end : end + 1;
  return placeOf(path, lines, [first, Math.min(last, first + MOST_LINES)], "scripts and programs");
}

/** Submodules that are not checked out. */
function submodules(files: RepositoryFiles): Finding[] {
  const lines = linesOf(SUBMODULES, files) ?? [];
  const names = lines.flatMap((line) => line.split("path = ")[1]?.trim() ?? []);
  const absent = names.filter((name) => !files.list().some(({ path }) => path.startsWith(`${name}/`)));
  if (absent.length === 0) return [];
  const more = absent.length > MOST_FOLDERS ? ` and ${absent.length - MOST_FOLDERS} more` : "";
  const claim = `submodules, not checked out: ${absent.slice(0, MOST_FOLDERS).join(", ")}${more}`;
  const { code: _, ...place } = placeOf(SUBMODULES, lines, [0, lines.length], claim);
  return [place];
}

/** Files near the root first; tests and examples start nothing of the product. */
function starts(listed: readonly RepositoryFile[], files: RepositoryFiles): Finding[] {
  const depth = (path: string): number => path.split("/").length;
  const candidates = listed.filter(({ path, role }) =>
    role === "code" && START_FILE.test(path) && !path.startsWith("doc")
  )
    .map(({ path }) => path).sort((a, b) => depth(a) - depth(b)).slice(0, MOST_LOOKED_AT);
  const found = candidates.flatMap((path) => {
    const lines = linesOf(path, files) ?? [];
    const at = lines.findIndex((line) => START.test(line));
    if (lines.length === 0 || at < 0 && depth(path) > 2) return [];
    const first = Math.max(0, at);
    return [{ at, finding: placeOf(path, lines, [first, first + 3], "entry point") }];
  });
  return found.sort((a, b) => Number(b.at >= 0) - Number(a.at >= 0)).slice(0, MOST_STARTS)
    .map(({ finding }) => finding);
}

/** The folders with most files, and those inside the one that holds most of the code. */
function folderCounts(listed: readonly RepositoryFile[]): string {
  const counted = (folders: readonly (readonly [string, number])[]): string =>
    folders.map(([name, count]) => `${name}/ ${count}`).join(", ");
  const top = largest(listed.map(({ path }) => path), "");
  const code = listed.filter(({ path, role }) => role === "code" && languageOf(path) !== undefined)
    .map(({ path }) => path);
  let inside = "";
  let below = largest(code, inside);
  let most: { readonly inside: string; readonly below: typeof below } = { inside, below: [] };
  while (below[0] && below[0][1] > code.length * MAIN_SHARE) {
    inside += `${below[0][0]}/`;
    below = largest(code, inside);
    if (below.length > most.below.length) most = { inside, below };
  }
  const parts = [
    ...(top.length > 0 ? [`files by folder: ${counted(top)}`] : []),
    ...(most.below.length > 1 ? [`code files in ${most.inside}: ${counted(most.below)}`] : []),
  ];
  return parts.join("; ").slice(0, MOST_NAMED);
}

/** The folders right inside one, with the files in them, the most first. */
function largest(paths: readonly string[], inside: string): [string, number][] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const end = path.indexOf("/", inside.length);
    if (end < 0 || !path.startsWith(inside) || path.startsWith(".")) continue;
    const folder = path.slice(inside.length, end);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, MOST_FOLDERS);
}

function placeOf(
  path: string,
  lines: readonly string[],
  [first, last]: readonly [number, number],
  claim: string,
): Finding {
  const text = lines.slice(first, last).join("\n").trimEnd();
  const startLine = first + 1;
  const endLine = first + text.split("\n").length;
  return {
    path,
    startLine,
    endLine,
    claim,
    isReason: true,
    score: 1,
    reasons: [],
    code: [{ startLine, text }],
  };
}
