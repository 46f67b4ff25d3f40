/** Locator of a child: a field id, the negative of a node type id, or one of the constants below. */
export type Locator = number;

/** No child. */
export const NOWHERE: Locator = 0;
/** The first named child of any type. */
export const FIRST_CHILD: Locator = -(1 << 20);
/** The second named child of any type. */
export const SECOND_CHILD: Locator = -(1 << 19);
/** Not a child: the preceding siblings, back to the start of the chain (`a.b` before `(c)`). */
export const CHAIN_BEFORE: Locator = -(1 << 21);

/**
 * The named nodes of a syntax tree in preorder, in parallel columns. The extraction needs only array lookups: no node
 * objects, no calls into the parser. The columns are reused, so a tree is valid only until the next one is read.
 */
export class FlatTree {
  /** Number of valid rows. Row 0 is the root. */
  count = 0;
  /** True if the parser recovered from a syntax error. */
  hasError = false;
  /** Node type id of the grammar; 65535 for error nodes. */
  type = new Uint16Array(INITIAL_ROWS);
  /** Field id in the parent; 0 if the node has none. */
  field = new Uint16Array(INITIAL_ROWS);
  /** UTF-16 offset of the first character. */
  start = new Int32Array(INITIAL_ROWS);
  /** UTF-16 offset after the last character. */
  end = new Int32Array(INITIAL_ROWS);
  /** Row of the nearest named ancestor; -1 for the root. */
  parent = new Int32Array(INITIAL_ROWS);
  /** Row after the last descendant: the next sibling, if there is one. */
  after = new Int32Array(INITIAL_ROWS);

  /** Appends a node and returns its row; `after` must be set once its last descendant is known. */
  push(type: number, field: number, start: number, end: number, parent: number): number {
    const row = this.count++;
    if (row === this.type.length) this.grow();
    this.type[row] = type;
    this.field[row] = field;
    this.start[row] = start;
    this.end[row] = end;
    this.parent[row] = parent;
    return row;
  }

  /** Row of the first child with a field id; -1 if there is none. */
  child(row: number, field: number): number {
    return this.#first(row, this.field, field);
  }

  /** Row of the first child of a type; -1 if there is none. */
  childOfType(row: number, type: number): number {
    return this.#first(row, this.type, type);
  }

  #first(row: number, column: Uint16Array, value: number): number {
    const end = this.after[row]!;
    for (let at = row + 1; at < end; at = this.after[at]!) if (column[at] === value) return at;
    return -1;
  }

  /** Row of the child at a {@link Locator}; -1 if there is none. */
  locate(row: number, locator: Locator): number {
    if (locator > 0) return this.child(row, locator);
    if (locator === NOWHERE) return -1;
    if (locator === SECOND_CHILD) return this.children(row)[1] ?? -1;
    return locator === FIRST_CHILD ? this.firstChild(row) : this.childOfType(row, -locator);
  }

  /** Row of the first child; -1 for a leaf. */
  firstChild(row: number): number {
    return this.after[row]! > row + 1 ? row + 1 : -1;
  }

  /** Row of the last child; -1 for a leaf. */
  lastChild(row: number): number {
    const end = this.after[row]!;
    let last = -1;
    for (let at = row + 1; at < end; at = this.after[at]!) last = at;
    return last;
  }

  /** Rows of the children. */
  children(row: number): number[] {
    const rows: number[] = [];
    for (let at = row + 1; at < this.after[row]!; at = this.after[at]!) rows.push(at);
    return rows;
  }

  private grow(): void {
    const rows = this.type.length * 2;
    this.type = copyInto(new Uint16Array(rows), this.type);
    this.field = copyInto(new Uint16Array(rows), this.field);
    this.start = copyInto(new Int32Array(rows), this.start);
    this.end = copyInto(new Int32Array(rows), this.end);
    this.parent = copyInto(new Int32Array(rows), this.parent);
    this.after = copyInto(new Int32Array(rows), this.after);
  }
}

/** Initial capacity in rows. */
const INITIAL_ROWS = 1 << 15;

function copyInto<T extends Uint16Array | Int32Array>(target: T, source: T): T {
  target.set(source);
  return target;
}
