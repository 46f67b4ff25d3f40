import { filterInjection } from "../../src/safety/injection.ts";
import { redact } from "../../src/safety/redaction.ts";

/** What a walk over source files gave. */
export interface Figures {
  files: number;
  lines: number;
  redactedLines: number;
  commentLines: number;
  filteredLines: number;
  filteredCommentLines: number;
  readonly kinds: Map<string, number>;
  readonly samples: string[];
  redactMs: number;
  filterMs: number;
}

const SOURCE =
  /\.(?:[cm]?[jt]sx?|py|pyi|rb|go|rs|java|kt|c|cc|cpp|h|hpp|cs|php|swift|scala|sh|bash|pl|pm|lua|ya?ml|json|toml|ini|cfg|conf|md|rst|txt|html?|css|scss|sql|xml|vue|svelte|el|tcl|m4|in|cmake)$/i;

const COMMENT =
  /^\s*(?:\/\/|\/\*|\*|#(?!!|include|define|if|endif|else|pragma)|--\s|<!--|;|%|"""|''')|\s(?:\/\/|#)\s/;

/** Lines handed over at once, as a finding's snippet would hold them. */
const WINDOW = 20;

/** Runs both filters over every source file below the folders and counts the lines that changed. */
export function measure(folders: readonly string[], maxLines: number): Figures {
  const figures: Figures = {
    files: 0,
    lines: 0,
    redactedLines: 0,
    commentLines: 0,
    filteredLines: 0,
    filteredCommentLines: 0,
    kinds: new Map(),
    samples: [],
    redactMs: 0,
    filterMs: 0,
  };
  for (const folder of folders) {
    for (const path of walk(folder)) {
      if (figures.lines >= maxLines) return figures;
      addFile(figures, path);
    }
  }
  return figures;
}

function addFile(figures: Figures, path: string): void {
  let text: string;
  try {
    text = Deno.readTextFileSync(path);
  } catch {
    return;
  }
  if (text.includes("\0") || text.includes("\uFFFD")) return;
  const lines = text.replace(/\r\n?/g, "\n").split("\n").filter((line) => line.length < 2000);
  figures.files++;
  figures.lines += lines.length;
  for (let at = 0; at < lines.length; at += WINDOW) {
    addWindow(figures, path, at, lines.slice(at, at + WINDOW));
  }
}

function addWindow(figures: Figures, path: string, at: number, window: readonly string[]): void {
  const before = window.join("\n");
  let started = performance.now();
  const redacted = redact(before);
  figures.redactMs += performance.now() - started;
  for (const { kind, count } of redacted.redactions) {
    figures.kinds.set(kind, (figures.kinds.get(kind) ?? 0) + count);
  }
  for (const line of changed(before, redacted.text)) {
    figures.redactedLines++;
    const kinds = redacted.redactions.map(({ kind }) => kind).join(",");
    figures.samples.push(
      `R\t${kinds}\t${path}:${at + 1 + line}\t${(window[line] ?? "").trim().slice(0, 200)}`,
    );
  }
  started = performance.now();
  const filtered = filterInjection(before);
  figures.filterMs += performance.now() - started;
  figures.commentLines += window.filter((line) => COMMENT.test(line)).length;
  if (filtered.removed === 0) return;
  for (const line of changed(before, filtered.text)) {
    figures.filteredLines++;
    if (COMMENT.test(window[line] ?? "")) figures.filteredCommentLines++;
    figures.samples.push(`I\t\t${path}:${at + 1 + line}\t${(window[line] ?? "").trim().slice(0, 200)}`);
  }
}

/** Comments and prose below a folder, each line once. */
export function* wordedLines(folder: string): Generator<string> {
  const seen = new Set<string>();
  for (const path of walk(folder)) {
    const isProse = /\.(?:md|rst|txt)$/.test(path);
    for (const line of Deno.readTextFileSync(path).split("\n")) {
      if (line.length < 12 || line.length > 600 || seen.has(line) || line.includes("\0")) continue;
      if (!isProse && !COMMENT.test(line)) continue;
      seen.add(line);
      yield line;
    }
  }
}

const DOC_COMMENT = /\/\*\*[\s\S]*?\*\/|"""[\s\S]*?"""|(?:^[ \t]*(?:\/\/\/?|#) .*\n){1,40}/gm;
const LEADERS = /^\s*(?:\/?\*+\/?|\/\/+|#|""")|\*\/$|"""$/gm;

/** Comments of the code below a folder as the block quotes them, in one line; each once. */
export function* docComments(folder: string): Generator<string> {
  const seen = new Set<string>();
  for (const path of walk(folder)) {
    for (const [comment] of Deno.readTextFileSync(path).matchAll(DOC_COMMENT)) {
      const text = comment.replace(LEADERS, "").replace(/\s+/g, " ").trim().slice(0, 600);
      if (text.length < 20 || seen.has(text)) continue;
      seen.add(text);
      yield text;
    }
  }
}

/** Zero-based numbers of the lines that are not among those of the result. */
function changed(before: string, after: string): number[] {
  if (before === after) return [];
  const left = new Map<string, number>();
  for (const line of after.split("\n")) left.set(line, (left.get(line) ?? 0) + 1);
  const out: number[] = [];
  before.split("\n").forEach((line, at) => {
    const count = left.get(line) ?? 0;
    if (count === 0) out.push(at);
    else left.set(line, count - 1);
  });
  return out;
}

function* walk(folder: string): Generator<string> {
  const entries = [...Deno.readDirSync(folder)].sort((a, b) => a.name < b.name ? -1 : 1);
  for (const entry of entries) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory && entry.name !== ".git") yield* walk(path);
    else if (entry.isFile && SOURCE.test(entry.name) && !/\.min\./.test(entry.name)) yield path;
  }
}
