import words from "../../config/library_words.json" with { type: "json" };
import { ELEMENT_CALLS, FOLDS } from "../syntax/callback_hints.ts";
import type { Link } from "./chains.ts";

/** Methods that return their receiver or the value wrapped in it, in languages with implicit wrappers. */
export const TRANSPARENT: ReadonlySet<string> = new Set(words.transparent.split(" "));

/** The words of {@link TRANSPARENT}, and members of a database's models that give objects of the model or a query. */
export const QUERIES: ReadonlySet<string> = new Set(`${words.transparent} ${words.queries}`.split(" "));
/** Chain link for an element of a collection; for other values the value itself. */
export const EACH = "*";
/** Methods that return an element, also those that only an expression with an index calls. */
export const indexers = (isIndexed: boolean): readonly string[] => INDEXERS.slice(isIndexed ? 0 : 2);
const INDEXERS = ["get", "index", "this", "__getitem__", "operator[]", "subscript", "[]"];
/** Collection methods that return the same elements in another order or form. */
export const SAME_COLLECTION: ReadonlySet<string> = new Set(words.same.split(" "));
/** Collection methods that return one element. */
export const ONE_ELEMENT: ReadonlySet<string> = new Set(words.one.split(" "));

/** True for a call that passes an element of its collection, or its object, to a function. */
export function passesElement({ name, passed = "" }: Link): boolean {
  // C#'s `TryGetValue(key, out var order)`
  if (passed[1] === "o") return name.startsWith("Try");
  return ELEMENT_CALLS.has(name) && (passed[1] === (FOLDS.has(name) ? "1" : "0") || name === "forEach");
}
