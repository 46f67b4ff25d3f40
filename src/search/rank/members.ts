import type { LexicalIndex } from "../../index/lexical_index.ts";

/** A definition by file and place in the file's record. */
export interface DefinitionPlace {
  readonly file: number;
  readonly definition: number;
}

/** A name with more definitions is ignored. */
export const MOST_MEMBERS = 500;

/** Definitions of `owner.member`: in classes called `owner`, or like a variable of that name (`Server` for `server`). */
export function memberPlaces(owner: string, member: string, index: LexicalIndex): DefinitionPlace[] {
  if (index.definitionCount(member) > MOST_MEMBERS) return [];
  const asClass = owner.split("_").map((part) => part.slice(0, 1).toUpperCase() + part.slice(1)).join("");
  return index.definitionsNamed(member).filter(({ file, definition }) => {
    const name = index.parsed(file)?.definitions[definition]?.qualifiedName.split(".").at(-2);
    return name === owner || name === asClass;
  });
}
