import { cleanComment } from "./docs.ts";
import type { OutlineConfig } from "./language_config.ts";
import type { LineTable } from "./lines.ts";
import type { Definition, DefinitionKind } from "./parsed_file.ts";
import { oneLine } from "./source.ts";
import { onceEach } from "../model/once.ts";

/**
 * The definitions of a file in a language without a grammar, by line patterns: names, kinds, ranges and comments, but
 * no uses.
 */
export function outline(text: string, lines: LineTable, config: OutlineConfig): Definition[] {
  const page = new Page(text, lines, config.end);
  const patterns = compiled(config);
  const found: Definition[] = [];
  const open: number[] = [];
  for (let number = 1; number <= lines.count && found.length < MOST; number++) {
    const line = page.line(number);
    if (line.length > LONGEST || line === "") continue;
    for (const pattern of patterns) {
      const name = pattern.line.exec(line)?.[1];
      if (name === undefined) continue;
      while (open.length > 0 && found[open[open.length - 1]!]!.endLine < number) open.pop();
      const parent = open[open.length - 1] ?? -1;
      const index = found.push(page.define(number, name, pattern.kind, parent, found[parent])) - 1;
      if (TYPES.has(pattern.kind) || pattern.kind === "module") open.push(index);
      break;
    }
  }
  return found;
}

type Pattern = { readonly kind: DefinitionKind; readonly line: RegExp };

const compiled = onceEach((config: OutlineConfig): readonly Pattern[] =>
  config.patterns.map(({ kind, line }) => ({ kind, line: new RegExp(line, "u") }))
);

/** Limits for hostile files: maximum line length in characters. */
const LONGEST = 400;
/** Maximum number of definitions per file. */
const MOST = 5000;

const TYPES: ReadonlySet<DefinitionKind> = new Set(["class", "struct", "interface", "trait", "enum"]);

class Page {
  /** See {@link matchBraces}; computed on demand. */
  private blockEnds: Int32Array | undefined;

  constructor(
    private readonly text: string,
    private readonly lines: LineTable,
    private readonly end: OutlineConfig["end"],
  ) {}

  line(number: number): string {
    return this.text.slice(this.lines.startOf(number), this.lines.startOf(number + 1)).trimEnd();
  }

  define(
    startLine: number,
    name: string,
    kind: DefinitionKind,
    parent: number,
    owner: Definition | undefined,
  ): Definition {
    const endLine = this.endOf(startLine);
    const docStartLine = this.docStart(startLine);
    const isMember = owner !== undefined && TYPES.has(owner.kind);
    const doc = Array.from({ length: startLine - docStartLine }, (_, at) => this.line(docStartLine + at));
    return {
      name,
      qualifiedName: owner === undefined ? name : `${owner.qualifiedName}.${name}`,
      kind: isMember && kind === "function" ? "method" : isMember && kind === "variable" ? "field" : kind,
      startLine,
      endLine,
      docStartLine,
      startIndex: this.lines.startOf(startLine),
      endIndex: this.lines.startOf(endLine) + this.line(endLine).length,
      parent,
      signature: oneLine(this.line(startLine), 200).replace(/\s*(?:[{=]|\bdo|\bwhere)$/, ""),
      doc: cleanComment(doc.join("\n")),
      exported: !name.startsWith("_"),
      decorators: [],
    };
  }

  private endOf(start: number): number {
    if (this.end === "braces") return (this.blockEnds ??= matchBraces(this.text, this.lines))[start] || start;
    const depth = indentation(this.line(start));
    let last = start;
    for (let number = start + 1; number <= this.lines.count; number++) {
      const line = this.line(number);
      if (line === "") continue;
      if (indentation(line) <= depth) return /^\s*(?:end|\}|\))/.test(line) ? number : last;
      last = number;
    }
    return last;
  }

  private docStart(startLine: number): number {
    let first = startLine;
    while (first > 1 && /^\s*(?:\/\/|\/\*|\*|--|#(?!\w)|;;|%%|@\w+(?:\(.*\))?$)/.test(this.line(first - 1))) {
      first--;
    }
    return first;
  }
}

const indentation = (line: string): number => line.length - line.trimStart().length;

/** A string within a line. */
const STRING = /"(?:[^"\\\n]|\\.)*"/y;

/** By line: the last line of the widest block that opens on it, 0 if none does. Skips strings within a line. */
function matchBraces(text: string, lines: LineTable): Int32Array {
  const ends = new Int32Array(lines.count + 1);
  const open: number[] = [];
  let line = 1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10) line++;
    else if (code === 123) open.push(line);
    else if (code === 125) {
      const start = open.pop();
      if (start !== undefined) ends[start] = line;
    } else if (code === 34) {
      STRING.lastIndex = at;
      if (STRING.test(text)) at = STRING.lastIndex - 1;
    } else if (code === 47 && text.charCodeAt(at + 1) === 47) at = lineEnd(text, at) - 1;
  }
  return ends;
}

function lineEnd(text: string, from: number): number {
  const at = text.indexOf("\n", from);
  return at < 0 ? text.length : at;
}
