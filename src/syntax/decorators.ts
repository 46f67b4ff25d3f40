import { type Callee, splitCallee } from "./callee.ts";
import { oneLine, type Source, textOf } from "./source.ts";

/** Maximum length of a recorded decorator in characters. */
const LIMIT = 80;

/** Decorators waiting for their definition. */
export class DecoratorRun {
  private readonly pending: { readonly text: string; readonly start: number; readonly end: number }[] = [];
  private openRow = -1;
  private openIndex = -1;

  /** Adds the decorator at `row` and returns its callee; undefined if it is not a plain name. */
  add(source: Source, row: number): Callee | undefined {
    const { tree } = source;
    const text = oneLine(textOf(source, row).replace(/^(?:@|#!?\[|\[)\s*/, "").replace(/\]$/, ""), LIMIT);
    this.pending.push({ text, start: tree.start[row]!, end: tree.end[row]! });
    const path = /^[\p{L}_$][\p{L}\p{N}_$.:\\]*/u.exec(text)?.[0] ?? "";
    return splitCallee(path);
  }

  /** Sets the last entered definition: decorators inside its head belong to it. */
  open(row: number, index: number): void {
    this.openRow = row;
    this.openIndex = index;
  }

  /** The definition whose head contains the decorator at `row`; -1 if the decorator precedes its definition. */
  ownerOf(source: Source, row: number): number {
    const { tree, tables } = source;
    let up = tree.parent[row]!;
    while (up >= 0 && tables.isModifier[tree.type[up]!]) up = tree.parent[up]!;
    return up === this.openRow ? this.openIndex : -1;
  }

  /** Removes the last added decorator and returns its text. */
  drop(): string {
    return this.pending.pop()!.text;
  }

  /**
   * The decorators of a definition: those between `outer` and `inner`, and those directly before `outer`. `start` is
   * the offset of the first one.
   */
  take(
    source: Source,
    outer: number,
    inner: number,
  ): { readonly texts: readonly string[]; readonly start: number } {
    if (this.pending.length === 0) return { texts: NONE, start: outer };
    const texts: string[] = [];
    let start = outer;
    for (let at = this.pending.length - 1; at >= 0; at--) {
      const { text, start: from, end } = this.pending[at]!;
      if (from < outer && source.text.slice(end, start).trim() !== "") break;
      if (end > inner) continue;
      texts.unshift(text);
      start = Math.min(start, from);
    }
    this.pending.length = 0;
    return { texts, start };
  }
}

const NONE: readonly string[] = [];
