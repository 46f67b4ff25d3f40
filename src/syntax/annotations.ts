import { plainPath } from "./callee.ts";

/**
 * Type hint prefix of built-in types: strings, lists, numbers. In languages with overloading the type's name follows.
 */
export const BUILT_IN = "!";
/** Type hint of a variable of unknown type, which shadows outer definitions of its name. */
export const HIDDEN = "?";

/**
 * The class in a type annotation, as a dotted path: `: Foo`, `Optional[Foo]`, `*pkg.Foo`, `List<Foo>` give the outer or
 * only name; "" if there is none or several.
 */
function annotatedType(text: string): string {
  if (text.length > 200 || /^[\s:]*'\w+\s*$/.test(text)) return "";
  const bare = text.replace(/&'\w+\s+/g, "&").replace(/^[\s:&*?]+|["']/g, "").replace(PREFIXES, "");
  const inner = withoutWrappers(bare).replace(
    /\s*\|\s*(?:None|null|undefined)\b|\b(?:None|null|undefined)\s*\|\s*/g,
    "",
  )
    .replace(PREFIXES, "");
  const name = /^[\w$.:\\]+/.exec(inner)?.[0] ?? "";
  if (inner.length > name.length && /^\s*[|&]/.test(inner.slice(name.length))) return "";
  return plainPath(name);
}

/**
 * Same as {@link annotatedType}, for collections with the element type and one `[]` per enclosing collection: `[]*Foo`,
 * `List[Foo]`, `Map<K, Foo>`, `chan Foo`.
 */
export function collectedType(text: string): string {
  let inner = text.replace(/^[\s:]+/, "");
  for (let around = 0; around < DEEPEST_COLLECTION; around++) {
    const element = COLLECTIONS.reduce<string | undefined>(
      (found, one) => found ?? one.exec(inner)?.[1],
      undefined,
    );
    if (element === undefined) {
      const path = annotatedType(around === 0 ? text : inner);
      return path === "" ? "" : path + "[]".repeat(around);
    }
    inner = element.trim();
  }
  return "";
}

/** Maximum nesting depth of collections. */
const DEEPEST_COLLECTION = 4;

/**
 * Patterns that capture the element type: slices, maps and channels of Go; generic collections with one or two type
 * arguments; arrays.
 */
const COLLECTIONS: readonly RegExp[] = [
  /^&?(?:mut\s+)?\*?(?:\[\w*\]|map\[[\w.*]+\]|(?:<-)?chan(?:<-)?\s)(?!\s*$)(.+)$/s,
  /^&?(?:mut\s+)?(?:[\w:]+[.:])?(?:[Ll]ist|Sequence|Iterable|Iterator|Collection|[Ss]et|[Ff]rozen[Ss]et|[Dd]eque|Array|ReadonlyArray|ReadonlySet|Vec|VecDeque|HashSet|BTreeSet|ArrayList|vector|span|Stream)\s*[[<]\s*([^,]+)[\]>]$/s,
  /^&?(?:mut\s+)?(?:[\w:]+[.:])?(?:[Dd]ict|Mapping|MutableMapping|[Dd]efault[Dd]ict|Map|ReadonlyMap|HashMap|BTreeMap|unordered_map|map)\s*[[<]\s*[\w.:]+\s*,\s*(.+)[\]>]$/s,
  /^&?(?:mut\s+)?\[\s*([^;\]]+?)\s*(?:;[^\]]*)?\]$/s,
  /^(?:readonly\s+)?([\w.]+)\[\]$/s,
  /^[Tt]uple\[\s*([\w.]+)\s*,\s*\.\.\.\s*\]$/s,
];

const PREFIXES = /^(?:(?:const|mut|dyn|final|struct|enum|impl|any|some|extends)\s+|&)+/;

/** Removes wrapper types: `Arc<Mutex<Foo>>`, `std::shared_ptr<const Foo>`. */
function withoutWrappers(type: string): string {
  let inner = type;
  for (let around = 0; around < DEEPEST_COLLECTION; around++) {
    const next = WRAPPER.exec(inner)?.[1];
    if (next === undefined) break;
    inner = next.replace(PREFIXES, "");
  }
  return inner;
}

/** Wrapper types whose values are used like the wrapped one; Java's `Optional<Foo>` has its own methods. */
const WRAPPER =
  /^(?:typing\.)?(?:(?:Optional|Type|type|Final|Awaitable)\s*\[|(?:[\w:]+::)?(?:Promise|Awaitable|Readonly|Partial|Rc|Arc|Box|Option|Cow|Pin|Ref|RefMut|RefCell|Mutex|MutexGuard|RwLock|OnceCell|OnceLock|LazyLock|NonNull|scoped_refptr|not_null|reference_wrapper|\w+(?:_ptr|Ptr|Pointer))\s*<)\s*(.*)[\]>]$/s;
