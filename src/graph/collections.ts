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
