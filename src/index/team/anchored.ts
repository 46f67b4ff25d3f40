import type { Definition, ParsedFile } from "../../syntax/parsed_file.ts";
import { once } from "../../model/once.ts";
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
  const checks = Object.values(CHECKS);
  return isLanguage(parsed.language) && parsed.lines === anchors.lines.count &&
    checks.every((holds) => holds(parsed, anchors));
}

/**
 * A record that another machine made, each of its lists empty unless {@link isAnchored} holds of it. The file is asked for
 * when a list is: most records are asked for their imports alone.
 *
 * @param file what stands in it; undefined where it cannot be read
 */
export function borneOut(parsed: ParsedFile, file: () => Anchors | undefined): ParsedFile {
  const check = (name: keyof typeof CHECKS): () => boolean =>
    once(() => {
      const anchors = file();
      return anchors !== undefined && CHECKS[name](parsed, anchors);
    });
  const [module, definitions, references] = [check("module"), check("definitions"), check("references")];
  const [imports, heritage, hints] = [check("imports"), check("heritage"), check("hints")];
  // These name definitions by their numbers.
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

/** What has to hold of each list. */
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

/** What the parser says of what it could not read. */
const GAPS =
  /^(?:parse errors(?: near line \d+(?:, \d+){0,2}(?: and \d+ more)?)?|outlined only: no grammar|not parsed: no grammar)$/;

/** Words that the parser itself puts into records. */
const OWN_WORDS: ReadonlySet<string> = new Set(["default", "constructor", "self", "this", "super"]);

/** Characters of a definition in which its signature and comments are looked for: so many times theirs, and more. */
const HEAD_TIMES = 3;
const HEAD_MORE = 400;

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
      this.#hasHead(definition);
  }

  /** Looked for where they stand as a rule before all of the text is searched: that takes as long as everything else. */
  #hasHead({ signature, doc, decorators, docStartLine, startIndex, endIndex }: Definition): boolean {
    const end = Math.min(endIndex, startIndex + HEAD_TIMES * (signature.length + doc.length) + HEAD_MORE);
    const near = this.#text.slice(this.lines.startOf(docStartLine), end);
    let letters: string | undefined;
    const isNear = (value: string): boolean =>
      near.includes(value) || (letters ??= this.#lettersOf(near)).includes(this.#lettersOf(value));
    const holds = (value: string): boolean => isNear(value) || this.#hasLetters(value);
    return holds(signature) && holds(doc) && decorators.every(holds);
  }

  readonly hasPair = ({ name, alias }: { readonly name: string; readonly alias: string }): boolean =>
    this.has(name) && this.has(alias);

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
