import type { Finding } from "../model/findings.ts";
import type { RepositoryFiles } from "../model/ports.ts";
import { findPath } from "./rank/find_path.ts";
import { linesAround } from "./rank/pieces.ts";
import { placeOfLine } from "./rank/places.ts";
import type { SearchResult } from "./rank/search_result.ts";

/** Frames of one trace that are shown, and lines above and below each. */
const MOST_FRAMES = 5;
const AROUND = 4;
/** Code of others, whose files may be named like one of this repository. */
const FOREIGN =
  /(?:^|[/\\])(?:node_modules|site-packages|dist-packages|vendor|\.cargo|go[/\\]pkg|usr[/\\]lib)[/\\]/;

/** The frames of a pasted stack trace that lie in this repository, the innermost first, each with the lines around it. */
export function frameFindings({ table }: SearchResult, files: RepositoryFiles): Finding[] {
  const { query, index } = table.context;
  const known = new Set<string>();
  const found: Finding[] = [];
  for (const frame of query.mentions.frames.toReversed()) {
    const [file] = FOREIGN.test(frame.path) ? [] : findPath(frame.path, index);
    const key = `${file}:${frame.line}`;
    if (file === undefined || known.has(key)) continue;
    known.add(key);
    const path = index.files.paths[file]!;
    const content = files.read(path);
    const lines = content.ok ? content.text.split("\n") : [];
    if (frame.line < 1 || frame.line > lines.length) continue;
    const { startLine, endLine, symbol } = placeOfLine(file, frame.line, table.context);
    found.push({
      path,
      startLine,
      endLine,
      ...(symbol !== undefined && { symbol }),
      claim: `stack frame ${found.length + 1}, line ${frame.line}`,
      score: 1,
      reasons: [],
      code: [linesAround(lines, frame.line, AROUND)],
    });
    if (found.length === MOST_FRAMES) break;
  }
  return found;
}
