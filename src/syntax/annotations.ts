import { plainPath } from "./callee.ts";

/** The type of a hint for what every program has: strings, lists, numbers. */
export const BUILT_IN = "!";

/**
 * The one class in a type annotation, as a path with dots: `: Foo`, `Optional[Foo]`, `*pkg.Foo`, `List<Foo>` give their
 * outer or only name; "" when it is none or one of several.
 */
export function annotatedType(text: string): string {
  if (text.length > 200 || /^[\s:]*'\w+\s*$/.test(text)) return "";
  const bare = text.replace(/&'\w+\s+/g, "&").replace(/^[\s:&*?]+|["']/g, "").replace(PREFIXES, "");
  const inner = (WRAPPER.exec(bare)?.[1] ?? bare)
    .replace(/\s*\|\s*(?:None|null|undefined)\b|\b(?:None|null|undefined)\s*\|\s*/g, "").replace(
      PREFIXES,
      "",
    );
  const name = /^[\w$.:\\]+/.exec(inner)?.[0] ?? "";
  if (inner.length > name.length && /^\s*[|&]/.test(inner.slice(name.length))) return "";
  return plainPath(name);
}

const PREFIXES = /^(?:(?:const|mut|dyn|final|struct|enum|impl|any|some|extends)\s+|&)+/;

/** Types whose values are used like the one inside; `Optional<Foo>` of Java has methods of its own. */
const WRAPPER =
  /^(?:typing\.)?(?:(?:Optional|Type|type|Final|Awaitable)\s*\[|(?:[\w:]+::)?(?:Promise|Awaitable|Readonly|Partial|Rc|Arc|Box|Option)\s*<)\s*(.*)[\]>]$/s;
