import words from "../../config/library_words.json" with { type: "json" };
import { CALLABLE, CLASS_KINDS, CLASS_LIKE } from "../syntax/class_kinds.ts";
import type { ParsedFile, Reference } from "../syntax/parsed_file.ts";
import { parentOf } from "../syntax/parsed_file.ts";
import { namesOf } from "./file_names.ts";

/** Name lookup by the scopes of a file and the rules of its language. */

/** Languages in which fields, constructors and methods of type classes are functions of the file. */
const FLAT: ReadonlySet<string> = new Set(["haskell", "elm", "gleam", "clojure"]);

/** The innermost definition that a bare name refers to by lexical scoping; -1 if there is none. */
export function inScopes(parsed: ParsedFile, reference: Reference): number {
  let best = -1;
  let bestParent = -2;
  for (const ordinal of namesOf(parsed).definitions(reference.name)) {
    const parent = parentOf(parsed, ordinal);
    const holder = parsed.definitions[parent]?.kind ?? "module";
    // Haskell's `where` is local to its function.
    if (FLAT.has(parsed.language) && best < 0 && !CALLABLE.has(holder)) best = ordinal;
    if (parent <= bestParent || (parent >= 0 && !isWithin(parsed, reference.scope, parent))) continue;
    const isOwned = isMember(parsed, ordinal) || CLASS_KINDS.has(holder);
    if (isOwned && !isInBody(parsed, ordinal, reference) && !isBeside(parsed, ordinal, reference.scope)) {
      continue;
    }
    [best, bestParent] = [ordinal, parent];
  }
  return best;
}

/** True for a method that a later statement of a Python class names: `total = property(_total)`. */
function isInBody(parsed: ParsedFile, ordinal: number, { scope, line }: Reference): boolean {
  const { kind, parent, endLine } = parsed.definitions[ordinal]!;
  const isBody = scope === parent || (parentOf(parsed, scope) === parent && isMember(parsed, scope));
  return parsed.language === "python" && kind === "method" && endLine < line && isBody &&
    parsed.definitions[scope]?.kind !== "method";
}

/** True for a method of the anonymous class in which a scope is: `new Alarm() { void twice() { ring(); } void ring() {} }`. */
function isBeside(parsed: ParsedFile, ordinal: number, scope: number): boolean {
  const parent = parentOf(parsed, ordinal);
  if (!IMPLICIT_THIS.has(parsed.language) || CLASS_LIKE.has(parsed.definitions[parent]?.kind ?? "module")) {
    return false;
  }
  let at = scope;
  while (at >= 0 && parentOf(parsed, at) !== parent) at = parentOf(parsed, at);
  return parsed.definitions[at]?.kind === "method";
}

/** True if a scope is a definition or nested in it. */
export function isWithin(parsed: ParsedFile, scope: number, definition: number): boolean {
  for (let at = scope; at >= 0; at = parentOf(parsed, at)) if (at === definition) return true;
  return scope === definition;
}

/** The innermost class around a scope; -1 if there is none. */
export function enclosingClass(parsed: ParsedFile, scope: number): number {
  for (let at = scope; at >= 0; at = parentOf(parsed, at)) {
    if (CLASS_LIKE.has(parsed.definitions[at]?.kind ?? "function")) return at;
  }
  return -1;
}

/** True if a definition belongs to a type or object, so that its bare name does not refer to it. */
export function isMember(parsed: ParsedFile, ordinal: number): boolean {
  const { kind, name, qualifiedName } = parsed.definitions[ordinal] ?? {};
  if (kind !== "method" && kind !== "field") return false;
  // Ruby functions outside of classes are also methods.
  return parentOf(parsed, ordinal) >= 0 || qualifiedName !== name || related(parsed.language, "javascript");
}

/** Definitions of a name at the top level of a file, or of its only namespace. */
export function topOrdinals(parsed: ParsedFile | undefined, name: string): readonly number[] {
  if (!parsed) return [];
  const named = namesOf(parsed).definitions(name)
    .filter((ordinal) => parentOf(parsed, ordinal) >= 0 || !isMember(parsed, ordinal));
  if (FLAT.has(parsed.language)) return namesOf(parsed).definitions(name);
  const top = named.filter((ordinal) => parentOf(parsed, ordinal) === -1);
  if (top.length > 0) return top;
  // Within a namespace or module the members are the file's top level.
  const inside = named.filter((ordinal) => parsed.definitions[parentOf(parsed, ordinal)]?.kind === "module");
  return inside.length > 0 ? inside : ofUnnamedObject(parsed, name);
}

/** Methods of anonymous JavaScript objects, such as the one exported by a module. */
function ofUnnamedObject(parsed: ParsedFile, name: string): readonly number[] {
  if (!related(parsed.language, "javascript")) return [];
  return namesOf(parsed).definitions(name).filter((ordinal) => isOfUnnamedObject(parsed, ordinal));
}

/** True for a method of an anonymous object. */
function isOfUnnamedObject(parsed: ParsedFile, ordinal: number): boolean {
  const { kind, name, qualifiedName } = parsed.definitions[ordinal] ?? {};
  return kind === "method" && parentOf(parsed, ordinal) === -1 && qualifiedName === name;
}

/** The target of `this.run()` in a method of an anonymous object: the nearest such method. */
export function nearestOfUnnamedObject(
  parsed: ParsedFile,
  { name, receiver, scope, line }: Reference,
): number | undefined {
  if (receiver !== "this" || !isOfUnnamedObject(parsed, outermost(parsed, scope))) return undefined;
  const far = (ordinal: number): number => Math.abs(parsed.definitions[ordinal]!.startLine - line);
  return [...ofUnnamedObject(parsed, name)].sort((a, b) => far(a) - far(b))[0];
}

/** The top-level definition that contains a scope; -1 for the top level itself. */
function outermost(parsed: ParsedFile, scope: number): number {
  let at = scope;
  for (let around = at; around >= 0; around = parentOf(parsed, at)) at = around;
  return at;
}

/** Languages in which a bare name may be a member of the enclosing class. */
export const IMPLICIT_THIS: ReadonlySet<string> = new Set(words.implicitThis.split(" "));

/** True for the word that denotes the base class: `super`, `base` in C#, `parent` in PHP. */
export function isParentWord(language: string, word: string): boolean {
  if (language === "csharp") return word === "base";
  if (language === "php") return word === "parent";
  // In Rust it denotes the parent module.
  return word === "super" && language !== "rust";
}

/** Languages in which the files of a folder or namespace see each other without an import. */
export const PACKAGES: ReadonlySet<string> = new Set(words.packages.split(" "));

/** Languages in which the imports of a file are not visible to the files that import it. */
export const PRIVATE_IMPORTS: ReadonlySet<string> = new Set(words.privateImports.split(" "));

/** True if names of two languages may refer to each other: equal or compiled together. */
export function related(a: string | undefined, b: string): boolean {
  return a === b || FAMILIES.some((family) => family.has(a ?? "") && family.has(b));
}

/** Languages that are compiled together. */
const FAMILIES = "typescript tsx javascript jsx,c cpp objectivec,swift objectivec,kotlin java scala groovy"
  .split(",")
  .map((names): ReadonlySet<string> => new Set(names.split(" ")));
