import words from "../../config/library_words.json" with { type: "json" };

/** Methods that return their receiver or the value wrapped in it, in languages with implicit wrappers. */
export const TRANSPARENT: ReadonlySet<string> = new Set(words.transparent.split(" "));

/** Chain link for the element that a collection passes to a callback; for other values the value itself. */
export const EACH = "*";
/** Methods that return the element at an index. */
export const INDEXERS = ["this", "__getitem__", "operator[]", "subscript"];
/** Collection methods that return the same elements in another order or form. */
export const SAME_COLLECTION: ReadonlySet<string> = new Set(words.same.split(" "));
/** Collection methods that return one element. */
export const ONE_ELEMENT: ReadonlySet<string> = new Set(words.one.split(" "));
