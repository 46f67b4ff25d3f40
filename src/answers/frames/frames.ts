import type { Finding, RepositoryFiles } from "../../model/calls.ts";
import { linesOf } from "../../search/file_lines.ts";
import { findPath } from "../../search/rank/features.ts";
import type { SearchResult } from "../../search/rank/search_result.ts";
import { lineFinding } from "../messages/message_findings.ts";

/** Frames of one trace that are shown. */
const MOST_FRAMES = 5;
/** Code of others, whose files may be named like one of this repository. */
const FOREIGN =
  /(?:^|[/\\])(?:node_modules|site-packages|dist-packages|vendor|\.cargo|go[/\\]pkg|usr[/\\]lib)[/\\]/;

const JSON_NAME = /"name"\s*:\s*"([^"]+)"/;
const TOML_NAME = /^name\s*=\s*["']([^"']+)["']/m;
/** Manifests with the package's name. */
const MANIFESTS: readonly (readonly [string, RegExp])[] = [
  ["package.json", JSON_NAME],
  ["composer.json", JSON_NAME],
  ["go.mod", /^module\s+(\S+)/m],
  ["Cargo.toml", TOML_NAME],
  ["pyproject.toml", TOML_NAME],
];

/**
 * Finds the file of this repository that a path in an installed copy of it names: users of a library report traces
 * through such a copy. Undefined for paths of other packages.
 */
function installedCopy(
  files: RepositoryFiles,
  index: SearchResult["table"]["context"]["index"],
): (path: string) => number | undefined {
  let names: readonly string[] | undefined;
  return (path) => {
    names ??= MANIFESTS.flatMap(([manifest, name]) => {
      const content = index.files.numberOf(manifest) === undefined ? undefined : files.read(manifest);
      return (content?.ok && name.exec(content.text)?.[1]) || [];
    });
    const parts = path.replaceAll("\\", "/");
    for (const name of names) {
      const at = parts.lastIndexOf(`/${name}`);
      // A version may follow the name: `echo@v4.1.0/`, `clap-4.5.1/`.
      const rest = at < 0 ? null : /^(?:[@-]v?\d[^/]*)?\/(.+)$/.exec(parts.slice(at + name.length + 1));
      if (!rest) continue;
      // Python packages are installed without what is around them.
      for (const inside of [rest[1]!, `${name}/${rest[1]}`, `src/${name}/${rest[1]}`]) {
        const file = index.files.numberOf(inside);
        if (file !== undefined) return file;
      }
    }
    return undefined;
  };
}

/** The frames of a pasted stack trace that lie in this repository, the innermost first, each with its definition. */
export function frameFindings({ table }: SearchResult, files: RepositoryFiles): Finding[] {
  const { query, index } = table.context;
  const known = new Set<string>();
  const found: Finding[] = [];
  const own = installedCopy(files, index);
  const read = (path: string): readonly string[] | undefined => linesOf(path, files);
  for (const frame of query.question.frames.toReversed()) {
    const file = FOREIGN.test(frame.path) ? own(frame.path) : findPath(frame.path, index)[0];
    const key = `${file}:${frame.line}`;
    if (file === undefined || known.has(key)) continue;
    known.add(key);
    if (frame.line < 1 || frame.line > (read(index.files.paths[file]!)?.length ?? 0)) continue;
    const claim = `stack frame ${found.length + 1}, line ${frame.line}`;
    found.push(lineFinding({ file, line: frame.line }, claim, index, read));
    if (found.length === MOST_FRAMES) break;
  }
  return found;
}
