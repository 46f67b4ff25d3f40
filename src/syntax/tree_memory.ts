import type { Language, Tree } from "web-tree-sitter";
import { flattenByCursor, FlatTree } from "./flat_tree.ts";

/** The memory of the parser's WebAssembly module; the views are replaced when it grows. */
export interface ParserMemory {
  HEAPU8: Uint8Array;
  HEAPU16: Uint16Array;
  HEAPU32: Uint32Array;
}

/**
 * Reads finished syntax trees straight out of the parser's memory. A walk through the public cursor pays
 * several calls into WebAssembly for every node; this pays none.
 *
 * The layouts are those of `Subtree` and `TSLanguage` in the C sources of the pinned web-tree-sitter (32-bit
 * pointers). {@link agreesWithCursor} proves them for a grammar before the reader is trusted with it.
 */
export class TreeMemory {
  private readonly languages = new Map<number, LanguageTables>();
  private stack = new Int32Array(FRAME * 256);

  constructor(private readonly memory: ParserMemory) {}

  /** Replaces the contents of `into` by the named nodes of `tree`. */
  flatten(tree: Tree, into: FlatTree): void {
    const treeAddress = handle(tree);
    const words = this.memory.HEAPU32;
    const root = words[treeAddress >> 2]!;
    into.count = 0;
    into.hasError = words[(root + ERROR_COST) >> 2]! > 0;
    this.walk(root, this.tables(handle(tree.language)), into);
  }

  /** Whether both ways of reading give the same rows for `tree`. */
  agreesWithCursor(tree: Tree): boolean {
    const [mine, theirs] = [new FlatTree(), new FlatTree()];
    this.flatten(tree, mine);
    flattenByCursor(tree, theirs);
    if (mine.count !== theirs.count || mine.hasError !== theirs.hasError) return false;
    return COLUMNS.every((column) => {
      for (let row = 0; row < mine.count; row++) if (mine[column][row] !== theirs[column][row]) return false;
      return true;
    });
  }

  private walk(root: number, tables: LanguageTables, into: FlatTree): void {
    const bytes = this.memory.HEAPU8;
    const halves = this.memory.HEAPU16;
    const words = this.memory.HEAPU32;
    const { width, aliases, fields, symbols, named: isNamed } = tables;
    const rootStart = words[(root + PADDING_BYTES) >> 2]!;
    const rootRow = into.push(
      publicSymbol(symbols, halves[(root + SYMBOL) >> 1]!),
      0,
      rootStart >> 1,
      (rootStart + words[(root + SIZE_BYTES) >> 2]!) >> 1,
      -1,
    );
    // One frame per inner node on the way down, hidden ones included.
    let stack = this.stack;
    let top = 0;
    let childCount = words[(root + CHILD_COUNT) >> 2]!;
    let child = root - childCount * SUBTREE_SIZE;
    let childrenEnd = root;
    let production = halves[(root + PRODUCTION) >> 1]! * width;
    let slot = 0;
    let position = rootStart;
    let isFirst = true;
    let parentRow = rootRow;
    let ownRow = rootRow;
    let inheritedField = 0;
    if (childCount === 0) {
      into.after[rootRow] = into.count;
      return;
    }
    for (;;) {
      if (child === childrenEnd) {
        if (ownRow >= 0) into.after[ownRow] = into.count;
        if (top === 0) return;
        top -= FRAME;
        child = stack[top]!;
        childrenEnd = stack[top + 1]!;
        production = stack[top + 2]!;
        slot = stack[top + 3]!;
        position = stack[top + 4]!;
        parentRow = stack[top + 5]!;
        ownRow = stack[top + 6]!;
        inheritedField = stack[top + 7]!;
        isFirst = false;
        continue;
      }
      const head = words[child >> 2]!;
      const isInline = (head & 1) === 1;
      let padding: number, size: number, flags: number, symbol: number;
      if (isInline) {
        flags = head >> 1;
        symbol = (head >> 8) & 0xff;
        const tail = words[(child >> 2) + 1]!;
        padding = (tail >>> 16) & 0xff;
        size = tail >>> 24;
      } else {
        flags = bytes[head + FLAGS]!;
        symbol = halves[(head + SYMBOL) >> 1]!;
        padding = words[(head + PADDING_BYTES) >> 2]!;
        size = words[(head + SIZE_BYTES) >> 2]!;
      }
      child += SUBTREE_SIZE;
      // The padding before a first child is already part of its parent's own.
      if (isFirst) isFirst = false;
      else position += padding;
      const start = position;
      position += size;
      let visible = (flags & VISIBLE) !== 0;
      let named = (flags & NAMED) !== 0;
      let field = 0;
      if ((flags & EXTRA) === 0) {
        if (production !== 0) {
          const alias = aliases[production + slot]!;
          if (alias !== 0) {
            visible = true;
            symbol = alias;
            named = isNamed[alias] === 1;
          }
          field = fields[production + slot]!;
        }
        if (field === 0) field = inheritedField;
        slot++;
      }
      if (visible && !named) continue;
      let row = -1;
      if (visible) {
        row = into.push(publicSymbol(symbols, symbol), field, start >> 1, position >> 1, parentRow);
        into.after[row] = row + 1;
      }
      if (isInline) continue;
      childCount = words[(head + CHILD_COUNT) >> 2]!;
      if (childCount === 0 || (row < 0 && words[(head + VISIBLE_CHILD_COUNT) >> 2] === 0)) continue;
      if (top + FRAME > stack.length) {
        const larger = new Int32Array(stack.length * 2);
        larger.set(stack);
        this.stack = stack = larger;
      }
      stack[top] = child;
      stack[top + 1] = childrenEnd;
      stack[top + 2] = production;
      stack[top + 3] = slot;
      stack[top + 4] = position;
      stack[top + 5] = parentRow;
      stack[top + 6] = ownRow;
      stack[top + 7] = inheritedField;
      top += FRAME;
      childrenEnd = head;
      child = head - childCount * SUBTREE_SIZE;
      production = halves[(head + PRODUCTION) >> 1]! * width;
      slot = 0;
      position = start;
      isFirst = true;
      ownRow = row;
      if (row >= 0) {
        parentRow = row;
        inheritedField = 0;
      } else {
        inheritedField = field;
      }
    }
  }

  private tables(address: number): LanguageTables {
    const known = this.languages.get(address);
    if (known !== undefined) return known;
    const made = readTables(this.memory, address);
    this.languages.set(address, made);
    return made;
  }
}

/** Per production and child slot: the alias and the field; per symbol: its public id and whether it is named. */
interface LanguageTables {
  /** Slots per production. */
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
  // Fields may sit in slots behind the last alias.
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

function publicSymbol(symbols: Uint16Array, symbol: number): number {
  return symbol < symbols.length ? symbols[symbol]! : symbol;
}

/** The address that the binding keeps in slot 0 of its objects. */
function handle(object: Tree | Language): number {
  return (object as unknown as { readonly 0: number })[0];
}

const COLUMNS = ["type", "field", "start", "end", "parent", "after"] as const;

/** Numbers kept per level of the walk. */
const FRAME = 8;

// Offsets in bytes inside the C structures; a subtree handle is 8 bytes, its children lie right before its data.
const SUBTREE_SIZE = 8;
const PADDING_BYTES = 4;
const SIZE_BYTES = 16;
const ERROR_COST = 32;
const CHILD_COUNT = 36;
const SYMBOL = 40;
const FLAGS = 44;
const VISIBLE_CHILD_COUNT = 48;
const PRODUCTION = 66;
const VISIBLE = 1;
const NAMED = 2;
const EXTRA = 4;
