import { LineTable } from "./lines.ts";
import { type Definition, emptyRecord, type ParsedFile } from "./parsed_file.ts";

/**
 * Generated headers of register or pin descriptions: thousands of lines `#define NAME value` and nothing else. Their
 * names are definitions; parsing them needs no grammar.
 */

const LANGUAGES: ReadonlySet<string> = new Set(["c", "cpp"]);
/** Minimum number of directives; handwritten headers have fewer. */
const FEWEST = 200;
/** Minimum share of directives among code lines. */
const SHARE = 0.98;

const DEFINE = /^[ \t]*#[ \t]*define[ \t]+(\w+)(\([^)\n]*\))?[ \t]+\S/;
const DIRECTIVE = /^[ \t]*#/;
const NOT_CODE = /^\s*(?:$|\/\/|\/\*|\*)/;

/** The record of a macro table; undefined for any other text. */
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
    const isOpen = (at: number): boolean =>
      text.slice(lines.startOf(at), lines.startOf(at + 1)).trimEnd().endsWith("\\");
    while (line < lines.count && isOpen(line)) line++;
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
  return { ...emptyRecord(language, lines.count), definitions };
}

/** Quick check for the minimum number of directives. */
function isLong(text: string): boolean {
  let found = 0;
  for (let at = text.indexOf("\n#define"); at >= 0; at = text.indexOf("\n#define", at + 8)) {
    if (++found === FEWEST) return true;
  }
  return false;
}
