import type { Language, Tree } from "web-tree-sitter";
import type { FlatTree } from "./flat_tree.ts";

/** Memory of the parser's WebAssembly module; the views are replaced when it grows. */
export interface ParserMemory {
  HEAPU8: Uint8Array;
  HEAPU16: Uint16Array;
  HEAPU32: Uint32Array;
}

/**
 * Reads finished syntax trees directly from the parser's memory. The public cursor needs several calls into WebAssembly
 * per node; this needs none.
 *
 * The layouts are those of `Subtree` and `TSLanguage` in the C sources of the pinned web-tree-sitter (32-bit pointers).
 * A test compares it with the public cursor for every grammar.
 */
export class TreeMemory {
  private readonly languages = new Map<number, LanguageTables>();
  private readonly levels: Level[] = [new Level()];

  constructor(private readonly memory: ParserMemory) {}

  /** Replaces the contents of `into` by the named nodes of `tree`. */
  flatten(tree: Tree, into: FlatTree): void {
    const treeAddress = handle(tree);
    const words = this.memory.HEAPU32;
    const root = words[treeAddress >> 2]!;
    into.count = 0;
    into.hasError = words[(root + ERROR_COST) >> 2]! > 0;
    new Walk(this.memory, this.tables(handle(tree.language)), this.levels, into).from(root);
  }

  private tables(address: number): LanguageTables {
    const known = this.languages.get(address);
    if (known !== undefined) return known;
    const made = readTables(this.memory, address);
    this.languages.set(address, made);
    return made;
  }
}

/** A node whose children are being read, named or not. Reused between trees, one per depth. */
class Level {
  /** Handle of the next child; `end` is the end of the children's handles. */
  child = 0;
  end = 0;
  /** Offset of its production's tables; `slot` is that of the next child. */
  production = 0;
  slot = 0;
  /** End of the last child, in bytes. */
  position = 0;
  isFirst = true;
  /** Its own row or {@link HIDDEN}; `parentRow` is the row of the nearest ancestor with one, itself included. */
  row = 0;
  parentRow = 0;
  /** Field of children without one of their own. */
  field = 0;

  /** The last child: start in bytes, row ({@link HIDDEN} or {@link UNNAMED} if none), and field (0: none). */
  start = 0;
  childRow = HIDDEN;
  childField = 0;

  /** Moves past a child. */
  advance(padding: number, size: number): void {
    this.child += SUBTREE_SIZE;
    // The padding before a first child is part of its parent's.
    this.start = this.isFirst ? this.position : this.position + padding;
    this.isFirst = false;
    this.position = this.start + size;
  }
}

/** A preorder walk over a tree. */
class Walk {
  private readonly bytes: Uint8Array;
  private readonly halves: Uint16Array;
  private readonly words: Uint32Array;

  constructor(
    memory: ParserMemory,
    private readonly tables: LanguageTables,
    private readonly levels: Level[],
    private readonly into: FlatTree,
  ) {
    this.bytes = memory.HEAPU8;
    this.halves = memory.HEAPU16;
    this.words = memory.HEAPU32;
  }

  /** @param root address of the root's data */
  from(root: number): void {
    const { words, halves, into, levels, tables } = this;
    const start = words[(root + PADDING_BYTES) >> 2]!;
    const end = start + words[(root + SIZE_BYTES) >> 2]!;
    const type = publicSymbol(tables.symbols, halves[(root + SYMBOL) >> 1]!);
    const row = into.push(type, 0, start >> 1, end >> 1, -1);
    let depth = 0;
    let level = levels[0]!;
    this.open(level, root, start);
    level.row = level.parentRow = row;
    level.field = 0;
    for (;;) {
      if (level.child === level.end) {
        if (level.row >= 0) into.after[level.row] = into.count;
        if (depth-- === 0) return;
        level = levels[depth]!;
      } else if (this.step(level, depth)) level = levels[++depth]!;
    }
  }

  /** Reads the next child; true if it has named descendants, which become the next level. */
  private step(level: Level, depth: number): boolean {
    const { words } = this;
    const handle = level.child >> 2;
    const data = words[handle]!;
    if ((data & INLINE) !== 0) {
      const tail = words[handle + 1]!;
      level.advance((tail >>> 16) & 0xff, tail >>> 24);
      this.record(level, data >> 1, (data >> 8) & 0xff);
      return false;
    }
    level.advance(words[(data + PADDING_BYTES) >> 2]!, words[(data + SIZE_BYTES) >> 2]!);
    this.record(level, this.bytes[data + FLAGS]!, this.halves[(data + SYMBOL) >> 1]!);
    return this.enter(level, data, depth);
  }

  /** Adds a row for the child, if it is visible and named. */
  private record(level: Level, ownFlags: number, ownSymbol: number): void {
    let flags = ownFlags;
    let symbol = ownSymbol;
    level.childField = 0;
    if ((flags & EXTRA) === 0) {
      const alias = this.place(level);
      if (alias !== 0) {
        symbol = alias;
        flags = VISIBLE | (this.tables.named[alias]! * NAMED);
      }
    }
    if ((flags & SHOWN) === SHOWN) level.childRow = this.push(level, symbol);
    else level.childRow = (flags & VISIBLE) === 0 ? HIDDEN : UNNAMED;
  }

  /** Consumes the parent's next slot: records the child's field and returns its alias, 0 if none. */
  private place(level: Level): number {
    const at = level.production + level.slot++;
    level.childField = level.field;
    if (level.production === 0) return 0;
    const field = this.tables.fields[at]!;
    if (field !== 0) level.childField = field;
    return this.tables.aliases[at]!;
  }

  private push({ childField, start, position, parentRow }: Level, symbol: number): number {
    const { into } = this;
    const type = publicSymbol(this.tables.symbols, symbol);
    const row = into.push(type, childField, start >> 1, position >> 1, parentRow);
    into.after[row] = row + 1;
    return row;
  }

  /** Makes the child's children the next level, if any of them can have a row. */
  private enter(
    { start, childRow: row, childField, parentRow }: Level,
    data: number,
    depth: number,
  ): boolean {
    const count = row === HIDDEN ? VISIBLE_CHILD_COUNT : CHILD_COUNT;
    if (row === UNNAMED || this.words[(data + count) >> 2] === 0) return false;
    const below = this.levels[depth + 1] ??= new Level();
    this.open(below, data, start);
    below.row = row;
    below.parentRow = row === HIDDEN ? parentRow : row;
    below.field = row === HIDDEN ? childField : 0;
    return true;
  }

  private open(level: Level, data: number, start: number): void {
    level.end = data;
    level.child = data - this.words[(data + CHILD_COUNT) >> 2]! * SUBTREE_SIZE;
    level.production = this.halves[(data + PRODUCTION) >> 1]! * this.tables.width;
    level.slot = 0;
    level.position = start;
    level.isFirst = true;
  }
}

/** Tables of a language by production and child slot (alias, field), and by symbol (public id, named or not). */
interface LanguageTables {
  /** Number of slots per production. */
  readonly width: number;
  readonly aliases: Uint16Array;
  readonly fields: Uint16Array;
  readonly symbols: Uint16Array;
  readonly named: Uint8Array;
}

function readTables(memory: ParserMemory, language: number): LanguageTables {
  const word = (offset: number): number => memory.HEAPU32[(language + offset) >> 2]!;
  const symbolCount = word(4) + word(8);
  const productionCount = word(28);
  const aliasWidth = memory.HEAPU16[(language + 36) >> 1]!;
  const slices = word(64) >> 1;
  const entries = word(68);
  // Slots after the last alias may have fields.
  let width = Math.max(aliasWidth, 1);
  const eachField = (visit: (production: number, slot: number, field: number) => void): void => {
    if (word(32) === 0) return;
    for (let production = 0; production < productionCount; production++) {
      const first = memory.HEAPU16[slices + production * 2]!;
      const length = memory.HEAPU16[slices + production * 2 + 1]!;
      for (let at = first; at < first + length; at++) {
        const entry = entries + at * 4;
        if (memory.HEAPU8[entry + 3] === 0) {
          visit(production, memory.HEAPU8[entry + 2]!, memory.HEAPU16[entry >> 1]!);
        }
      }
    }
  };
  eachField((_, slot) => width = Math.max(width, slot + 1));
  const aliases = new Uint16Array(productionCount * width);
  const fields = new Uint16Array(productionCount * width);
  const aliasStart = word(84) >> 1;
  for (let production = 1; production < productionCount; production++) {
    for (let slot = 0; slot < aliasWidth; slot++) {
      aliases[production * width + slot] = memory.HEAPU16[aliasStart + production * aliasWidth + slot]!;
    }
  }
  eachField((production, slot, field) => {
    if (fields[production * width + slot] === 0) fields[production * width + slot] = field;
  });
  const symbols = new Uint16Array(symbolCount);
  const named = new Uint8Array(symbolCount);
  for (let symbol = 0; symbol < symbolCount; symbol++) {
    symbols[symbol] = memory.HEAPU16[(word(76) >> 1) + symbol]!;
    named[symbol] = memory.HEAPU8[word(72) + symbol * 3 + 1]!;
  }
  return { width, aliases, fields, symbols, named };
}

/** The address stored by the binding in slot 0 of its objects. */
const handle = (object: Tree | Language): number => (object as unknown as { readonly 0: number })[0];

/** Row value of a node hidden by the grammar: its children count as its parent's. */
const HIDDEN = -1;
/** Row value of an unnamed node, such as a bracket: it has no row and no children. */
const UNNAMED = -2;

// Byte offsets in the C structures; a subtree handle is 8 bytes, its children are directly before its data.
const SUBTREE_SIZE = 8;
const PADDING_BYTES = 4;
const SIZE_BYTES = 16;
const ERROR_COST = 32;
const CHILD_COUNT = 36;
const SYMBOL = 40;
const FLAGS = 44;
const VISIBLE_CHILD_COUNT = 48;
const PRODUCTION = 66;
const INLINE = 1;
const VISIBLE = 1;
const NAMED = 2;
const SHOWN = VISIBLE | NAMED;
const EXTRA = 4;

function publicSymbol(symbols: Uint16Array, symbol: number): number {
  return symbol < symbols.length ? symbols[symbol]! : symbol;
}
