import { literal, oneLine } from "../../model/text.ts";
import type { Finding } from "../../model/findings.ts";
import type { RepositoryFile, RepositoryFiles } from "../../model/ports.ts";

/** Documents that may say what the folders are for, the likeliest first. */
const DOCUMENT =
  /^(?:(?:docs?\/)?(?:readme|architecture|contributing|hacking|development|design|overview)|agents|claude)(?:[._-][\w-]+)?\.(?:md|markdown|rst|txt|adoc)$/i;
const MOST_DOCUMENTS = 8;
const MOST_LINES = 1500;
const LONGEST_LINE = 240;
/** Lines in which the folders are named together. */
const WINDOW = 22;
/** Folders of which that many are named together, or all. */
const FEWEST = 3;
/** Descriptions in a folder's manifest or package comment. */
const DESCRIPTIONS: readonly (readonly [file: string, says: RegExp])[] = [
  ["pom.xml", /<\/parent>[\s\S]*?<description>\s*([^<]{8,200}?)\s*<\/description>/],
  ["package.json", /^\s*"description"\s*:\s*"([^"]{8,200})"/m],
  ["Cargo.toml", /^description\s*=\s*"([^"]{8,200})"/m],
  ["pyproject.toml", /^description\s*=\s*"([^"]{8,200})"/m],
  ["__init__.py", /^\s*(?:r|u)?"""\s*([^\n"]{8,200})/],
  ["doc.go", /^(?:\/\/|\/\*)\s*(Package [^\n]{8,200})/m],
];
const MOST_DESCRIBED = 6;
/** UTF-16 units of a file's beginning. */
const LOOKED_AT = 6000;

/** The lines of a document that say what the folders are for; undefined where none names several of them together. */
export function layoutFinding(
  folders: readonly string[],
  listed: readonly RepositoryFile[],
  files: RepositoryFiles,
): Finding | undefined {
  const least = Math.min(FEWEST, folders.length);
  if (least < 2) return undefined;
  const documents = listed.map(({ path }) => path).filter((path) => DOCUMENT.test(path))
    .sort((a, b) => depth(a) - depth(b) || a.length - b.length || (a < b ? -1 : 1)).slice(0, MOST_DOCUMENTS);
  let best: Finding | undefined;
  let most = least - 1;
  for (const path of documents) {
    const content = files.read(path);
    if (!content.ok) continue;
    const lines = content.text.split("\n").slice(0, MOST_LINES);
    const { count, first, last } = densest(lines, folders);
    if (count <= most) continue;
    most = count;
    best = {
      path,
      startLine: first,
      endLine: last,
      claim: "what the folders are for",
      isReason: true,
      score: 1,
      reasons: [],
      code: [{ startLine: first, text: lines.slice(first - 1, last).join("\n") }],
    };
  }
  return best;
}

/** Descriptions of the folders from their own manifests and package comments, one line of each. */
export function describedFolders(folders: readonly string[], files: RepositoryFiles): Finding[] {
  return folders.flatMap((folder) => {
    for (const [file, says] of DESCRIPTIONS) {
      const path = `${folder}/${file}`;
      const content = files.read(path);
      const found = content.ok ? says.exec(content.text.slice(0, LOOKED_AT)) : null;
      const text = found?.[1]?.trim();
      if (!content.ok || !found || text === undefined || text.includes("${")) continue;
      const at = found.index + found[0].indexOf(text);
      const line = content.text.slice(0, at).split("\n").length;
      const claim = oneLine(text);
      return [{
        path,
        startLine: line,
        endLine: line,
        claim,
        isReason: true as const,
        score: 1,
        reasons: [],
      }];
    }
    return [];
  }).slice(0, MOST_DESCRIBED);
}

/** The window in which most folders are named as folders: in a tree, a list, a table or with a slash. */
function densest(
  lines: readonly string[],
  folders: readonly string[],
): { readonly count: number; readonly first: number; readonly last: number } {
  const marks = folders.map((name) => {
    return new RegExp(
      `(?:^|[\\s\`*│├└─|([>/-])${
        literal(name)
      }(?:/(?=[\\s\`)*|:,\\]]|$)|\`|\\*\\*|\\s+(?:--|—|#|:|：|\\||-\\s)|：|:(?=\\s)|\\s*\\|)`,
    );
  });
  const rows = lines.flatMap((text, at) => {
    if (text.length > LONGEST_LINE) return [];
    const named = marks.flatMap((mark, folder) => mark.test(text) ? [folder] : []);
    return named.length === 0 ? [] : [{ line: at + 1, named }];
  });
  let best = { count: 0, first: 0, last: 0 };
  rows.forEach(({ line }, at) => {
    const near = rows.slice(at).filter((row) => row.line < line + WINDOW);
    const count = new Set(near.flatMap(({ named }) => named)).size;
    const last = near.at(-1)!.line;
    if (count > best.count || count === best.count && last - line < best.last - best.first) {
      best = { count, first: line, last };
    }
  });
  return best;
}

function depth(path: string): number {
  return path.split("/").length;
}
