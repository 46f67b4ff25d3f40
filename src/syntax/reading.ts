import { CommentRun } from "./docs.ts";
import { DecoratorRun } from "./decorators.ts";
import type { Surroundings } from "./naming.ts";
import { Output } from "./output.ts";
import type { Source } from "./source.ts";

/** A definition or function that encloses the rows before `after`. */
export interface Scope extends Surroundings {
  /** Row behind the last one inside. */
  readonly after: number;
  /** Index of the innermost definition, -1 at the top. */
  readonly definition: number;
  /** Index of the innermost type, -1 outside of types. */
  readonly type: number;
  /** Prefix of qualified names inside, "" or ending with a dot. */
  readonly prefix: string;
  /** Definitions inside can be reached from other files. */
  readonly exported: boolean;
  /** Members are public without saying so. */
  readonly isOpen: boolean;
  /** The trait that a block implements, whose functions stand directly in it. */
  readonly trait?: string;
}

/** The state of one pass over a syntax tree. */
export class Reading {
  readonly out = new Output();
  readonly comments = new CommentRun();
  readonly decorators = new DecoratorRun();
  /** Row of the call that is the head of the definition entered last, -1 when there is none. */
  headRow = -1;
  /** Rows that continue a definition before them. */
  readonly continued = new Set<number>();
  /** What encloses the current row. */
  scope: Scope;
  private readonly outer: Scope[] = [];

  constructor(readonly source: Source) {
    this.scope = { ...TOP, after: source.tree.count };
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
