import { CommentRun } from "./docs.ts";
import { DecoratorRun } from "./decorators.ts";
import type { EnclosingScope } from "./naming.ts";
import { type LocalKind, Locals } from "./locals.ts";
import type { Lines } from "./assigned_types.ts";
import type { Mention } from "./mention.ts";
import { Output } from "./output.ts";
import type { Reference } from "./parsed_file.ts";
import type { Source } from "./source.ts";

/** Scope of a definition or function that encloses the rows before `after`. */
export interface Scope extends EnclosingScope {
  /** Row after the last one inside. */
  readonly after: number;
  /** Index of the innermost definition; -1 at the top level. */
  readonly definition: number;
  /** Index of the innermost type; -1 outside of types. */
  readonly type: number;
  /** Prefix of qualified names inside, "" or with a trailing dot. */
  readonly prefix: string;
  /** True if definitions inside are accessible from other files. */
  readonly exported: boolean;
  /** True if members are public by default. */
  readonly isOpen: boolean;
  /** The trait implemented by the block, for functions directly in it. */
  readonly trait?: string;
}

/** State of one pass over a syntax tree. */
export class Reading {
  readonly out = new Output();
  readonly comments = new CommentRun();
  readonly decorators = new DecoratorRun();
  /** Row of the call that is the head of the last entered definition; -1 if there is none. */
  headRow = -1;
  /** Rows that continue an earlier definition. */
  readonly continued = new Set<number>();
  /** Innermost scope of the current row. */
  scope: Scope;
  private readonly outer: Scope[] = [];
  private readonly locals: Locals | undefined;

  constructor(readonly source: Source) {
    this.scope = { ...TOP, after: source.tree.count };
    this.locals = source.tables.nodes.blocks === undefined ? undefined : new Locals(source);
  }

  /** Records a use at an offset of the text, in the current scope. */
  refer(use: Omit<Reference, "line" | "scope">, offset: number, local?: LocalKind): void {
    const line = this.source.lines.lineAt(offset);
    this.out.refer({ ...use, line, scope: this.scope.definition }, local);
  }

  /** Mentions a name at an offset of the text, in the current scope: see {@link Output.mention}. */
  mention(name: Omit<Mention, "index" | "scope">, index: number): void {
    this.out.mention({ ...name, index, scope: this.scope.definition });
  }

  /** The kind of local variable that a name at a row refers to; undefined if it is none. */
  localKind(name: string, row: number): LocalKind | undefined {
    return this.locals?.kindOf(name, row);
  }

  /** The lines in which a name that is bound within a row is visible; undefined if it is no local variable. */
  linesOf(name: string, row: number): Lines | undefined {
    const { tree, lines } = this.source;
    const [first, last] = this.locals?.rowsOf(name, row) ?? [];
    if (first === undefined || last === undefined) return undefined;
    return [
      lines.lineAt(tree.start[first]!),
      lines.lineAt(tree.end[first]! > tree.end[last]! ? tree.end[first]! - 1 : tree.end[last]! - 1),
    ];
  }

  /** Enters a scope that ends before the current one does. */
  push(scope: Scope): void {
    this.outer.push(this.scope);
    this.scope = scope;
  }

  /** Leaves the scopes that end before `row`. */
  leaveBefore(row: number): void {
    while (row >= this.scope.after) this.scope = this.outer.pop()!;
  }
}

const TOP = {
  definition: -1,
  type: -1,
  prefix: "",
  exported: true,
  isOpen: false,
  inType: false,
  local: false,
} as const;
