import { DEEPEST_HERITAGE } from "../../graph/hierarchy.ts";
import type { LexicalIndex } from "../../index/lexical_index.ts";
import { baseName } from "../../syntax/parsed_file.ts";

/** A definition by file and place in the file's record. */
export interface DefinitionPlace {
  readonly file: number;
  readonly definition: number;
}

/** A class name with more definitions is ignored. */
const MOST_CLASSES = 8;
/** The same for a member's or any other name. */
export const MOST_MEMBERS = 500;

/**
 * Definitions of `owner.member`: in classes called `owner`, or like a variable of that name (`Server` for `server`), or,
 * when they do not define it, in the nearest of their bases that does. Bases are followed by their bare names.
 */
export function memberPlaces(owner: string, member: string, index: LexicalIndex): DefinitionPlace[] {
  const asClass = owner.split("_").map((part) => part.slice(0, 1).toUpperCase() + part.slice(1)).join("");
  let owners = new Set([owner, asClass]);
  for (let depth = 0; depth < DEEPEST_HERITAGE && owners.size > 0; depth++) {
    const places = placesOf(owners, member, index);
    if (places.length > 0) return places;
    owners = new Set([...owners].flatMap((name) => basesOf(name, index)));
  }
  return [];
}

function placesOf(owners: ReadonlySet<string>, member: string, index: LexicalIndex): DefinitionPlace[] {
  if (index.definitionCount(member) > MOST_MEMBERS) return [];
  return index.definitionsNamed(member).filter(({ file, definition }) => {
    const name = index.parsed(file)?.definitions[definition]?.qualifiedName;
    return owners.has(name?.split(".").at(-2) ?? "");
  });
}

function basesOf(name: string, index: LexicalIndex): string[] {
  if (index.definitionCount(name) > MOST_CLASSES) return [];
  return index.definitionsNamed(name).flatMap(({ file, definition }) =>
    (index.parsed(file)?.heritage ?? [])
      .filter((entry) => entry.definition === definition)
      .map(baseName)
  );
}
