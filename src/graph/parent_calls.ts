import type { LexicalIndex } from "../index/lexical_index.ts";
import type { Reference } from "../syntax/parsed_file.ts";
import { linksOf } from "./chains.ts";
import type { Hierarchy, Member } from "./hierarchy.ts";
import type { Names } from "./names.ts";
import { isParentWord } from "./scopes.ts";
import type { Types } from "./types.ts";

/** Whether a receiver is such a word alone: `super`, `super(Cart, self)` of Python, `super[Cart]` of Scala. */
function isParentReceiver(language: string, receiver: string): boolean {
  return isParentWord(language, receiver.replace(/(?:\(\)|\[\])$/, ""));
}

/**
 * What `super.run()` means: members of the base classes, and nothing else. Undefined for other receivers.
 *
 * @returns no members and `isOutside` where the method is one of a library's class
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
  // A variable of PHP may be called `$parent`.
  if (members.length === 0 && parsed.language === "php") return undefined;
  return { members, isOutside: members.length === 0 && own !== undefined && hierarchy.hasLibraryBase(own) };
}

/** Languages where a method of an interface is called by the interface's name and reaches what implements it. */
const BY_INTERFACE: ReadonlySet<string> = new Set(["rust", "go", "elixir"]);

/**
 * Whether a use reaches what it means and nothing that overrides it: `super.run()`, or a call on the name of a class as
 * in `Base::run()`.
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
  const held = links?.every(({ form }) => form === "name") && types.ofChain({ file, scope }, links);
  if (!held || !("type" in held)) return false;
  return index.parsed(held.type.file)?.definitions[held.type.definition]?.name === links?.at(-1)?.name;
}
