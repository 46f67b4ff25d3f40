import type { LineRange } from "../model/calls.ts";
import { languageConfig } from "./languages.ts";
import { LineTable } from "./lines.ts";
import type { Definition, ParsedFile } from "./parsed_file.ts";

/**
 * A range of lines indexed as one document. The chunks of a file are in order and cover every line once. A long
 * function, or a type with methods in between, has several chunks with the same `definition`.
 */
export interface Chunk extends LineRange {
  /** Index in the file's definitions; -1 for lines outside of definitions. */
  readonly definition: number;
  readonly kind: ChunkKind;
}

/** `type` is the rest of a type without its methods, `module` the rest of a file; `text` has no syntax tree. */
export type ChunkKind = "function" | "type" | "module" | "section" | "text";

/** Splits a file into chunks; `parsed` is its record, if any. */
export function chunkFile(text: string, parsed: ParsedFile | undefined): Chunk[] {
  const lines = LineTable.of(text);
  if (lines.count === 0) return [];
  const shape = new Shape(text, lines);
  if (parsed !== undefined && parsed.definitions.length > 0) return codeChunks(shape, parsed.definitions);
  const style = parsed === undefined ? undefined : languageConfig(parsed.language)?.chunks;
  return style === "headings" ? sectionChunks(shape) : split(shape, 1, lines.count, -1, "text");
}

/** Maximum length of a chunk in lines, by kind of file; splits are at the last blank line of the second half. */
const CODE_LINES = 80;
const TEXT_LINES = 60;

/** Minimum number of lines of a value with a chunk of its own. */
const LARGE_VALUE = 10;

/** Minimum number of lines of a section; shorter ones are joined with the next. */
const SMALL_SECTION = 8;

/** Properties of the lines of a text. */
class Shape {
  constructor(readonly text: string, readonly lines: LineTable) {}

  line(number: number): string {
    return this.text.slice(this.lines.startOf(number), this.lines.startOf(number + 1)).trimEnd();
  }

  isBlank(number: number): boolean {
    return this.line(number) === "";
  }

  /** True for lines of white space and closing punctuation only. */
  isFiller(number: number): boolean {
    return [...this.line(number)].every((char) => "})];, \t".includes(char));
  }
}

function codeChunks(shape: Shape, definitions: readonly Definition[]): Chunk[] {
  const owners = ownerOfLines(shape.lines.count, definitions);
  const chunks: Chunk[] = [];
  let start = 1;
  for (let line = 2; line <= shape.lines.count + 1; line++) {
    if (line <= shape.lines.count && (owners[line] === owners[start] || continues(shape, owners, line))) {
      if (owners[line] !== owners[start]) owners[line] = owners[start]!;
      continue;
    }
    const owner = owners[start]!;
    chunks.push(...split(shape, start, line - 1, owner, kindOf(definitions[owner])));
    start = line;
  }
  return chunks;
}

/** True if a line outside of functions only closes or separates the lines before. */
function continues(shape: Shape, owners: Int32Array, line: number): boolean {
  const previous = owners[line - 1]!;
  if (owners[line]! > previous) return false;
  return shape.isFiller(line);
}

function ownerOfLines(count: number, definitions: readonly Definition[]): Int32Array {
  const owners = new Int32Array(count + 1).fill(-1);
  // Nested functions stay with the outer one, unless that is too long for one chunk.
  const isClosed = new Uint8Array(definitions.length);
  definitions.forEach((definition, index) => {
    const { parent, docStartLine, endLine } = definition;
    const parentClosed = parent >= 0 && isClosed[parent] === 1;
    const length = endLine - docStartLine + 1;
    const role = kindOf(definition);
    isClosed[index] = parentClosed || (role === "function" && length <= CODE_LINES) ? 1 : 0;
    if (parentClosed || (isValue(definition) && length < LARGE_VALUE)) return;
    owners.fill(index, docStartLine, Math.min(endLine, count) + 1);
  });
  return owners;
}

function kindOf(definition: Definition | undefined): ChunkKind {
  if (definition === undefined) return "module";
  const { kind } = definition;
  return kind === "function" || kind === "method" || kind === "macro" ? "function" : "type";
}

function isValue(definition: Definition): boolean {
  const { kind } = definition;
  return kind === "constant" || kind === "variable" || kind === "field";
}

function sectionChunks(shape: Shape): Chunk[] {
  const chunks: Chunk[] = [];
  let start = 1;
  let isFenced = false;
  for (let line = 1; line <= shape.lines.count; line++) {
    const text = shape.line(line);
    if (/^\s*(?:```|~~~)/.test(text)) isFenced = !isFenced;
    if (isFenced || line - start < SMALL_SECTION || !isHeading(shape, line, text)) continue;
    chunks.push(...split(shape, start, line - 1, -1, "section"));
    start = line;
  }
  chunks.push(...split(shape, start, shape.lines.count, -1, "section"));
  return chunks;
}

/** True for `# Markdown`, `= AsciiDoc`, `* Org`, and a line underlined with punctuation. */
function isHeading(shape: Shape, line: number, text: string): boolean {
  if (/^(?:#{1,6}|={1,6}|\*{1,3})\s+\S/.test(text)) return true;
  return text !== "" && line < shape.lines.count && /^([=\-~^"'+#*])\1{2,}$/.test(shape.line(line + 1));
}

/** Splits a range of lines into chunks; outside of definitions also at the start of each cell. */
function split(shape: Shape, start: number, end: number, definition: number, kind: ChunkKind): Chunk[] {
  if (definition >= 0 || kind === "section" || !shape.text.includes(CELL)) {
    return splitLong(shape, start, end, definition, kind);
  }
  const chunks: Chunk[] = [];
  let from = start;
  for (let line = start + 1; line <= end; line++) {
    if (!shape.line(line).startsWith(CELL)) continue;
    chunks.push(...splitLong(shape, from, line - 1, definition, kind));
    from = line;
  }
  return [...chunks, ...splitLong(shape, from, end, definition, kind)];
}

/** Start of a cell in a notebook, or in a script that editors run by cells. */
const CELL = "# %%";

function splitLong(shape: Shape, start: number, end: number, definition: number, kind: ChunkKind): Chunk[] {
  const limit = kind === "text" || kind === "section" ? TEXT_LINES : CODE_LINES;
  const chunks: Chunk[] = [];
  let from = start;
  while (end - from + 1 > limit) {
    let cut = from + limit;
    while (cut > from + limit / 2 && !shape.isBlank(cut - 1)) cut--;
    if (cut === from + limit / 2) cut = from + limit;
    chunks.push({ startLine: from, endLine: cut - 1, definition, kind });
    from = cut;
  }
  chunks.push({ startLine: from, endLine: end, definition, kind });
  return chunks;
}
