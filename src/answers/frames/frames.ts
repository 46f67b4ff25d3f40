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

/** The frames of a pasted stack trace that lie in this repository, the innermost first, each with its definition. */
export function frameFindings({ table }: SearchResult, files: RepositoryFiles): Finding[] {
  const { query, index } = table.context;
  const known = new Set<string>();
  const found: Finding[] = [];
  const read = (path: string): readonly string[] | undefined => linesOf(path, files);
  for (const frame of query.question.frames.toReversed()) {
    const file = FOREIGN.test(frame.path) ? undefined : findPath(frame.path, index)[0];
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
