import type { CompiledHint } from "./language_tables.ts";
import { plainPath } from "./callee.ts";
import { type Source, textOf } from "./source.ts";

/** A variable and the type that its declaration or its first value shows. */
export interface Hint {
  readonly name: string;
  readonly type: string;
  /** The name is a member of the enclosing type (`self.x`, `this.x`, `@x`). */
  readonly isMember: boolean;
}

/** What the node at `row` says about the type of a variable; undefined when it says nothing simple. */
export function hintOf(source: Source, row: number, rule: CompiledHint): Hint | undefined {
  const { tree, text } = source;
  const nameRow = tree.locate(row, rule.name);
  if (nameRow < 0) return undefined;
  const typeRow = tree.locate(row, rule.type);
  let type = "";
  if (typeRow >= 0) {
    const declared = textOf(source, typeRow);
    if (!INFERRED.test(declared)) type = declaredType(source, declared);
    else type = valueType(text, text.indexOf("=", tree.start[typeRow]) + 1, tree.end[row]!);
  } else {
    const valueRow = tree.locate(row, rule.value);
    if (valueRow >= 0) type = valueType(text, tree.start[valueRow]!, tree.end[valueRow]!);
  }
  if (type === "") return undefined;
  const path = variableName(text, tree.start[nameRow]!, tree.end[nameRow]!);
  const name = path.replace(/^(?:self|this)\./, "");
  const isMember = name !== path || text.charCodeAt(tree.start[nameRow]!) === 64;
  return name === "" || name.includes(".") ? undefined : { name, type, isMember };
}

/** Declarations that leave the type to the value. */
const INFERRED = /^(?:var|auto|val|let|dynamic|const auto)\b/;

/** The first name of a target: `x`, `self.x`, `*p`, `x, err`, `x = 1`. */
function variableName(text: string, start: number, end: number): string {
  const head = text.slice(start, Math.min(end, start + 80)).split(/[=,;[:(]/, 1)[0]!;
  return plainPath(head.replace(/^[*&\s]+/, ""));
}

/** The one class in a type annotation: `: Foo`, `Optional[Foo]`, `*pkg.Foo`, `List<Foo>` give their outer or only name. */
function declaredType(source: Source, text: string): string {
  if (text.length > 200) return "";
  const bare = text.replace(/^[\s:&*?]+|["']/g, "").replace(
    /^(?:const|mut|dyn|final|struct|enum|impl|any|some)\s+/,
    "",
  );
  const optional =
    /^(?:typing\.)?(?:Optional|Promise|Awaitable|Readonly|Partial|Rc|Arc|Box|Option|Type|type|Final)\s*[[<]\s*(.*)[\]>]$/s
      .exec(bare);
  const inner = (optional?.[1] ?? bare).replace(
    /\s*\|\s*(?:None|null|undefined)\b|\b(?:None|null|undefined)\s*\|\s*/g,
    "",
  );
  const name = /^[\w$.:\\]+/.exec(inner)?.[0] ?? "";
  if (inner.length > name.length && /^\s*[|&]/.test(inner.slice(name.length))) return "";
  const path = plainPath(name);
  return source.tables.builtinTypes.has(path.slice(path.lastIndexOf(".") + 1)) ? "" : path;
}

/** `Foo(...)`, `new Foo(...)`, `Foo::new(...)`, `&Foo{...}`, `NewFoo(...)`: the class that a value is made of. */
function valueType(text: string, start: number, end: number): string {
  let from = start;
  while (from < end && text.charCodeAt(from) <= 32) from++;
  const stop = Math.min(end, from + 80);
  if (!couldConstruct(text, from, stop)) return "";
  const made = CONSTRUCTION.exec(text.slice(from, stop));
  if (made === null) return "";
  const path = plainPath(made[1]!);
  const factory = /^(.*?)\.?(?:new|create|default|build|getInstance|get_instance|from)$/.exec(path);
  if (factory !== null && factory[1] !== "") return typeName(factory[1]!);
  return typeName(path.replace(/(^|\.)New([A-Z]\w*)$/, "$1$2"));
}

/** An optional `new`, a path, optional type arguments, and an opening bracket (Ruby's `.new` may go without). */
const CONSTRUCTION =
  /^(?:(?:new|await|try!?)\s+|&)*([\w$.:\\]+)\s*(?:(?:::)?[<[][\w\s,.:*?]*[>\]])?\s*(?:[({]|(?<=\.new)\s*$)/;

/** A capital near the start or `new`: everything else is a plain value, which is the usual case. */
function couldConstruct(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code >= 65 && code <= 90) return true;
    if (code === 40 || code === 123 || code === 34 || code === 39 || code === 91) return false;
  }
  return false;
}

/** A path whose last part starts with a capital; else "". */
function typeName(path: string): string {
  const plain = plainPath(path);
  const last = plain.slice(plain.lastIndexOf(".") + 1);
  return /^\p{Lu}/u.test(last) && last !== "New" && !/^[A-Z0-9_]{3,}$/.test(last) ? plain : "";
}
