import { Language, Parser } from "web-tree-sitter";
import { extract } from "./extract.ts";
import { flattenByCursor, FlatTree } from "./flat_tree.ts";
import { compileTables, type LanguageTables } from "./language_tables.ts";
import { type LanguageId, nodeTables } from "./languages.ts";
import { LineTable } from "./lines.ts";
import type { ParsedFile } from "./parsed_file.ts";
import { deepestNesting } from "./nesting.ts";
import { type ParserCore, startCore } from "./parser_core.ts";
import { TreeMemory } from "./tree_memory.ts";

/** The bytes of the WebAssembly files, which code in a jail cannot load itself. */
export interface ParserAssets {
  /** The parser itself. */
  readonly core: Uint8Array;
  /** The grammar of a language; undefined when there is none. Asked at most once per language. */
  grammar(language: LanguageId): Uint8Array | undefined;
}

/** Limits of one parse. */
export interface ParserOptions {
  /** Milliseconds after which a file is given up; default 250. */
  readonly timeoutMs?: number;
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
}

/** Starts the parser; grammars are loaded when a file of their language comes first. */
export async function createParser(assets: ParserAssets, options: ParserOptions = {}): Promise<FileParser> {
  return new TreeFileParser(assets, await startCore(assets.core), options.timeoutMs ?? 250);
}

interface Grammar {
  readonly language: Language;
  readonly tables: LanguageTables;
  /** Whether the parser's memory may be read directly. */
  readonly isMemoryReadable: boolean;
}

class TreeFileParser implements FileParser {
  isBroken = false;
  private readonly grammars = new Map<LanguageId, Grammar | undefined>();
  private readonly trees: TreeMemory;
  private readonly flat = new FlatTree();
  private parser = new Parser();
  private deadline = 0;
  /** Puts the core's memory back to before the current file. */
  private restore: (() => void) | undefined;
  private readonly progress = { progressCallback: (): boolean => performance.now() > this.deadline };

  constructor(
    private readonly assets: ParserAssets,
    private readonly core: ParserCore,
    private readonly timeoutMs: number,
  ) {
    this.trees = new TreeMemory(core.memory);
  }

  parse(text: string, language: LanguageId | undefined): ParsedFile {
    const lines = LineTable.of(text);
    const gap = (reason: string): ParsedFile => unparsed(language, lines, `not parsed: ${reason}`);
    if (this.isBroken) return gap("an earlier file broke the parser");
    try {
      const grammar = language === undefined ? undefined : this.grammar(language);
      if (grammar === undefined) return gap("no grammar");
      if (!this.read(readable(text, lines), grammar)) {
        return gap(`took longer than ${this.timeoutMs} ms`);
      }
      return extract({ text, tree: this.flat, tables: grammar.tables, lines }, language!);
    } catch (error) {
      return gap(this.recover(error));
    }
  }

  /** Parses into `flat`; false when the time was up. */
  private read(text: string, grammar: Grammar): boolean {
    this.parser.setLanguage(grammar.language);
    this.restore = deepestNesting(text) > SAFE_NESTING ? this.core.snapshot() : undefined;
    this.deadline = performance.now() + this.timeoutMs;
    const tree = this.parser.parse(text, null, this.progress);
    if (tree === null) {
      this.parser.reset();
      return false;
    }
    if (grammar.isMemoryReadable) this.trees.flatten(tree, this.flat);
    else flattenByCursor(tree, this.flat);
    tree.delete();
    return true;
  }

  /**
   * After a failure inside of the core; answers what it was. With a copy of its memory nothing is lost. Without one: a
   * parser that met too deep nesting was stopped in the middle of something and is left alone; after anything else the
   * memory of the core cannot be trusted.
   */
  private recover(error: unknown): string {
    const isDepth = error instanceof RangeError;
    this.core.unwind();
    if (this.restore !== undefined) this.restore();
    else if (isDepth) this.parser = new Parser();
    else this.isBroken = true;
    this.restore = undefined;
    return isDepth || !this.isBroken ? "nested too deeply" : "the parser failed";
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
    const module = new WebAssembly.Module(bytes as Uint8Array<ArrayBuffer>);
    const language = Language.loadSync(module);
    return { language, tables: compileTables(language, nodes), isMemoryReadable: this.check(language) };
  }

  /** Compares both ways of reading a tree on a scrap of text that is half wrong in every language. */
  private check(language: Language): boolean {
    this.parser.setLanguage(language);
    this.deadline = performance.now() + this.timeoutMs;
    const tree = this.parser.parse(SCRAP, null, this.progress);
    if (tree === null) this.parser.reset();
    const agrees = tree !== null && this.trees.agreesWithCursor(tree);
    tree?.delete();
    return agrees;
  }
}

/** Nesting beyond this is nothing people write, and what has exhausted the parser's memory or stack. */
const SAFE_NESTING = 300;

/** Lines longer than this are data or minified code, and what the parser is slowest at. */
const LONG_LINE = 20_000;

/** `text` with overlong lines blanked and lone `\r` made `\n`: every offset stays what it was. */
function readable(text: string, lines: LineTable): string {
  const plain = lines.hasLoneReturns ? text.replace(/\r(?!\n)/g, "\n") : text;
  if (plain.length <= LONG_LINE) return plain;
  const parts: string[] = [];
  let kept = 0;
  for (const line of lines.longerThan(LONG_LINE)) {
    const start = lines.startOf(line);
    const end = lines.startOf(line + 1);
    parts.push(plain.slice(kept, start), " ".repeat(end - start - 1), plain.slice(end - 1, end));
    kept = end;
  }
  return kept === 0 ? plain : parts.join("") + plain.slice(kept);
}

const SCRAP =
  "# a\nclass A(B):\n  def f(self, x: int = 1): return g(x).h\n\nfunction k(a) { return new Foo(a, [1, 'b']); }\n";

function unparsed(language: LanguageId | undefined, lines: LineTable, gap: string): ParsedFile {
  return {
    language: language ?? "",
    lines: lines.count,
    module: "",
    definitions: [],
    references: [],
    imports: [],
    heritage: [],
    hints: [],
    gaps: [gap],
  };
}
