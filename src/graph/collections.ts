import type { ParsedFile, Reference } from "../syntax/parsed_file.ts";
import type { Link } from "./chains.ts";

/** Methods that return their receiver or the value wrapped in it, in languages with implicit wrappers. */
export const TRANSPARENT = new Set(
  "clone unwrap expect as_ref as_mut borrow borrow_mut to_owned dup freeze lock get as_deref as_deref_mut"
    .split(" "),
);

/** Chain link for the element that a collection passes to a callback; for other values the value itself. */
export const EACH = "*";
/** Collection methods that return the same elements in another order or form. */
export const SAME_COLLECTION = new Set(
  ("iter iter_mut into_iter values values_mut drain rev clone filter slice reverse sort sorted toReversed concat copy " +
    "stream toList collect peekable skip take parallelStream distinct toArray").split(" "),
);
/** Collection methods that return one element. */
export const ONE_ELEMENT = new Set(
  ("get get_mut at first last pop popleft shift find findLast next peek front back remove unwrap setdefault getFirst " +
    "getLast getOrDefault poll element min max").split(" "),
);

/** Methods of Rust's `Option`. */
export const OF_OPTION: ReadonlySet<string> = new Set(
  ("and and_then as_deref as_deref_mut as_mut as_ref cloned copied expect filter flatten get_or_insert insert is_none " +
    "is_some map map_or map_or_else ok_or ok_or_else or or_else replace take unwrap unwrap_or unwrap_or_default " +
    "unwrap_or_else xor zip").split(" "),
);

/** True if a Rust method is called on an optional element of a collection: `list.pop().unwrap()`. */
export function isOption(
  parsed: ParsedFile,
  links: readonly Link[] | undefined,
  { name }: Reference,
): boolean {
  const last = links?.at(-1);
  return parsed.language === "rust" && last?.form === "call" && ONE_ELEMENT.has(last.name) &&
    OF_OPTION.has(name);
}
