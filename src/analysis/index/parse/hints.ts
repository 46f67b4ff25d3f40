import type { CompiledHint } from "./language_tables.ts";
import { plainPath } from "./callee.ts";
import { type Source, textOf } from "./source.ts";

/** A variable and the type that its declaration or its first value shows. */
export interface Hint {
  readonly name: string;
  readonly type: string;
}

/** What the node at `row` says about the type of a variable; undefined when it says nothing simple. */
export function hintOf(source: Source, row: number, rule: CompiledHint): Hint | undefined {
  const { tree } = source;
  const nameRow = rule.name === 0 ? tree.firstChild(row) : tree.child(row, rule.name);
  if (nameRow < 0 || tree.end[nameRow]! - tree.start[nameRow]! > 60) return undefined;
  const typeRow = rule.type === 0 ? -1 : tree.child(row, rule.type);
  const type = typeRow >= 0
    ? declaredType(textOf(source, typeRow))
    : valueType(source, tree.child(row, rule.value));
  if (type === "") return undefined;
  const name = plainPath(textOf(source, nameRow));
  return name === "" || name.split(".").length > 2 ? undefined : { name, type };
}

/** The one class in a type annotation: `: Foo`, `Optional[Foo]`, `*pkg.Foo`, `List<Foo>` give their outer or only name. */
function declaredType(text: string): string {
  if (text.length > 200) return "";
  const bare = text.replace(/^[\s:&*?]+|["']/g, "").replace(/^(?:const|mut|dyn|final)\s+/, "");
  const optional =
    /^(?:typing\.)?(?:Optional|Promise|Awaitable|Readonly|Partial|Rc|Arc|Box|Option|Type|type|Final)\s*[[<]\s*(.*)[\]>]$/s
      .exec(bare);
  const inner = (optional?.[1] ?? bare).replace(
    /\s*\|\s*(?:None|null|undefined)\b|\b(?:None|null|undefined)\s*\|\s*/g,
    "",
  );
  const name = /^[\w$.:\\]+/.exec(inner)?.[0] ?? "";
  return inner.length > name.length && /^\s*[|&]/.test(inner.slice(name.length)) ? "" : typeName(name);
}

/** `Foo(...)`, `new Foo(...)`, `Foo::new(...)`, `&Foo{...}`, `NewFoo(...)`: the class that a value is made of. */
function valueType(source: Source, row: number): string {
  if (row < 0) return "";
  const { text, tree } = source;
  const start = tree.start[row]!;
  const end = Math.min(tree.end[row]!, start + 80);
  if (!couldConstruct(text, start, end)) return "";
  const made = /^(?:(?:new|await|try!?)\s+|&)*([\w$.:\\]+)\s*(?:(?:::)?[<[][\w\s,.:*?]*[>\]])?\s*[({]/.exec(
    text.slice(start, end),
  );
  if (made === null) return "";
  const path = plainPath(made[1]!);
  const constructor = /^(.*?)\.?(?:new|create|default|build|getInstance|get_instance|from)$/.exec(path);
  if (constructor !== null && constructor[1] !== "") return typeName(constructor[1]!);
  return typeName(path.replace(/(^|\.)New([A-Z]\w*)$/, "$1$2"));
}

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
  return /^\p{Lu}/u.test(last) && !/^[A-Z0-9_]{3,}$/.test(last) ? plain : "";
}
