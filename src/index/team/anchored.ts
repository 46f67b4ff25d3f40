import type { Definition, ParsedFile } from "../../syntax/parsed_file.ts";
import { languageConfig } from "../../syntax/languages.ts";
import { LineTable } from "../../syntax/lines.ts";

/**
 * Whether a record that another machine made says nothing but what stands in the text, where it says it stands: every
 * definition begins and ends on its lines and has its name there, and each signature, comment, decorator and name occurs in
 * the text letter by letter. A record that passes may still leave something out or call it by the wrong kind; it cannot
 * bring in a word of its own. What it hands on under other names is not checked: only names of definitions are shown.
 */
export function isAnchored(parsed: ParsedFile, text: string): boolean {
  const anchors = new Anchors(text);
  return (parsed.language === "" || languageConfig(parsed.language) !== undefined) &&
    parsed.lines === anchors.lines.count &&
    parsed.definitions.every((definition, at) => anchors.hasDefinition(definition, at)) &&
    parsed.references.every(({ name, receiver, line }) =>
      anchors.hasWords(name) && anchors.hasWords(receiver) && line >= 1 && line <= parsed.lines
    ) &&
    parsed.imports.every(({ module, names }) => anchors.hasWords(module) && names.every(anchors.hasPair)) &&
    parsed.heritage.every(({ base }) => anchors.hasWords(base)) &&
    parsed.hints.every(({ name, type }) => anchors.hasWords(name) && anchors.hasWords(type)) &&
    anchors.hasWords(parsed.module) &&
    parsed.gaps.every((gap) => GAPS.test(gap));
}

/** What the parser says of what it could not read. */
const GAPS =
  /^(?:parse errors(?: near line \d+(?:, \d+){0,2}(?: and \d+ more)?)?|outlined only: no grammar|not parsed: no grammar)$/;

/** Words that the parser itself puts into records. */
const OWN_WORDS: ReadonlySet<string> = new Set(["default", "constructor", "self", "this", "super"]);

/** What stands in a text, asked for again and again. */
export class Anchors {
  readonly lines: LineTable;
  readonly #text: string;
  readonly #isAscii: boolean;
  /** What was found before: a name stands in many places of a record. */
  readonly #found = new Set<string>([""]);
  #letters: string | undefined;
  #words: Set<string> | undefined;

  constructor(text: string) {
    this.#text = text;
    this.#isAscii = /^[\0-\x7f]*$/.test(text);
    this.lines = LineTable.of(text);
  }

  /** Whether all of it stands in the text as it is, or each word of it does. */
  has(value: string): boolean {
    return this.#found.has(value) || this.#text.includes(value) || this.hasWords(value);
  }

  /** Whether there are such lines, one-based and inclusive, with a name that is defined between them. */
  hasNameBetween(name: string, startLine: number, endLine: number): boolean {
    const { lines } = this;
    if (startLine < 1 || startLine > endLine || endLine > lines.count) return false;
    return this.#hasName(name, lines.startOf(startLine), lines.startOf(endLine + 1));
  }

  /** Whether a definition, number `at` of a record, says nothing but what stands here. */
  hasDefinition(definition: Definition, at: number): boolean {
    const { name, startIndex, endIndex, startLine, endLine, docStartLine, parent } = definition;
    const { lines } = this;
    return startIndex >= 0 && startIndex < endIndex && endIndex <= this.#text.length && parent < at &&
      lines.lineAt(startIndex) === startLine && lines.lineAt(endIndex - 1) === endLine &&
      docStartLine >= 1 && docStartLine <= startLine &&
      this.#hasName(name, startIndex, endIndex) && this.hasWords(definition.qualifiedName) &&
      this.#hasLetters(definition.signature) && this.#hasLetters(definition.doc) &&
      definition.decorators.every((decorator) => this.#hasLetters(decorator));
  }

  readonly hasPair = ({ name, alias }: { readonly name: string; readonly alias: string }): boolean =>
    this.hasWords(name) && this.hasWords(alias);

  /** Whether each word of it is one of the text. */
  hasWords(value: string): boolean {
    if (this.#found.has(value)) return true;
    const words = this.#words ??= new Set(this.#wordsIn(this.#text));
    const isThere = (word: string): boolean =>
      words.has(word) || OWN_WORDS.has(word) || this.#hasLetters(word);
    const isFound = words.has(value) || this.#wordsIn(value).every(isThere);
    if (isFound) this.#found.add(value);
    return isFound;
  }

  #hasName(name: string, start: number, end: number): boolean {
    const found = this.#text.indexOf(name, start);
    return (found >= 0 && found + name.length <= end) || OWN_WORDS.has(name) || this.#hasLetters(name);
  }

  /** Whether its letters and digits stand in the text in a row, whatever is between them. */
  #hasLetters(value: string): boolean {
    if (value === "" || this.#text.includes(value)) return true;
    const letters = this.#lettersOf(value);
    return letters === "" || (this.#letters ??= this.#lettersOf(this.#text)).includes(letters);
  }

  /** Numbers are no words: chains name the scope they stand in. */
  #wordsIn(text: string): readonly string[] {
    return text.match(this.#isAscii ? /[A-Za-z_]\w*/g : /[\p{L}_][\p{L}\p{N}_]*/gu) ?? [];
  }

  #lettersOf(text: string): string {
    return text.replace(this.#isAscii ? /[^A-Za-z0-9]+/g : /[^\p{L}\p{N}]+/gu, "");
  }
}
