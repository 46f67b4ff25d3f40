import { plainPath } from "./callee.ts";

/**
 * The type of a hint for what every program has: strings, lists, numbers; the name follows where functions are told apart
 * by the types of their parameters.
 */
export const BUILT_IN = "!";
/** The type of a hint for a variable of which nothing is known: it hides what has its name outside. */
export const HIDDEN = "?";

/**
 * The one class in a type annotation, as a path with dots: `: Foo`, `Optional[Foo]`, `*pkg.Foo`, `List<Foo>` give their
 * outer or only name; "" when it is none or one of several.
 */
function annotatedType(text: string): string {
  if (text.length > 200 || /^[\s:]*'\w+\s*$/.test(text)) return "";
  const bare = text.replace(/&'\w+\s+/g, "&").replace(/^[\s:&*?]+|["']/g, "").replace(PREFIXES, "");
  const inner = unwrapped(bare).replace(
    /\s*\|\s*(?:None|null|undefined)\b|\b(?:None|null|undefined)\s*\|\s*/g,
    "",
  )
    .replace(PREFIXES, "");
  const name = /^[\w$.:\\]+/.exec(inner)?.[0] ?? "";
  if (inner.length > name.length && /^\s*[|&]/.test(inner.slice(name.length))) return "";
  return plainPath(name);
}

/**
 * Like {@link annotatedType}, with `[]` behind the type of the elements for each collection around it: `[]*Foo`,
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

const DEEPEST_COLLECTION = 4;

/** The element of a slice, a map or a channel of Go; of a generic collection with one or two types; of an array. */
const COLLECTIONS: readonly RegExp[] = [
  /^&?(?:mut\s+)?\*?(?:\[\w*\]|map\[[\w.*]+\]|(?:<-)?chan(?:<-)?\s)(?!\s*$)(.+)$/s,
  /^&?(?:mut\s+)?(?:[\w:]+[.:])?(?:[Ll]ist|Sequence|Iterable|Iterator|Collection|[Ss]et|[Ff]rozen[Ss]et|[Dd]eque|Array|ReadonlyArray|ReadonlySet|Vec|VecDeque|HashSet|BTreeSet|ArrayList|vector|span|Stream)\s*[[<]\s*([^,]+)[\]>]$/s,
  /^&?(?:mut\s+)?(?:[\w:]+[.:])?(?:[Dd]ict|Mapping|MutableMapping|[Dd]efault[Dd]ict|Map|ReadonlyMap|HashMap|BTreeMap|unordered_map|map)\s*[[<]\s*[\w.:]+\s*,\s*(.+)[\]>]$/s,
  /^&?(?:mut\s+)?\[\s*([^;\]]+?)\s*(?:;[^\]]*)?\]$/s,
  /^(?:readonly\s+)?([\w.]+)\[\]$/s,
  /^[Tt]uple\[\s*([\w.]+)\s*,\s*\.\.\.\s*\]$/s,
];

const PREFIXES = /^(?:(?:const|mut|dyn|final|struct|enum|impl|any|some|extends)\s+|&)+/;

/** What stands inside of wrappers: `Arc<Mutex<Foo>>`, `std::shared_ptr<const Foo>`. */
function unwrapped(type: string): string {
  let inner = type;
  for (let around = 0; around < DEEPEST_COLLECTION; around++) {
    const next = WRAPPER.exec(inner)?.[1];
    if (next === undefined) break;
    inner = next.replace(PREFIXES, "");
  }
  return inner;
}

/** Types whose values are used like the one inside; `Optional<Foo>` of Java has methods of its own. */
const WRAPPER =
  /^(?:typing\.)?(?:(?:Optional|Type|type|Final|Awaitable)\s*\[|(?:[\w:]+::)?(?:Promise|Awaitable|Readonly|Partial|Rc|Arc|Box|Option|Cow|Pin|Ref|RefMut|RefCell|Mutex|MutexGuard|RwLock|OnceCell|OnceLock|LazyLock|NonNull|scoped_refptr|not_null|reference_wrapper|\w+(?:_ptr|Ptr|Pointer))\s*<)\s*(.*)[\]>]$/s;
