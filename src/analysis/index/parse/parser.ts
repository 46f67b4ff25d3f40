import { Language, Parser } from "web-tree-sitter";
import { extract } from "./extract.ts";
import { flattenByCursor, FlatTree } from "./flat_tree.ts";
import { compileTables, type LanguageTables } from "./language_tables.ts";
import { type LanguageId, nodeTables } from "./languages.ts";
import { LineTable } from "./lines.ts";
import type { ParsedFile } from "./parsed_file.ts";
import { type ParserMemory, TreeMemory } from "./tree_memory.ts";

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

/** Reads files one after the other. Not for use by several threads. */
export interface FileParser {
  /** The record of one file. Never throws: what cannot be read is named in `gaps`. */
  parse(text: string, language: LanguageId | undefined): ParsedFile;
}

/** Starts the parser; grammars are loaded when a file of their language comes first. */
export async function createParser(assets: ParserAssets, options: ParserOptions = {}): Promise<FileParser> {
  const memory = await startCore(assets.core);
  return new TreeFileParser(assets, memory, options.timeoutMs ?? 250);
}

interface Grammar {
  readonly language: Language;
  readonly tables: LanguageTables;
  /** Whether the parser's memory may be read directly. */
  readonly isMemoryReadable: boolean;
}

class TreeFileParser implements FileParser {
  private readonly grammars = new Map<LanguageId, Grammar | undefined>();
  private readonly trees: TreeMemory;
  private readonly flat = new FlatTree();
  private parser = new Parser();
  private deadline = 0;
  private readonly progress = { progressCallback: (): boolean => performance.now() > this.deadline };

  constructor(
    private readonly assets: ParserAssets,
    memory: ParserMemory,
    private readonly timeoutMs: number,
  ) {
    this.trees = new TreeMemory(memory);
  }

  parse(text: string, language: LanguageId | undefined): ParsedFile {
    const lines = LineTable.of(text);
    const grammar = language === undefined ? undefined : this.grammar(language);
    if (grammar === undefined) return unparsed(language, lines, "not parsed: no grammar");
    try {
      if (!this.read(text, grammar)) {
        return unparsed(language, lines, `not parsed: took longer than ${this.timeoutMs} ms`);
      }
      return extract({ text, tree: this.flat, tables: grammar.tables, lines }, language!);
    } catch (error) {
      this.parser = new Parser();
      return unparsed(
        language,
        lines,
        `not parsed: ${error instanceof Error ? error.name : "parser failed"}`,
      );
    }
  }

  /** Parses into `flat`; false when the time was up. */
  private read(text: string, grammar: Grammar): boolean {
    this.parser.setLanguage(grammar.language);
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

  private grammar(id: LanguageId): Grammar | undefined {
    if (!this.grammars.has(id)) this.grammars.set(id, this.load(id));
    return this.grammars.get(id);
  }

  private load(id: LanguageId): Grammar | undefined {
    const nodes = nodeTables(id);
    const bytes = nodes === undefined ? undefined : this.assets.grammar(id);
    if (nodes === undefined || bytes === undefined) return undefined;
    const language = Language.loadSync(new WebAssembly.Module(bytes as Uint8Array<ArrayBuffer>));
    return { language, tables: compileTables(language, nodes), isMemoryReadable: this.check(language) };
  }

  /** Compares both ways of reading a tree on a scrap of text that is half wrong in every language. */
  private check(language: Language): boolean {
    this.parser.setLanguage(language);
    const tree = this.parser.parse(SCRAP)!;
    const agrees = this.trees.agreesWithCursor(tree);
    tree.delete();
    return agrees;
  }
}

const SCRAP =
  "# a\nclass A(B):\n  def f(self, x: int = 1): return g(x).h\n\nfunction k(a) { return new Foo(a, [1, 'b']); }\n";

let core: Promise<ParserMemory> | undefined;

/** The WebAssembly core is one per process; its options object is where it leaves the views of its memory. */
function startCore(bytes: Uint8Array): Promise<ParserMemory> {
  return core ??= (async () => {
    const options = { wasmBinary: bytes };
    await Parser.init(options as unknown as Parameters<typeof Parser.init>[0]);
    return options as unknown as ParserMemory;
  })();
}

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
