import { type Callee, plainPath } from "./callee.ts";
import { EXPORTS } from "./imports.ts";

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

/** Name of the hint for a function's result. */
export const RESULT = "()";
/** Name of the hint for an element of a generator. */
export const YIELDED = "yield()";
/** Type of a method that returns its receiver, or a new instance of its class. */
export const ITSELF = "=self";
/** Method whose result `with` binds. */
export const ENTER = "__enter__";

/** The hint of a name, or of its element; empty for a name that is none and for an unknown type. */
export function hintAt(text: string, start: number, end: number, type: string): Hint[] {
  if (type === "") return [];
  const [written, isElement] = variableName(text, start, end);
  const path = EXPORTS.exec(written)?.[1] ?? written;
  const name = withoutSelf(path);
  const isMember = name !== path || text.charCodeAt(start) === 64;
  return name === "" || name === "_" || name.includes(".") ? [] : [{ name, type, isMember, isElement }];
}

/** A path without the object itself: `x` for `self.x` and `this.x`. */
export function withoutSelf(path: string): string {
  return path.startsWith("self.") || path.startsWith("this.") ? path.slice(5) : path;
}

/** The first name of a target, `x`, `self.x`, `*p`, `x, err`, `x = 1`, and whether it is an element of that: `x[k]`. */
function variableName(text: string, start: number, end: number): [name: string, isElement: boolean] {
  const head = text.slice(start, Math.min(end, start + 80))
    .replace(/^(?:(?:my|our|mut|ref|const)\s|(?:Some|Ok)\(|[*&\s])+/, "");
  // PHP's `self::$shared`
  const own = ["self::$", "static::$"].find((start) => head.startsWith(start)) ?? "";
  if (own !== "") return variableName(`self.${text.slice(start + own.length, end)}`, 0, end - start);
  const [name = ""] = head.split(/[=,;[\]:({)]/, 1);
  // Ruby's `Shop::Cart.total = 1`
  if (head.startsWith("::", name.length)) return ["", false];
  return [plainPath(name.replace("#", "")), head[name.length] === "["];
}
