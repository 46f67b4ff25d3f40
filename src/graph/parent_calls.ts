import type { LexicalIndex } from "../index/lexical_index.ts";
import type { Reference } from "../syntax/parsed_file.ts";
import { linksOf } from "./chains.ts";
import type { Hierarchy, Member } from "./hierarchy.ts";
import type { Names } from "./names.ts";
import { isParentWord } from "./scopes.ts";
import type { Types } from "./types.ts";

/** True for a receiver that denotes the base class: `super`, Python's `super(Cart, self)`, Scala's `super[Cart]`. */
function isParentReceiver(language: string, receiver: string): boolean {
  return isParentWord(language, receiver.replace(/(?:\(\)|\[\])$/, ""));
}

/**
 * Resolves `super.run()` to members of the base classes. Undefined for other receivers.
 *
 * @returns no members and `isOutside` if the method belongs to a library class
 */
export function ofParents(
  names: Names,
  hierarchy: Hierarchy,
  file: number,
  { name, receiver, scope }: Reference,
): { readonly members: readonly Member[]; readonly isOutside: boolean } | undefined {
  const parsed = names.index.parsed(file);
  if (!parsed || !isParentReceiver(parsed.language, receiver)) return undefined;
  const own = names.ownClass({ file, parsed }, scope);
  const bases = own ? hierarchy.bases(own) : [];
  const members = bases.map((base) => hierarchy.members(base, name)).find((all) => all.length > 0) ?? [];
  // A PHP variable may be named `$parent`.
  if (members.length === 0 && parsed.language === "php") return undefined;
  return { members, isOutside: members.length === 0 && own !== undefined && !hierarchy.knowsAllBases(own) };
}

/** Languages in which a call qualified by an interface's name dispatches to its implementations. */
const BY_INTERFACE: ReadonlySet<string> = new Set(["rust", "go", "elixir"]);

/**
 * True if a call is not dispatched to overrides: `super.run()`, or a call qualified by a class name as in
 * `Base::run()`.
 */
export function isExact(
  index: LexicalIndex,
  types: Types,
  file: number,
  { receiver, scope }: Reference,
): boolean {
  const parsed = index.parsed(file);
  if (!parsed || receiver === "") return false;
  if (isParentReceiver(parsed.language, receiver)) return true;
  const links = BY_INTERFACE.has(parsed.language) ? undefined : linksOf(receiver);
  const inferred = links?.every(({ form }) => form === "name") && types.ofChain({ file, scope }, links);
  if (!inferred || !("type" in inferred)) return false;
  return index.parsed(inferred.type.file)?.definitions[inferred.type.definition]?.name ===
    links?.at(-1)?.name;
}
