import { LineTable } from "./lines.ts";
import type { Definition, ParsedFile } from "./parsed_file.ts";

/**
 * Headers that a machine wrote from a description of registers or of pins: thousands of lines `#define NAME value` and
 * nothing else. Their names are definitions like all others; no grammar is needed to read them.
 */

const LANGUAGES: ReadonlySet<string> = new Set(["c", "cpp"]);
/** Fewer are written by hand. */
const FEWEST = 200;
/** Of the lines of code that is the least share of directives. */
const SHARE = 0.98;

const DEFINE = /^[ \t]*#[ \t]*define[ \t]+(\w+)(\([^)\n]*\))?[ \t]+\S/;
const DIRECTIVE = /^[ \t]*#/;
const NOT_CODE = /^\s*(?:$|\/\/|\/\*|\*)/;

/** The record of a table of macros; undefined for every other text. */
export function parseMacroTable(text: string, language: string): ParsedFile | undefined {
  if (!LANGUAGES.has(language) || !isLong(text)) return undefined;
  const lines = LineTable.of(text);
  const definitions: Definition[] = [];
  let [code, other] = [0, 0];
  for (let line = 1; line <= lines.count; line++) {
    const startIndex = lines.startOf(line);
    const first = text.slice(startIndex, lines.startOf(line + 1)).trimEnd();
    if (NOT_CODE.test(first)) continue;
    code++;
    if (!DIRECTIVE.test(first)) {
      other++;
      continue;
    }
    const startLine = line;
    while (line < lines.count && endsOpen(text, lines.startOf(line + 1))) line++;
    const [, name, parameters = ""] = DEFINE.exec(first) ?? [];
    if (name === undefined) continue;
    definitions.push({
      name,
      qualifiedName: name,
      kind: parameters === "" ? "constant" : "macro",
      startLine,
      endLine: line,
      docStartLine: startLine,
      startIndex,
      endIndex: lines.startOf(line + 1),
      parent: -1,
      signature: `#define ${name}${parameters}`.slice(0, 200),
      doc: "",
      exported: true,
      decorators: [],
    });
  }
  if (definitions.length < FEWEST || other > code * (1 - SHARE)) return undefined;
  return {
    language,
    lines: lines.count,
    module: "",
    definitions,
    references: [],
    imports: [],
    exports: [],
    heritage: [],
    hints: [],
    gaps: [],
  };
}

/** Whether so many lines begin with a directive that a closer look is worth it. */
function isLong(text: string): boolean {
  let found = 0;
  for (let at = text.indexOf("\n#define"); at >= 0; at = text.indexOf("\n#define", at + 8)) {
    if (++found === FEWEST) return true;
  }
  return false;
}

/** Whether the line before an offset ends in a backslash. */
function endsOpen(text: string, offset: number): boolean {
  return text[offset - 2] === "\\" || (text[offset - 2] === "\r" && text[offset - 3] === "\\");
}
