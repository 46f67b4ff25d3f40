import type { Callee } from "./callee.ts";

/** A variable with the type of its declaration or initial value. */
export interface Hint {
  readonly name: string;
  readonly type: string;
  /** True for a member of the enclosing type (`self.x`, `this.x`, `@x`). */
  readonly isMember: boolean;
  /** True for an element of the variable: `x[key] = value`. */
  readonly isElement?: boolean;
  /** The member that destructuring reads, and the chain of its object. */
  readonly read?: Callee;
}
