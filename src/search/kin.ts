import type { LexicalIndex } from "../index/lexical_index.ts";
import type { Definition } from "../syntax/parsed_file.ts";

/** A definition by its file and its place there. */
export interface Member {
  readonly file: number;
  readonly at: number;
  readonly definition: Definition;
}

/** Definitions of one kind: derived from one base, or named by one table. */
export interface Kin {
  /** Name of the base or of the table. */
  readonly label: string;
  readonly base?: Member;
  readonly table?: Member;
  readonly members: readonly Member[];
}

/** Members of a kind. */
export const FEWEST_MEMBERS = 3;
/** The same, and names of a table. */
export const MOST_MEMBERS = 120;
/** Uses of a name that are looked at. */
export const MOST_USES = 400;
/** A name that more definitions have says little. */
export const MOST_NAMESAKES = 3;

/** The first definition of a name that is no test, and not the given one; undefined where too many have the name. */
export function definedAs(
  name: string,
  index: LexicalIndex,
  own?: Omit<Member, "definition">,
): Member | undefined {
  const count = index.definitionCount(name);
  if (count === 0 || count > MOST_NAMESAKES) return undefined;
  for (const { file, definition: at } of index.definitionsNamed(name)) {
    const definition = index.parsed(file)?.definitions[at];
    const isOwn = own?.file === file && own.at === at;
    if (definition && !isOwn && index.traits.test[file] !== 1) return { file, at, definition };
  }
  return undefined;
}
