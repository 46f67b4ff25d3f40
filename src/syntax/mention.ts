import type { Reference } from "./parsed_file.ts";

/** A use recorded only if the file defines or imports the name. */
export interface Mention extends Omit<Reference, "line" | "args"> {
  /** UTF-16 offset. */
  readonly index: number;
  /** True: recorded wherever the name comes from, once per run of uses in a scope. */
  readonly isConstant?: boolean;
  /** True for the name of an object, of which a member or element is used: recorded if the file defines or imports it. */
  readonly isObject?: boolean;
  /** False for a value that is neither passed on nor assigned. */
  readonly isPassed?: boolean;
  /** True for a read of a member: recorded if the type of its object is known, once per scope. */
  readonly isRead?: boolean;
  /** True for the target of an assignment. */
  readonly isWritten?: boolean;
  /** Index of the type around a read; -1 if there is none. */
  readonly type?: number;
  /** True for a name without object that is recorded only if it is a field. */
  readonly isBare?: boolean;
  /** True for a name that is recorded only if it is a field of the file, and no type: `Title.Length`. */
  readonly isOwn?: boolean;
}
