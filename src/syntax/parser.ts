import { Language, Parser, type Tree } from "web-tree-sitter";
import { extract } from "./extract.ts";
import { flattenByCursor, FlatTree } from "./flat_tree.ts";
import { compileTables, type LanguageTables } from "./language_tables.ts";
import { languageConfig, type LanguageId, nodeTables } from "./languages.ts";
import { LineTable } from "./lines.ts";
import { onlyInside, readable, withoutItemMacros } from "./masking.ts";
import { withOneBranch } from "./masking_branches.ts";
import { withoutDeclarationMacros, withoutVoid } from "./masking_c.ts";
import { outline } from "./outline.ts";
import { emptyRecord, type ParsedFile } from "./parsed_file.ts";
import { deepestNesting } from "./nesting.ts";
import { writeOutParseTable } from "./parse_table.ts";
import { type CoreSnapshot, type ParserCore, startCore } from "./parser_core.ts";
import type { Source } from "./source.ts";
import { TreeMemory } from "./tree_memory.ts";

/** The bytes of the WebAssembly files, which code in a sandbox cannot load itself. */
export interface ParserAssets {
  /** The parser itself. */
  readonly core: Uint8Array;
  /** The grammar of a language; undefined when there is none. Asked at most once per language. */
  grammar(language: LanguageId): Uint8Array | undefined;
}

/** Limits of one parse. */
export interface ParserOptions {
  /** Milliseconds after which a file is given up, and five more for every 2000 characters; default 400. */
  readonly timeoutMs?: number;
  /**
   * Processor time of this process so far, in milliseconds. With it a file is given up only when that much was really
   * worked: a busy machine does not decide what is known of a file. Default: the clock alone.
   */
  readonly worked?: () => number;
}

/** Reads files one after the other. */
export interface FileParser {
  /**
   * A hostile file has exhausted or damaged the parser's memory: no later file is parsed. There is one core per thread, so
   * only a new worker helps.
   */
  readonly isBroken: boolean;
  /** The record of one file. Never throws: what cannot be read is named in `gaps`. */
  parse(text: string, language: LanguageId | undefined): ParsedFile;
  /** The syntax tree of one file, valid until the next call; the reason when there is none. Never throws. */
  source(text: string, language: LanguageId | undefined): Source | string;
}

/** Starts the parser; grammars are loaded when a file of their language comes first. */
export async function createParser(assets: ParserAssets, options: ParserOptions = {}): Promise<FileParser> {
  return new TreeFileParser(assets, await startCore(assets.core), options);
}

interface Grammar {
  readonly language: Language;
  readonly tables: LanguageTables;
  /** Whether the parser's memory may be read directly. */
  readonly isMemoryReadable: boolean;
  /** Characters that were read with it. */
  read: number;
}

class TreeFileParser implements FileParser {
  isBroken = false;
  private readonly grammars = new Map<LanguageId, Grammar | undefined>();
  private readonly trees: TreeMemory;
  private readonly flat = new FlatTree();
  private readonly abandoned: Parser[] = [];
  private parser = new Parser();
  private deadline = 0;
  /** Milliseconds the current file may take, and when its processor time is looked at first. */
  private limit = 0;
  private lookAt = 0;
  /** Processor time after which the current file may be given up; undefined before the first look at it. */
  private workDeadline: number | undefined;
  /** Bytes to which the core's memory may grow before a copy of it is made. */
  private mostMemory = Infinity;
  private readonly timeoutMs: number;
  /** The core's memory of before the current file, or before the rest of it. */
  private snapshot: CoreSnapshot | undefined;
  private readonly progress = { progressCallback: (): boolean => this.isLate() };

  constructor(
    private readonly assets: ParserAssets,
    private readonly core: ParserCore,
    private readonly options: ParserOptions,
  ) {
    this.timeoutMs = options.timeoutMs ?? 400;
    this.trees = new TreeMemory(core.memory);
  }

  parse(text: string, language: LanguageId | undefined): ParsedFile {
    const config = language === undefined ? undefined : languageConfig(language);
    if (config?.embedded !== undefined) {
      const inside = this.parse(onlyInside(text, config.embedded.tag), config.embedded.language);
      return { ...inside, language: config.id };
    }
    if (config?.outline !== undefined) {
      const lines = LineTable.of(text);
      const outlined = unparsed(language, lines, ["outlined only: no grammar"]);
      return { ...outlined, definitions: outline(text, lines, config.outline) };
    }
    const source = this.source(text, language);
    if (typeof source === "string") return unparsed(language, LineTable.of(text), [source]);
    try {
      return extract(source, language!);
    } catch {
      return unparsed(language, source.lines, ["not parsed: its syntax tree was not understood"]);
    }
  }

  source(text: string, language: LanguageId | undefined): Source | string {
    if (this.isBroken) return "not parsed: an earlier file broke the parser";
    const grammar = language === undefined ? undefined : this.grammar(language);
    if (grammar === undefined) return "not parsed: no grammar";
    const lines = LineTable.of(text);
    const plain = readable(text, lines);
    const failure = this.read(withoutMacros(plain, language), grammar);
    if (failure !== undefined) return `not parsed: ${failure}`;
    return { text, tree: this.flat, tables: grammar.tables, lines };
  }

  /** Parses into `flat`; answers why that was not possible, undefined when it was. */
  private read(text: string, grammar: Grammar): string | undefined {
    try {
      this.parser.setLanguage(grammar.language);
      this.prepare(grammar, text.length);
      const tree = this.parseGuarded(text);
      if (tree === null) return "took too long";
      if (grammar.isMemoryReadable) this.trees.flatten(tree, this.flat);
      else flattenByCursor(tree, this.flat);
      tree.delete();
      return undefined;
    } catch (error) {
      return this.recover(error);
    } finally {
      this.snapshot?.release();
      this.snapshot = undefined;
    }
  }

  /** Writes the tables of a grammar out before the text with which it has read much: a few files are read sooner without. */
  private prepare(grammar: Grammar, length: number): void {
    const isFirst = grammar.read < MANY;
    grammar.read += length;
    if (!isFirst || grammar.read < MANY || !grammar.isMemoryReadable) return;
    writeOutParseTable(this.core.memory, grammar.language, (bytes) => this.core.allocate(bytes));
  }

  /**
   * After a failure inside of the core; answers what it was. With a copy of its memory nothing is lost. Without one: a
   * parser that met too deep nesting was stopped in the middle of something and is left alone; after anything else the
   * memory of the core cannot be trusted.
   */
  private recover(error: unknown): string {
    const isDepth = error instanceof RangeError;
    this.core.unwind();
    if (this.snapshot !== undefined) {
      this.snapshot.restore();
      // In the copy it may be in the middle of the file.
      this.parser.reset();
    } else if (isDepth) this.replaceParser();
    else this.isBroken = true;
    return isDepth || !this.isBroken ? "nested too deeply" : "the parser failed";
  }

  /** The old parser is kept, or collecting it as garbage would free what is in disorder. */
  private replaceParser(): void {
    this.abandoned.push(this.parser);
    this.parser = new Parser();
  }

  /**
   * The tree of a text; null when the time was up. What cannot be read without more memory, takes long while the memory is
   * large already, or looks dangerous is read with a copy of the core's memory at hand: before that no file exhausts it.
   */
  private parseGuarded(text: string): Tree | null {
    const limit = this.timeoutMs + text.length / 400;
    const memory = this.core.memory.HEAPU8.length;
    const first = memory <= ROOMY ? limit : Math.min(limit, QUICK_MS);
    const isSafe = deepestNesting(text) <= SAFE_NESTING;
    let tree: Tree | null = null;
    if (isSafe) {
      this.mostMemory = memory;
      tree = this.parseWithin(text, first);
      this.mostMemory = Infinity;
    }
    const isUp = isSafe && first === limit && this.core.memory.HEAPU8.length === memory;
    if (tree === null && !isUp) {
      this.snapshot = this.core.snapshot();
      tree = this.parseWithin(text, limit);
    }
    if (tree === null) this.parser.reset();
    return tree;
  }

  /** Begins to read a text, or goes on where the time was up; null when it is up again. */
  private parseWithin(text: string, milliseconds: number): Tree | null {
    const now = performance.now();
    this.limit = Math.max(0, milliseconds);
    this.deadline = now + milliseconds;
    this.lookAt = now + Math.min(LOOK_AFTER_MS, milliseconds);
    this.workDeadline = undefined;
    return this.parser.parse(text, null, this.progress);
  }

  private isLate(): boolean {
    if (this.core.memory.HEAPU8.length > this.mostMemory) return true;
    const now = performance.now();
    const { worked } = this.options;
    if (worked && this.workDeadline === undefined && now > this.lookAt) {
      this.workDeadline = worked() + this.limit;
    }
    if (now <= this.deadline) return false;
    return worked === undefined || worked() > this.workDeadline!;
  }

  private grammar(id: LanguageId): Grammar | undefined {
    if (!this.grammars.has(id)) {
      let grammar: Grammar | undefined;
      try {
        grammar = this.load(id);
      } catch {
        // A damaged grammar costs its language, nothing else.
      }
      this.grammars.set(id, grammar);
    }
    return this.grammars.get(id);
  }

  private load(id: LanguageId): Grammar | undefined {
    const nodes = nodeTables(id);
    const bytes = nodes === undefined ? undefined : this.assets.grammar(id);
    if (nodes === undefined || bytes === undefined) return undefined;
    const language = Language.loadSync(new WebAssembly.Module(bytes as Uint8Array<ArrayBuffer>));
    return {
      language,
      tables: compileTables(language, nodes),
      isMemoryReadable: this.check(language),
      read: 0,
    };
  }

  /** Compares both ways of reading a tree on a scrap of text that is half wrong in every language. */
  private check(language: Language): boolean {
    this.parser.setLanguage(language);
    const tree = this.parseWithin(SCRAP, this.timeoutMs);
    const agrees = tree !== null && this.trees.agreesWithCursor(tree);
    tree?.delete();
    return agrees;
  }
}

/** Characters in one language after which it is worth the time to write its tables out: some 2 ms. */
const MANY = 500_000;

/** Milliseconds in which a file of half a megabyte is read on a quiet machine. */
const QUICK_MS = 80;

/** Bytes of the core's memory up to which a file has to make it grow several times before it is exhausted. */
const ROOMY = 64 << 20;

/**
 * Milliseconds into a file after which the processor's time is looked at: that costs more than reading a small file. So
 * much longer a file may take.
 */
const LOOK_AFTER_MS = 10;

/** Nesting beyond this is nothing people write, and what has exhausted the parser's memory or stack. */
const SAFE_NESTING = 300;

const SCRAP =
  "# a\nclass A(B):\n  def f(self, x: int = 1): return g(x).h\n\nfunction k(a) { return new Foo(a, [1, 'b']); }\n";

/** The text without the macros that would hide declarations from the parser. */
function withoutMacros(text: string, language: LanguageId | undefined): string {
  if (language === "rust") return withoutItemMacros(text);
  return language === "c" || language === "cpp"
    ? withoutVoid(withoutDeclarationMacros(withOneBranch(text)))
    : text;
}

function unparsed(language: LanguageId | undefined, lines: LineTable, gaps: readonly string[]): ParsedFile {
  return emptyRecord(language ?? "", lines.count, gaps);
}
