import { Language, Parser, type Tree } from "web-tree-sitter";
import { extract } from "./extract.ts";
import { FlatTree } from "./flat_tree.ts";
import { compileTables, type LanguageTables } from "./language_tables.ts";
import { languageConfig, type LanguageId, nodeTables } from "./languages.ts";
import { LineTable } from "./lines.ts";
import { readable, withoutItemMacros, withoutUnread } from "./masking.ts";
import { onlyEmbedded } from "./embedded.ts";
import { withOneBranch } from "./masking_branches.ts";
import { withoutDeclarationMacros, withoutVoid } from "./masking_c.ts";
import { outline } from "./outline.ts";
import { emptyRecord, type ParsedFile } from "./parsed_file.ts";
import { deepestNesting } from "./nesting.ts";
import { writeOutParseTable } from "./parse_table.ts";
import { type CoreSnapshot, type ParserCore, startCore } from "./parser_core.ts";
import type { Source } from "./source.ts";
import { TreeMemory } from "./tree_memory.ts";

/** The bytes of the WebAssembly files, which sandboxed code cannot load itself. */
export interface ParserAssets {
  /** The parser core. */
  readonly core: Uint8Array;
  /** The grammar of a language; undefined if there is none. Called at most once per language. */
  grammar(language: LanguageId): Uint8Array | undefined;
}

/** Limits of one parse. */
export interface ParserOptions {
  /** Timeout per file in milliseconds, plus five for every 2,000 characters; default 400. */
  readonly timeoutMs?: number;
  /**
   * Returns the processor time of this process in milliseconds. If present, a file is abandoned only after that much
   * processor time, so that results do not depend on the load of the machine. Default: elapsed time.
   */
  readonly worked?: () => number;
}

/** Starts the parser; a grammar is loaded with the first file of its language. */
export async function createParser(assets: ParserAssets, options: ParserOptions = {}): Promise<FileParser> {
  return new FileParser(assets, await startCore(assets.core), options);
}

interface Grammar {
  readonly language: Language;
  readonly tables: LanguageTables;
  /** Number of characters parsed with it. */
  read: number;
}

/** Parses files, one after the other. */
export class FileParser {
  /**
   * True after a hostile file has exhausted or damaged the parser's memory: no later file is parsed. There is one core
   * per thread, so only a new worker helps.
   */
  isBroken = false;
  private readonly grammars = new Map<LanguageId, Grammar | undefined>();
  private readonly trees: TreeMemory;
  private readonly flat = new FlatTree();
  private readonly abandoned: Parser[] = [];
  private parser = new Parser();
  private deadline = 0;
  /** Time limit of the current file in milliseconds. */
  private limit = 0;
  /** Time of the first check of its processor time. */
  private lookAt = 0;
  /** Processor time after which the current file is abandoned; undefined before the first check. */
  private workDeadline: number | undefined;
  /** Size in bytes to which the core's memory may grow before it is copied. */
  private mostMemory = Infinity;
  private readonly timeoutMs: number;
  /** Copy of the core's memory from before the current file, or before its continuation. */
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

  /** The record of one file. Never throws: `gaps` names what cannot be parsed. */
  parse(text: string, language: LanguageId | undefined): ParsedFile {
    const config = language === undefined ? undefined : languageConfig(language);
    if (config?.embedded !== undefined) {
      return this.parse(onlyEmbedded(text, config.embedded), config.embedded.language);
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

  /** The syntax tree of one file, valid until the next call; otherwise the reason as text. Never throws. */
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

  /** Parses into `flat`; returns the reason of a failure, undefined on success. */
  private read(text: string, grammar: Grammar): string | undefined {
    try {
      this.parser.setLanguage(grammar.language);
      this.prepare(grammar, text.length);
      const tree = this.parseGuarded(text);
      if (tree === null) return "took too long";
      this.trees.flatten(tree, this.flat);
      tree.delete();
      return undefined;
    } catch (error) {
      return this.recover(error);
    } finally {
      this.snapshot?.release();
      this.snapshot = undefined;
    }
  }

  /**
   * Expands a grammar's parse table before the text that exceeds {@link MANY} characters: a few files parse faster
   * without.
   */
  private prepare(grammar: Grammar, length: number): void {
    const isFirst = grammar.read < MANY;
    grammar.read += length;
    if (!isFirst || grammar.read < MANY) return;
    writeOutParseTable(this.core.memory, grammar.language, (bytes) => this.core.allocate(bytes));
  }

  /**
   * Recovers after a failure inside the core; returns its description. With a copy of the memory nothing is lost.
   * Without one, a parser that met too deep nesting was interrupted in an undefined state and is abandoned; after any
   * other failure the memory of the core cannot be trusted.
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

  /** The old parser stays referenced, because collecting it would free inconsistent memory. */
  private replaceParser(): void {
    this.abandoned.push(this.parser);
    this.parser = new Parser();
  }

  /**
   * Parses a text; null on timeout. A text that needs more memory, takes long while the memory is already large, or
   * looks dangerous is parsed after copying the core's memory, so that no file can exhaust it before.
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

  /** Starts parsing a text, or continues after a timeout; null on timeout. */
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
        // A damaged grammar affects only its language.
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
    return { language, tables: compileTables(language, nodes), read: 0 };
  }
}

/** Number of characters of a language after which expanding its parse table pays off; it takes about 2 ms. */
const MANY = 500_000;

/** Time for a file of half a megabyte on an idle machine, in milliseconds. */
const QUICK_MS = 80;

/** Size of the core's memory in bytes up to which a file must make it grow several times to exhaust it. */
const ROOMY = 64 << 20;

/**
 * Time into a file after which its processor time is first checked, in milliseconds: the check costs more than parsing
 * a small file. Extends a file's limit by as much.
 */
const LOOK_AFTER_MS = 10;

/**
 * Maximum nesting without a memory copy: people do not write deeper, and deeper nesting has exhausted the parser's
 * memory or stack.
 */
const SAFE_NESTING = 300;

/** The text without macros that hide declarations from the parser. */
function withoutMacros(text: string, language: LanguageId | undefined): string {
  if (language === "rust") return withoutItemMacros(text);
  const unread = language && nodeTables(language)?.unread;
  if (unread) return withoutUnread(text, unread);
  if (language === "csharp") return withOneBranch(text);
  return language === "c" || language === "cpp"
    ? withoutVoid(withoutDeclarationMacros(withOneBranch(text)))
    : text;
}

function unparsed(language: LanguageId | undefined, lines: LineTable, gaps: readonly string[]): ParsedFile {
  return emptyRecord(language ?? "", lines.count, gaps);
}
