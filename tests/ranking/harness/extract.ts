import { bigrams, tokenize } from "../../../src/analysis/text/tokens.ts";

/** The fields of a chunk, in the order of the packed counts. */
export const FIELDS = ["code", "doc", "str", "def"] as const;

/** One chunk of a file: a definition's own lines, or what is left of the file (the first one, name ""). */
export interface Chunk {
  readonly name: string;
  readonly kind: "module" | "class" | "function";
  /** One-based, inclusive. */
  readonly startLine: number;
  endLine: number;
  /** Tokens per field. */
  readonly lengths: [number, number, number, number];
}

/** What indexing one text gives. */
export interface Extract {
  readonly chunks: Chunk[];
  readonly lines: number;
  /** Per chunk: term to counts in the four fields; a bigram is a term with a space, counted in the first field. */
  readonly terms: Map<string, [number, number, number, number]>[];
}

const PY = /(#[^\n]*)|([rRbBuUfF]{0,2}(?:"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?))/g;
const C = /(\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|("(?:[^"\\\n]|\\.)*"?|`(?:[^`\\]|\\.)*`?|'(?:[^'\\\n]|\\.)*')/g;
const HASH = /(#[^\n]*)|("(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?)/g;
const PY_DEF = /^([ \t]*)(async[ \t]+def|def|class)[ \t]+(\w+)/gm;
const PY_ASSIGN = /^([ \t]*)([A-Za-z_]\w*)[ \t]*(?::[^=\n]{1,60})?=(?!=)/gm;
const C_DEF =
  /^[ \t]*(?:export\s+|default\s+|pub(?:\([^)]*\))?\s+|public\s+|private\s+|protected\s+|static\s+|final\s+|abstract\s+|async\s+|unsafe\s+|const\s+)*(?:(def|class|fn|func(?:\s*\([^)]*\))?|function|struct|enum|trait|interface|type|module)\s+(?:self\.)?([A-Za-z_$][\w$]*)|(?:[\w<>\[\],.?*&:]{1,80}[ \t]+){1,6}[*&]*([A-Za-z_~][\w:]*)[ \t]*\([^;{}()]{0,400}(?:\([^;{}()]{0,200}\)[^;{}()]{0,200})?\)[^;{}()=]{0,120}\{)/gm;
const NOT_NAMES = new Set("if for while switch catch return else new function".split(" "));
const CLASS_WORDS = new Set("class struct enum trait interface type module".split(" "));
const HASH_LANGUAGES = new Set(["rb", "sh", "tcl", "pl", "jq"]);
const PYTHON = new Set(["py", "pyx", "pxd"]);

interface Span {
  readonly start: number;
  readonly end: number;
  readonly comment: boolean;
}

/** Splits a text into chunks and counts their terms. A stand-in for the real parser. */
export function extract(text: string, extension: string): Extract {
  const python = PYTHON.has(extension);
  const spans = spansOf(text, python ? PY : HASH_LANGUAGES.has(extension) ? HASH : C);
  const starts = lineStarts(text);
  const lines = starts.length;
  const chunks: Chunk[] = [chunkOf("", "module", 1, lines)];
  const owner = new Uint16Array(lines + 2);
  const names: { name: string; line: number }[] = [];
  if (python) pythonChunks(text, { spans, starts, chunks, owner, names });
  else otherChunks(text, { spans, starts, chunks, owner, names });
  const terms = chunks.map(() => new Map<string, [number, number, number, number]>());
  const docLines = python ? docstringStarts(text, spans) : new Set<number>();
  let line = 1;
  const at = (offset: number): number => {
    while (line < lines && starts[line]! <= offset) line++;
    while (line > 1 && starts[line - 1]! > offset) line--;
    return owner[line]!;
  };
  const add = (chunk: number, field: 0 | 1 | 2 | 3, token: string): void => {
    const map = terms[chunk]!;
    let counts = map.get(token);
    if (counts === undefined) map.set(token, counts = [0, 0, 0, 0]);
    counts[field]++;
  };
  const eat = (from: number, to: number, field: 0 | 1 | 2): void => {
    if (to <= from) return;
    const piece = text.slice(from, to);
    tokenize(piece, (token, start) => {
      const chunk = at(from + start);
      add(chunk, field, token);
      chunks[chunk]!.lengths[field]++;
    });
    if (field === 0) {
      for (const word of piece.matchAll(/[A-Za-z_$][\w$]{3,}/g)) {
        const chunk = at(from + word.index);
        bigrams(word[0], (pair) => add(chunk, 0, pair));
      }
    } else bigrams(piece, (pair, start) => add(at(from + start), 0, pair));
  };
  let done = 0;
  for (const span of spans) {
    eat(done, span.start, 0);
    eat(span.start, span.end, span.comment || docLines.has(span.start) ? 1 : 2);
    done = span.end;
  }
  eat(done, text.length, 0);
  for (const { name, line: row } of names) {
    const chunk = owner[Math.min(row, lines)]!;
    tokenize(name, (token) => {
      add(chunk, 3, token);
      chunks[chunk]!.lengths[3]++;
    });
  }
  return { chunks, lines, terms };
}

function chunkOf(name: string, kind: Chunk["kind"], startLine: number, endLine: number): Chunk {
  return { name, kind, startLine, endLine, lengths: [0, 0, 0, 0] };
}

function spansOf(text: string, expression: RegExp): Span[] {
  const spans: Span[] = [];
  expression.lastIndex = 0;
  for (let match = expression.exec(text); match !== null; match = expression.exec(text)) {
    if (match[0] === "") {
      expression.lastIndex++;
      continue;
    }
    spans.push({ start: match.index, end: match.index + match[0].length, comment: match[1] !== undefined });
  }
  return spans;
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let i = text.indexOf("\n"); i >= 0; i = text.indexOf("\n", i + 1)) starts.push(i + 1);
  return starts;
}

interface Work {
  readonly spans: Span[];
  readonly starts: number[];
  readonly chunks: Chunk[];
  readonly owner: Uint16Array;
  readonly names: { name: string; line: number }[];
}

function inSpan(spans: readonly Span[], offset: number): boolean {
  let low = 0;
  let high = spans.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const span = spans[middle]!;
    if (offset < span.start) high = middle - 1;
    else if (offset >= span.end) low = middle + 1;
    else return true;
  }
  return false;
}

function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}

function pythonChunks(text: string, work: Work): void {
  const { spans, starts, chunks, owner, names } = work;
  const lines = starts.length;
  const indents = new Int16Array(lines + 2).fill(-1);
  for (let i = 1; i <= lines; i++) {
    const start = starts[i - 1]!;
    if (inSpan(spans, start)) continue;
    let p = start;
    while (text[p] === " " || text[p] === "\t") p++;
    const char = text[p];
    if (char === undefined || char === "\n" || char === "\r" || char === "#" || ")]}".includes(char)) continue;
    indents[i] = p - start;
  }
  const open: { indent: number; name: string; function: boolean }[] = [];
  for (const match of text.matchAll(PY_DEF)) {
    if (inSpan(spans, match.index + match[1]!.length)) continue;
    const indent = match[1]!.length;
    let start = lineAt(starts, match.index);
    let end = start;
    for (let i = start + 1; i <= lines; i++) {
      if (indents[i]! >= 0 && indents[i]! <= indent && !signatureContinues(text, starts, start, i)) break;
      end = i;
    }
    while (open.length > 0 && open.at(-1)!.indent >= indent) open.pop();
    const inside = open.some((entry) => entry.function);
    const name = [...open.map((entry) => entry.name), match[3]!].join(".");
    const isFunction = match[2] !== "class";
    open.push({ indent, name: match[3]!, function: isFunction });
    if (inside || chunks.length > 65_000) continue;
    names.push({ name: match[3]!, line: start });
    while (start > 1 && indents[start - 1] === indent && text[starts[start - 2]! + indent] === "@") start--;
    chunks.push(chunkOf(name, isFunction ? "function" : "class", start, end));
    owner.fill(chunks.length - 1, start, end + 1);
  }
  for (const match of text.matchAll(PY_ASSIGN)) {
    const line = lineAt(starts, match.index);
    const kind = chunks[owner[line]!]!.kind;
    if (kind !== "function" && !inSpan(spans, match.index)) names.push({ name: match[2]!, line });
  }
}

/** Whether line `at` still belongs to the head that began at `start`: its parentheses are open. Cheap: only looks at 20 lines. */
function signatureContinues(text: string, starts: readonly number[], start: number, at: number): boolean {
  if (at - start > 20) return false;
  const head = text.slice(starts[start - 1]!, starts[at - 1]!);
  let depth = 0;
  for (const char of head) if ("([{".includes(char)) depth++;
    else if (")]}".includes(char)) depth--;
  return depth > 0;
}

function otherChunks(text: string, work: Work): void {
  const { spans, starts, chunks, owner, names } = work;
  const lines = starts.length;
  for (const match of text.matchAll(C_DEF)) {
    const name = match[2] ?? match[3];
    if (name === undefined || NOT_NAMES.has(name) || chunks.length > 65_000) continue;
    const offset = match.index + match[0].indexOf(name);
    if (inSpan(spans, offset)) continue;
    const line = lineAt(starts, offset);
    const previous = chunks.at(-1)!;
    if (chunks.length > 1) previous.endLine = Math.max(previous.startLine, line - 1);
    const kind = match[1] !== undefined && CLASS_WORDS.has(match[1]) ? "class" : "function";
    chunks.push(chunkOf(name, kind, line, lines));
    owner.fill(chunks.length - 1, line, lines + 1);
    names.push({ name, line });
  }
}

/** Strings that stand alone on a line after a colon or at the top: docstrings. */
function docstringStarts(text: string, spans: readonly Span[]): Set<number> {
  const found = new Set<number>();
  for (const span of spans) {
    if (span.comment) continue;
    let p = span.start - 1;
    while (p >= 0 && (text[p] === " " || text[p] === "\t")) p--;
    if (p >= 0 && text[p] !== "\n") continue;
    while (p >= 0 && /\s/.test(text[p]!)) p--;
    if (p < 0 || text[p] === ":" || /["']{3}/.test(text.slice(span.start, span.start + 4))) found.add(span.start);
  }
  return found;
}
