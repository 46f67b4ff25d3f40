import { type Blank, blanked } from "./masking.ts";

/**
 * Handles conditional code of C and C# whose branches each open a bracket (`#ifdef X` `if (a) {` `#else` `if (b) {`
 * `#endif`) or are parts of a statement or declaration: keeps one branch and blanks the directives and the other
 * branches, otherwise nothing after it would be parsed. Offsets and line breaks are unchanged.
 */
export function withOneBranch(text: string): string {
  if (!/^[ \t]*#[ \t]*if/m.test(text)) return text;
  const blanks: Blank[] = [];
  const open: Group[] = [];
  for (let at = 0, end = 0; at <= text.length; at = end + 1) {
    const lineBreak = text.indexOf("\n", at);
    end = lineBreak < 0 ? text.length : lineBreak;
    const word = directiveAt(text, at);
    const group = open.at(-1);
    if (word === "if") {
      open.push({ lines: [{ start: at, end }], branches: [{ start: end + 1, end, balance: 0 }] });
    } else if (word !== undefined && group) {
      group.branches.at(-1)!.end = at;
      group.lines.push({ start: at, end });
      if (word === "el") group.branches.push({ start: end + 1, end, balance: 0 });
      else close(text, open, blanks);
    } else if (group && word === undefined) {
      const line = text.slice(at, end);
      const hasBrace = line.includes("{") || line.includes("}");
      const code = hasBrace ? line.replace(NO_CODE, "") : "";
      group.branches.at(-1)!.balance += code.split("{").length - code.split("}").length;
    }
  }
  return blanked(text, blanks);
}

/** Conditional directive of the line at `at`. */
function directiveAt(text: string, at: number): string | undefined {
  const first = text[at];
  if (first !== "#" && first !== " " && first !== "\t") return undefined;
  DIRECTIVE.lastIndex = at;
  return DIRECTIVE.exec(text)?.[1];
}

/** Strings and comments. */
const NO_CODE = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\/\/.*|\/\*.*?\*\//g;
const DIRECTIVE = /[ \t]*#[ \t]*(if|el|endif)/y;

/** One `#if` with its branches and directive lines. */
interface Group {
  readonly lines: Blank[];
  readonly branches: { readonly start: number; end: number; balance: number }[];
}

function close(text: string, open: Group[], blanks: Blank[]): void {
  const { lines, branches } = open.pop()!;
  // In pre-ANSI C the types of parameters followed their names; the last branch is the modern one.
  const isOldStyle = branches.length > 1 && /^\s*\(/.test(text.slice(branches[0]!.start, branches[0]!.end));
  const kept = isOldStyle ? branches.at(-1)! : branches[0]!;
  const code = (start: number, end: number): string =>
    text.slice(Math.max(0, start), end).replace(NO_CODE, "");
  const after = lines.at(-1)!.end;
  const isPart = OPEN_END.test(code(lines[0]!.start - 200, lines[0]!.start)) ||
    PART_START.test(code(after, after + 200)) ||
    branches.some(({ start, end }) =>
      PART_START.test(code(start, Math.min(end, start + 200))) ||
      OPEN_END.test(code(Math.max(start, end - 200), end))
    );
  if (isOldStyle || isPart || kept.balance !== 0) {
    blanks.push(...lines, ...branches.filter((one) => one !== kept));
  }
  const around = open.at(-1)?.branches.at(-1);
  if (around) around.balance += kept.balance;
}

/** Start of a branch or of the code behind it, end of one or of the code before it, inside of a declaration or statement. */
const PART_START = /^\s*(?:[,.){]|(?:or|and) |&&|\|\||=>|[?:](?!:))/;
const OPEN_END = /(?:[,(=+?]|&&|\|\||=>|\breturn)\s*$/;
