import { remember } from "../../model/memo.ts";
import type { CodeGraph } from "../../graph/edges.ts";
import type { TextPosition, TextRange } from "../../model/navigation.ts";
import type { RepositoryFiles } from "../../model/calls.ts";
import { CALLABLE } from "../../syntax/class_kinds.ts";
import { LineTable } from "../../syntax/lines.ts";
import type { Definition } from "../../syntax/parsed_file.ts";

/** A text by lines; the columns are UTF-16 units. */
export class TextLines {
  readonly #table: LineTable;

  constructor(readonly text: string) {
    this.#table = LineTable.of(text);
  }

  /** The text of a line (zero-based) without its end; "" when there is none. */
  line(number: number): string {
    const [start, end] = [this.#table.startOf(number + 1), this.#table.startOf(number + 2)];
    return this.text.slice(start, end).replace(/[\r\n]+$/, "");
  }

  positionAt(offset: number): TextPosition {
    const line = this.#table.lineAt(offset);
    return { line: line - 1, character: offset - this.#table.startOf(line) };
  }

  /** Both offsets in UTF-16 units; the end is exclusive. */
  rangeOf(start: number, end: number): TextRange {
    return { start: this.positionAt(start), end: this.positionAt(end) };
  }
}

/** The texts that positions are counted in: what the editor holds, else the files. */
export class Texts {
  readonly #lines = new Map<string, TextLines>();

  /** @param open texts by path */
  constructor(private readonly files: RepositoryFiles, private readonly open: ReadonlyMap<string, string>) {}

  /** Empty for a file that may not or cannot be read. */
  of(path: string): TextLines {
    return remember(this.#lines, path, () => new TextLines(this.open.get(path) ?? this.#read(path)));
  }

  #read(path: string): string {
    const content = this.files.read(path);
    return content.ok ? content.text : "";
  }
}

/** Graph and texts of a question. */
export interface NavigationView {
  readonly graph: CodeGraph;
  readonly texts: Texts;
}

/** One name in a line. */
export interface Word {
  readonly text: string;
  /** Column of its first character. */
  readonly start: number;
  /** Column behind its last one. */
  readonly end: number;
}

const NAME = /#?[\p{L}\p{Nl}_$][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}$\u200c\u200d]*/gu;

/** The names in a line, from left to right; a private name of JavaScript with its `#`. */
export function wordsOf(line: string): Word[] {
  return [...line.matchAll(NAME)].map(({ 0: text, index }) => ({
    text,
    start: index,
    end: index + text.length,
  }));
}

/** True if a word of a text is spelled like a name of the parser: `$count` is `count`, `empty` may be `empty?`. */
export function isSpelled(word: string, name: string): boolean {
  const plain = word.replace(/^\$/, "");
  return word === name || plain === name.replace(/^[$@]+/, "").replace(/[?!=]$/, "");
}

/** Range of a definition's name; its first character if the name is not written out. */
export function nameRangeOf(definition: Definition, lines: TextLines): TextRange {
  const { startIndex, endIndex, name } = definition;
  const start = lines.positionAt(startIndex);
  const last = Math.min(lines.positionAt(endIndex).line, start.line + LONGEST_HEAD);
  const spelled: { readonly number: number; readonly line: string; readonly words: readonly Word[] }[] = [];
  for (let number = start.line; number <= last; number++) {
    const line = lines.line(number);
    const from = number === start.line ? start.character : 0;
    const words = namesIn(line, name).filter((word) => word.start >= from);
    const declared = words.find((word) => DECLARING.test(line.slice(0, word.start)));
    if (declared) return inLine(number, declared);
    if (words.length > 0 && (!DECORATOR.test(line) || number === last)) spelled.push({ number, line, words });
  }
  const first = spelled[0];
  const called = first?.words.find(({ end }) => CALLED.test(first.line.slice(end)));
  const word = (CALLABLE.has(definition.kind) ? called : undefined) ?? first?.words[0];
  return first && word ? inLine(first.number, word) : { start, end: start };
}

/** Lines of decorators and of types before a name. */
const LONGEST_HEAD = 200;

/** Keywords before a name in most languages. */
const DECLARING =
  /(?:^|[^\w.])(?:def|fn|func|fun|function|sub|class|struct|interface|trait|enum|module|object|type|record)\s+$/;

/** A line that begins with a decorator, an annotation or an attribute. */
const DECORATOR = /^\s*(?:@\w|#\[|\[\w+[\](])/;

/** Parameters behind a name. */
const CALLED = /^[?!=]?\s*(?:<[^>]*>)?\s*\(/;

/** Places of a name in a line; a name of punctuation, such as `operator[]`, is searched literally. */
function namesIn(line: string, name: string): readonly Word[] {
  const words = wordsOf(line).filter(({ text }) => isSpelled(text, name));
  const at = words.length > 0 || /^[\p{L}\p{Nd}_$]*$/u.test(name) ? -1 : line.indexOf(name);
  return at < 0 ? words : [{ text: name, start: at, end: at + name.length }];
}

/** The range of a word in a line, zero-based. */
export function inLine(line: number, { start, end }: Word): TextRange {
  return { start: { line, character: start }, end: { line, character: end } };
}

/** True if a position is in a range or directly after it. */
export function isIn({ line, character }: TextPosition, { start, end }: TextRange): boolean {
  const isBehindStart = line > start.line || line === start.line && character >= start.character;
  return isBehindStart && (line < end.line || line === end.line && character <= end.character);
}
