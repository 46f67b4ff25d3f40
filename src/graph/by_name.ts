import { CLASS_LIKE } from "../syntax/class_kinds.ts";
import { stemOf } from "../model/paths.ts";
import type { DefinitionSite, LexicalIndex } from "../index/lexical_index.ts";
import { SHORTEST_NAME } from "../index/names_beginning.ts";
import type { Reference } from "../syntax/parsed_file.ts";
import { isCapitalized } from "../syntax/source.ts";
import { wordParts } from "../text/words.ts";
import type { Link } from "./chains.ts";
import type { Dispatch } from "./dispatch.ts";
import { namesOf, SCRIPTS } from "./file_names.ts";
import { isGlobal, isLibraryName } from "./library_names.ts";
import { MOST_LOOKED_AT, sameSymbol, type SymbolRef } from "./symbol_ref.ts";
import { enclosingClass, IMPLICIT_THIS, isMember, related } from "./scopes.ts";

/** A use whose target is unknown. */
export interface NamedUse {
  readonly index: LexicalIndex;
  readonly file: number;
  /** Links of the receiver; undefined if it does not start with a name, empty for a plain use. */
  readonly links: readonly Link[] | undefined;
  /** True for a receiver that a library gives, which may be an object of the repository. */
  readonly isForeign?: boolean;
}

const DECLARING: ReadonlySet<string> = new Set(["interface", "type"]);

/**
 * Last resort of resolution: the only definition with the name, if it is of a fitting kind and the file refers to its
 * owner: a unique name may be one that every string or list has. A method and its overrides count as one, the root
 * method, if the receiver is named like one of their classes or the name is distinct.
 */
export function onlyNamed(place: NamedUse, dispatch: Dispatch, reference: Reference): SymbolRef | undefined {
  const { index, file, links } = place;
  if (index.definitionCount(reference.name) > MOST_LOOKED_AT || reference.name.length < SHORTEST_NAME) {
    return undefined;
  }
  const parsed = index.parsed(file);
  // Method names of every string or list are meaningless without a receiver type, and so is Ruby's `fail`.
  const isOfLibrary = links?.length === 0 ? isGlobal : isLibraryName;
  if (isOfLibrary(parsed?.language ?? "", reference.name)) return undefined;
  const isOwn = (site: DefinitionSite): boolean =>
    site.file === file && parsed !== undefined && links?.length !== 0 &&
    enclosingClass(parsed, site.definition) === enclosingClass(parsed, reference.scope);
  // A call on another receiver does not target the calling method itself: it delegates.
  const sites = index.definitionsNamed(reference.name).filter((site) =>
    fits(place, site, reference) && !(isOwn(site) && site.definition === reference.scope)
  );
  // In TypeScript the only method that is not declared in an interface is the implementation.
  const methods = sites.filter(({ file, definition, kind }) => {
    const { definitions = [] } = index.parsed(file) ?? {};
    return kind === "method" &&
      !DECLARING.has(definitions[definitions[definition]?.parent ?? -1]?.kind ?? "");
  });
  const all = methods.length === 1 && SCRIPTS.has(parsed?.language ?? "") ? methods : sites;
  // A plain name with one definition cannot be a method of a string or list.
  const isPlainCall = (site: DefinitionSite): boolean =>
    links?.length === 0 && reference.kind === "call" && !CLASS_LIKE.has(site.kind);
  const [only, ...others] = all;
  // What a member of the class holds is mostly no object of that class: it delegates.
  const isKnown = (site: DefinitionSite): boolean =>
    isNamedAfter(place, site) ||
    (place.isForeign !== true &&
      (isOwn(site) ? links?.length === 1 : isDistinct(reference.name) || knows(place, site)));
  const isLike = (place.isForeign !== true && isDistinct(reference.name)) ||
    all.some((site) => isNamedAfter(place, site));
  const isTarget = others.length > 0 ? isLike : only && (isKnown(only) || isPlainCall(only));
  const found = isTarget ? others.length > 0 ? rootOf(dispatch, all) : only : undefined;
  return found && { file: found.file, definition: found.definition };
}

/** True for a public name of three words or more, which no library is likely to have. */
const isDistinct = (name: string): boolean => !name.startsWith("_") && wordParts(name).length > 2;

/** The method that all others override or implement. */
function rootOf(dispatch: Dispatch, sites: readonly DefinitionSite[]): DefinitionSite | undefined {
  return sites.find((root) =>
    sites.every((site) => site === root || dispatch.overridden(site).some((above) => sameSymbol(above, root)))
  );
}

/** True if a definition's kind is compatible with the use. */
function fits({ index, file, links }: NamedUse, site: DefinitionSite, { kind }: Reference): boolean {
  const parsed = index.parsed(site.file);
  const language = index.parsed(file)?.language ?? "";
  if (!parsed || !related(parsed.language, language)) return false;
  if (kind === "new" || kind === "type") return CLASS_LIKE.has(site.kind);
  const owner = ownerOf(index, site);
  const isPlain = links !== undefined && links.length === 0;
  if (isPlain) {
    // A bare name is no method of another Ruby class itself.
    const { signature = "" } = parsed.definitions[site.definition]!;
    if (language === "ruby" && signature.startsWith("def self.")) return false;
    return IMPLICIT_THIS.has(language) || !(isMember(parsed, site.definition) || owner !== undefined);
  }
  if (!isMember(parsed, site.definition) && owner === undefined) return false;
  // `Foo.bar()` is a member of something named Foo.
  const last = links?.at(-1);
  // Elixir's `page.title` reads a field.
  if (language === "elixir" && !isCapitalized(last?.name ?? "")) return false;
  return !(last?.form === "name" && /^[A-Z][A-Za-z0-9]*[a-z]/.test(last.name)) || owner === last.name;
}

/** True if a file mentions the owner of a definition, or for a plain function its file. */
function knows(place: NamedUse, site: DefinitionSite): boolean {
  const { index, file } = place;
  if (site.file === file) return true;
  const parsed = index.parsed(file);
  if (!parsed) return false;
  const { mentions } = namesOf(parsed);
  const owner = ownerOf(index, site);
  if (owner === undefined) return mentions(stemOf(index.files.paths[site.file] ?? ""));
  return mentions(owner) || isNamedAfter(place, site);
}

/** True if the receiver is named like the definition's owner: `lock.release()` and a BaseLock. */
function isNamedAfter({ index, links }: NamedUse, site: DefinitionSite): boolean {
  return isNamedLike(links?.at(-1)?.name ?? "", ownerOf(index, site) ?? "");
}

/** True for `printer` and SourcePrinter, `lock` and BaseLock, `env` and Env. */
function isNamedLike(variable: string, type: string): boolean {
  const plain = variable.replaceAll("_", "").toLowerCase();
  const whole = type.toLowerCase();
  if (plain === "" || !whole.endsWith(plain)) return false;
  return plain === whole || plain.length >= 5 || /^[A-Z]../.test(type.slice(-plain.length));
}

/** Name of the type, object or module that a definition belongs to. */
function ownerOf(index: LexicalIndex, { file, definition }: DefinitionSite): string | undefined {
  const definitions = index.parsed(file)?.definitions;
  const one = definitions?.[definition];
  if (!one) return undefined;
  const parent = definitions?.[one.parent];
  if (parent?.kind === "function" || parent?.kind === "method") return undefined;
  return parent?.name ?? one.qualifiedName.split(".").at(-2);
}
