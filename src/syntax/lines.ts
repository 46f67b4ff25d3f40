/**
 * Line offsets of a text; `
 * `, `\r
 * ` and a lone `\r` all end a line.
 */
export class LineTable {
  private constructor(
    private readonly starts: Int32Array,
    /** Number of lines. */
    readonly count: number,
    private readonly length: number,
    /** True if any line ends with a lone `\r`. */
    readonly hasLoneReturns: boolean,
  ) {}

  /** The line table of a text; the last one is cached, because several steps need it in turn. */
  static of(text: string): LineTable {
    if (last?.text !== text) last = { text, table: LineTable.#read(text) };
    return last.table;
  }

  static #read(text: string): LineTable {
    const starts = [0];
    const oldBreaks = hasLoneReturn(text);
    if (oldBreaks) {
      for (let at = 0; at < text.length; at++) {
        const code = text.charCodeAt(at);
        if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) starts.push(at + 1);
      }
    } else {
      for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
    }
    const lines = starts.at(-1) === text.length ? starts.length - 1 : starts.length;
    return new LineTable(Int32Array.from(starts), lines, text.length, oldBreaks);
  }

  /** One-based line of a UTF-16 offset. */
  lineAt(index: number): number {
    let low = 0;
    let high = this.count - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle]! <= index) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }

  /** One-based numbers of the lines with more characters than `limit`. */
  longerThan(limit: number): number[] {
    const found: number[] = [];
    for (let line = 1; line <= this.count; line++) {
      if (this.startOf(line + 1) - this.startOf(line) > limit) found.push(line);
    }
    return found;
  }

  /** UTF-16 offset of the first character of a one-based line; the text's length after the last line. */
  startOf(line: number): number {
    return line > this.count ? this.length : this.starts[line - 1]!;
  }
}

let last: { readonly text: string; readonly table: LineTable } | undefined;

function hasLoneReturn(text: string): boolean {
  const at = text.indexOf("\r");
  return at >= 0 && /\r(?!\n)/.test(text);
}
