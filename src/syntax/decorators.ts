import { type Callee, splitCallee } from "./callee.ts";
import { oneLine, type Source, textOf } from "./source.ts";

/** Longest decorator text kept, in characters. */
const LIMIT = 80;

/** The decorators that were passed and wait for their definition. */
export class DecoratorRun {
  private readonly pending: { readonly text: string; readonly start: number; readonly end: number }[] = [];
  private openRow = -1;
  private openIndex = -1;

  /** Notes the decorator at `row` and answers what it names; undefined when it names nothing plain. */
  add(source: Source, row: number): Callee | undefined {
    const { tree } = source;
    const text = bareDecorator(textOf(source, row));
    this.pending.push({ text, start: tree.start[row]!, end: tree.end[row]! });
    const path = /^[\p{L}_$][\p{L}\p{N}_$.:\\]*/u.exec(text)?.[0] ?? "";
    return splitCallee(path, 0, path.length);
  }

  /** Says which definition was entered last: decorators inside its head belong to it. */
  open(row: number, index: number): void {
    this.openRow = row;
    this.openIndex = index;
  }

  /** The definition whose head contains the decorator at `row`, -1 when it stands before one. */
  ownerOf(source: Source, row: number): number {
    const { tree, tables } = source;
    let up = tree.parent[row]!;
    while (up >= 0 && tables.isModifier[tree.type[up]!]) up = tree.parent[up]!;
    return up === this.openRow ? this.openIndex : -1;
  }

  /** Removes the decorator added last and answers its text. */
  drop(): string {
    return this.pending.pop()!.text;
  }

  /**
   * The decorators of a definition: those between `outer` and `inner`, and those right before `outer`. `start` is
   * where the first of them begins.
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

function bareDecorator(text: string): string {
  return oneLine(text.replace(/^(?:@|#!?\[|\[)\s*/, "").replace(/\]$/, ""), LIMIT);
}
