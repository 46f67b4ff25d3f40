/** Methods that return their receiver or the value wrapped in it, in languages with implicit wrappers. */
export const TRANSPARENT = new Set(
  "clone unwrap expect as_ref as_mut borrow borrow_mut to_owned dup freeze lock get new as_deref as_deref_mut getValue Value value default"
    .split(" "),
);

/** Chain link for the element that a collection passes to a callback; for other values the value itself. */
export const EACH = "*";
/** Methods that return the element at an index. */
export const INDEXERS = ["this", "__getitem__", "operator[]", "subscript"];
/** Collection methods that return the same elements in another order or form. */
export const SAME_COLLECTION = new Set(
  ("iter iter_mut into_iter values values_mut drain rev clone filter slice reverse sort sorted toReversed concat copy " +
    "stream toList collect peekable skip take parallelStream distinct toArray entries enumerate reversed Where OrderBy " +
    "ToList ToArray where select reject sortedBy entrySet Values sortBy takeWhile withFilter").split(" "),
);
/** Collection methods that return one element. */
export const ONE_ELEMENT = new Set(
  ("get get_mut at first last pop popleft shift find findLast next peek front back remove unwrap setdefault getFirst " +
    "getLast getOrDefault poll element min max First FirstOrDefault Single Last at begin firstOrNull lastOrNull getValue head headOption firstWhere lastWhere singleWhere")
    .split(" "),
);
