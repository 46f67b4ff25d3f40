import type { LexicalIndex } from "../index/lexical_index.ts";
import type { Finding } from "../model/findings.ts";
import type { RepositoryFiles } from "../model/ports.ts";
import { fileDocOf } from "./file_docs.ts";
import { linesOf } from "./file_lines.ts";
import { describedFolders } from "./layout_lines.ts";
import { readmeFinding } from "./overview.ts";
import { pieceOf } from "./rank/pieces.ts";
import type { Scope } from "./scopes.ts";

/** Files that speak for their folder, the likeliest first. */
const SPEAKERS: readonly string[] = [
  "src/lib.rs",
  "lib.rs",
  "mod.rs",
  "doc.go",
  "package-info.java",
  "__init__.py",
  "index.ts",
  "src/index.ts",
  "index.js",
];
const README = /^readme\.(?:md|rst|txt|adoc)$/i;
/** Go's package comment may stand in any file of the package. */
const PACKAGE_COMMENT = /^Package \w+/;
const MOST_FILES = 30;

/** Where a part of the repository says what it is; undefined where it does not. */
export function descriptionOf(
  { label, folders, files: own }: Scope,
  index: LexicalIndex,
  files: RepositoryFiles,
): Finding | undefined {
  const { paths } = index.files;
  if (!label.endsWith("/")) return own.length === 1 ? docFinding(own[0]!, index, files) : undefined;
  for (const folder of folders) {
    for (const name of SPEAKERS) {
      const file = index.files.numberOf(`${folder}/${name}`);
      const found = file === undefined ? undefined : docFinding(file, index, files);
      if (found) return found;
    }
    for (const file of own.slice(0, MOST_FILES)) {
      if (!paths[file]!.endsWith(".go") || paths[file]!.lastIndexOf("/") !== folder.length) continue;
      const found = docFinding(file, index, files, PACKAGE_COMMENT);
      if (found) return found;
    }
  }
  for (const folder of folders) {
    const readme = paths.find((path) =>
      path.startsWith(`${folder}/`) && README.test(path.slice(folder.length + 1))
    );
    const found = readme === undefined ? undefined : readmeFinding(readme, files)[0];
    if (found) return found;
  }
  return describedFolders(folders, files)[0];
}

function docFinding(
  file: number,
  index: LexicalIndex,
  files: RepositoryFiles,
  says: RegExp = /./,
): Finding | undefined {
  const path = index.files.paths[file]!;
  const lines = linesOf(path, files) ?? [];
  const definitions = index.parsed(file)?.definitions ?? [];
  const first = Math.min(...definitions.map((one) => one.startLine), lines.length + 1);
  const doc = fileDocOf(lines, first);
  if (!doc || !says.test(doc.sentence)) return undefined;
  const { startLine, endLine } = doc;
  return {
    path,
    startLine,
    endLine,
    claim: doc.sentence,
    score: 1,
    reasons: [],
    code: [pieceOf(lines, startLine, endLine)],
  };
}
