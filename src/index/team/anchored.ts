import type { Definition, ParsedFile } from "../../syntax/parsed_file.ts";
import { once } from "../../model/once.ts";
import { languageConfig } from "../../syntax/languages.ts";
import { LineTable } from "../../syntax/lines.ts";

/**
 * True if a record from another machine contains only what the text contains at the given positions: every definition
 * starts and ends on its lines and has its name there, and each signature, comment, decorator and name occurs in the
 * text literally. A record that passes may still omit entries or have wrong kinds, but cannot introduce words of its
 * own. Re-exports under other names are not checked, because only names of definitions are displayed.
 */
export function isAnchored(parsed: ParsedFile, text: string): boolean {
  const anchors = new Anchors(text);
  const checks = Object.values(CHECKS);
  return isLanguage(parsed.language) && parsed.lines === anchors.lines.count &&
    checks.every((holds) => holds(parsed, anchors));
}

/**
 * Verifies a record from another machine lazily: each of its lists is empty unless it passes the check of
 * {@link isAnchored}. The file is read on first access, because for most records only the imports are accessed.
 *
 * @param file content of the file; undefined if it cannot be read
 */
export function verifiedRecord(parsed: ParsedFile, file: () => Anchors | undefined): ParsedFile {
  const check = (name: keyof typeof CHECKS): () => boolean =>
    once(() => {
      const anchors = file();
      return anchors !== undefined && CHECKS[name](parsed, anchors);
    });
  const [module, definitions, references] = [check("module"), check("definitions"), check("references")];
  const [imports, heritage, hints] = [check("imports"), check("heritage"), check("hints")];
  // These lists refer to definitions by index.
  const list = <T>(holds: () => boolean, values: () => readonly T[]): readonly T[] =>
    definitions() && holds() ? values() : [];
  return {
    language: isLanguage(parsed.language) ? parsed.language : "",
    get lines() {
      return file()?.lines.count ?? 0;
    },
    get module() {
      return module() ? parsed.module : "";
    },
    get definitions() {
      return definitions() ? parsed.definitions : [];
    },
    get references() {
      return list(references, () => parsed.references);
    },
    get imports() {
      return imports() ? parsed.imports : [];
    },
    get exports() {
      return parsed.exports;
    },
    get heritage() {
      return list(heritage, () => parsed.heritage);
    },
    get hints() {
      return list(hints, () => parsed.hints);
    },
    get gaps() {
      return parsed.gaps.filter((gap) => GAPS.test(gap));
    },
  };
}

/** Check of each list. */
const CHECKS = {
  module: ({ module }: ParsedFile, anchors: Anchors) => anchors.has(module),
  definitions: ({ definitions }: ParsedFile, anchors: Anchors) =>
    definitions.every((definition, at) => anchors.hasDefinition(definition, at)),
  references: ({ references }: ParsedFile, anchors: Anchors) =>
    references.every(({ name, receiver, line }) =>
      anchors.hasWords(name) && anchors.hasWords(receiver) && line >= 1 && line <= anchors.lines.count
    ),
  imports: ({ imports }: ParsedFile, anchors: Anchors) =>
    imports.every(({ module, names }) => anchors.has(module) && names.every(anchors.hasPair)),
  heritage: ({ heritage }: ParsedFile, anchors: Anchors) =>
    heritage.every(({ base }) => anchors.hasWords(base)),
  hints: ({ hints }: ParsedFile, anchors: Anchors) =>
    hints.every(({ name, type }) => anchors.hasWords(name) && anchors.hasWords(type)),
  gaps: ({ gaps }: ParsedFile) => gaps.every((gap) => GAPS.test(gap)),
} as const satisfies Record<string, (parsed: ParsedFile, anchors: Anchors) => boolean>;

function isLanguage(language: string): boolean {
  return language === "" || languageConfig(language) !== undefined;
}

/** Parser messages about text it could not parse. */
const GAPS =
  /^(?:parse errors(?: near line \d+(?:, \d+){0,2}(?: and \d+ more)?)?|outlined only: no grammar|not parsed: no grammar)$/;

/** Words added to records by the parser itself. */
const OWN_WORDS: ReadonlySet<string> = new Set(["default", "constructor", "self", "this", "super"]);

/**
 * Search window for a definition's signature and comments: this multiple of their length, plus {@link HEAD_MORE}
 * characters.
 */
const HEAD_TIMES = 3;
const HEAD_MORE = 400;

/** Cached lookups of words and lines in one text. */
export class Anchors {
  readonly lines: LineTable;
  readonly #text: string;
  /** Values already found; a name occurs many times in a record. */
  readonly #found = new Set<string>([""]);
  #letters: string | undefined;
  #words: Set<string> | undefined;

  constructor(text: string) {
    this.#text = text;
    this.lines = LineTable.of(text);
  }

  /** True if the value, or each word of it, occurs in the text. */
  has(value: string): boolean {
    return this.#found.has(value) || this.#text.includes(value) || this.hasWords(value);
  }

  /** True if the lines exist (one-based, inclusive) and the name occurs in them. */
  hasNameBetween(name: string, startLine: number, endLine: number): boolean {
    const { lines } = this;
    if (startLine < 1 || startLine > endLine || endLine > lines.count) return false;
    return this.#hasName(name, lines.startOf(startLine), lines.startOf(endLine + 1));
  }

  /** True if a definition, at index `at` of a record, contains only what the text contains. */
  hasDefinition(definition: Definition, at: number): boolean {
    const { name, startIndex, endIndex, startLine, endLine, docStartLine, parent } = definition;
    const { lines } = this;
    return startIndex >= 0 && startIndex < endIndex && endIndex <= this.#text.length && parent < at &&
      lines.lineAt(startIndex) === startLine && lines.lineAt(endIndex - 1) === endLine &&
      docStartLine >= 1 && docStartLine <= startLine &&
      this.#hasName(name, startIndex, endIndex) && this.hasWords(definition.qualifiedName) &&
      this.#hasHead(definition);
  }

  /** Searches near the definition first: a search of the whole text takes as long as all other checks. */
  #hasHead({ signature, doc, decorators, docStartLine, startIndex, endIndex }: Definition): boolean {
    const end = Math.min(endIndex, startIndex + HEAD_TIMES * (signature.length + doc.length) + HEAD_MORE);
    const near = this.#text.slice(this.lines.startOf(docStartLine), end);
    let letters: string | undefined;
    const isNear = (value: string): boolean =>
      near.includes(value) || (letters ??= lettersOf(near)).includes(lettersOf(value));
    const holds = (value: string): boolean => isNear(value) || this.#hasLetters(value);
    return holds(signature) && holds(doc) && decorators.every(holds);
  }

  readonly hasPair = ({ name, alias }: { readonly name: string; readonly alias: string }): boolean =>
    this.has(name) && this.has(alias);

  /** True if each word of the value is a word of the text. */
  hasWords(value: string): boolean {
    if (this.#found.has(value)) return true;
    const words = this.#words ??= new Set(wordsIn(this.#text));
    const isThere = (word: string): boolean =>
      words.has(word) || OWN_WORDS.has(word) || this.#hasLetters(word);
    const isFound = words.has(value) || wordsIn(value).every(isThere);
    if (isFound) this.#found.add(value);
    return isFound;
  }

  #hasName(name: string, start: number, end: number): boolean {
    const found = this.#text.indexOf(name, start);
    return (found >= 0 && found + name.length <= end) || OWN_WORDS.has(name) || this.#hasLetters(name);
  }

  /** True if the value occurs in the text in sequence, ignoring blanks and ASCII punctuation. */
  #hasLetters(value: string): boolean {
    if (value === "" || this.#text.includes(value)) return true;
    return (this.#letters ??= lettersOf(this.#text)).includes(lettersOf(value));
  }
}

/** Words of a text: all but blanks, ASCII punctuation and numbers, which call chains use for scopes. */
function wordsIn(text: string): readonly string[] {
  return text.match(/[^\s!-@[-^`{-~][^\s!-/:-@[-^`{-~]*/g) ?? [];
}

/** A text without blanks and ASCII punctuation. */
function lettersOf(text: string): string {
  return text.replace(/[\s!-/:-@[-`{-~]+/g, "");
}
