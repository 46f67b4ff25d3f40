import words from "../../config/library_words.json" with { type: "json" };
import { endsWithAny } from "../model/text.ts";
import { plainPath } from "./callee.ts";
import { splitList } from "./spans.ts";

/**
 * Type hint prefix of built-in types: strings, lists, numbers. In languages with overloading the type's name follows.
 */
export const BUILT_IN = "!";
/** Type hint of a variable of unknown type, which shadows outer definitions of its name. */
export const HIDDEN = "?";

/**
 * The class in a type annotation, as a dotted path: `: Foo`, `Optional[Foo]`, `*pkg.Foo`, `Box<Foo>` give the outer or
 * only name, with its type arguments; "" if there is none or several.
 */
function annotatedType(text: string): string {
  if (text.length > 200 || /^[\s:]*'\w+\s*$/.test(text)) return "";
  const bare = text.replace(/&'\w+\s+/g, "&").replace(/^[\s:&*?!]+|["']/g, "").replace(PREFIXES, "");
  const parts = withoutWrappers(bare).split("|").map((one) => one.trim());
  const [first = parts[0]!, ...others] = parts.filter((one) => !EMPTY.has(one));
  const plain = first.replace(PREFIXES, "");
  const name = /^[\w$.:\\]+/.exec(plain)?.[0] ?? "";
  const isSeveral = (others.length > 0 && name === plain) ||
    plain.slice(name.length).trimStart().startsWith("&");
  const path = isSeveral ? "" : plainPath(name);
  const given = GENERIC.exec(plain)?.[3]?.trim() ?? "";
  if (path === "" || given === "") return path;
  const list = splitList(given).filter((one) => !one.startsWith("'")).map(collectedType).join();
  return list.length > given.split(",").length - 1 ? `${path}<${list}>` : path;
}

/** Types of missing values. */
const EMPTY: ReadonlySet<string> = new Set(["None", "null", "undefined"]);

/**
 * Same as {@link annotatedType}, for collections with the element type and one `[]` per enclosing collection: `[]*Foo`,
 * `List[Foo]`, `Map<K, Foo>`, `chan Foo`.
 */
export function collectedType(text: string): string {
  let inner = text.replace(/^[\s:"']+|["'?!\s]+$/g, "");
  const [only = "", ...others] = inner.split("|").map((one) => one.trim()).filter((one) => !EMPTY.has(one));
  if (others.length === 0) inner = only;
  for (let around = 0; around < DEEPEST_COLLECTION; around++) {
    const element = elementOf(withoutWrappers(inner.replace(PREFIXES, "").replace(/(?<=>)\s*\+.*$/, "")));
    if (element === undefined) {
      const path = annotatedType(inner);
      return path === "" ? "" : path + "[]".repeat(around);
    }
    inner = element.trim();
  }
  return "";
}

/** Maximum nesting depth of collections. */
const DEEPEST_COLLECTION = 4;

/** Captures the last name of a generic type, its opening bracket, and its arguments. */
const GENERIC = /^(?:[\w:]+[.:])?(\w+)\s*([[<])(.*)[\]>]$/s;

/** The element type of a collection; undefined for other types. */
function elementOf(type: string): string | undefined {
  const unnamed = (GO_COLLECTION.exec(type) ?? RUST_ARRAY.exec(type))?.[1];
  if (unnamed !== undefined) return unnamed;
  if (type.endsWith("[]")) return type.slice(0, -2);
  if (type.startsWith("mapping(")) return type.slice(type.indexOf("=>") + 2, -1);
  const [, name = "", bracket, written = ""] = GENERIC.exec(type) ?? [];
  const list = written.replace("Item =", "").trim();
  const first = list.indexOf(",");
  if (LISTS.has(name) && (bracket === "<" || !SUBSCRIPTED.has(name))) {
    // Further arguments of generators: `Generator[int, None, None]`.
    return first < 0 || plainPath(list.slice(0, first)) === "" ? list : list.slice(0, first);
  }
  // PHP's `array<Foo>` and `array<string, Foo>`
  const isMap = MAPS.has(name) && (first < 0 ? name === "array" : plainPath(list.slice(0, first)) !== "");
  return isMap ? list.slice(first + 1) : undefined;
}

/** Slices, arrays, maps and channels of Go. */
const GO_COLLECTION = /^\*?(?:\[[\w.]*\]|map\[[\w.*]+\]|(?:<-)?chan(?:<-)?\s)\s*(\S.*)$/s;
/** `[Foo]`, `[Foo; 4]`, `[Key: Foo]`. */
const RUST_ARRAY = /^\[(?:\w+\s*:(?!:))?([^;\]]+)(?:;[^\]]*)?\]$/;

/** Types of libraries that hold many objects. */
export const LISTS: ReadonlySet<string> = new Set(words.lists.split(" "));
const MAPS: ReadonlySet<string> = new Set(words.maps.split(" "));

const PREFIXES = /^(?:(?:const|readonly|mut|dyn|final|struct|enum|impl|\(?any|some|extends|inout)\s+|&)+/;

/** True for a type whose values are used like those of its argument: `Mock<Foo>`. */
export const isWrapper = (type: string): boolean => WRAPPERS.has(type.split("<", 1)[0]!);

/** Removes wrapper types: `Arc<Mutex<Foo>>`, `std::shared_ptr<const Foo>`. */
function withoutWrappers(type: string): string {
  let inner = type;
  for (let around = 0; around < DEEPEST_COLLECTION; around++) {
    const [, name = "", bracket, next] = GENERIC.exec(inner) ?? [];
    const isWrapper = bracket === "["
      ? SUBSCRIPTED.has(name)
      : WRAPPERS.has(name) || endsWithAny(name, ["_ptr", "Ptr", "Pointer"]);
    if (next === undefined || !isWrapper) break;
    // Without the type of the error: `Result<Foo, E>`.
    inner = splitList(next)[0]!.replace(PREFIXES, "");
  }
  return inner;
}

/** Wrapper types whose values are used like the wrapped one; Java's `Optional<Foo>` has its own methods. */
const SUBSCRIPTED: ReadonlySet<string> = new Set(words.subscripted.split(" "));
const WRAPPERS: ReadonlySet<string> = new Set(words.wrappers.split(" "));
