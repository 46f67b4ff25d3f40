import type { LexicalIndex } from "../index/lexical_index.ts";
import { CLASS_KINDS } from "../syntax/class_kinds.ts";
import { baseName } from "../syntax/parsed_file.ts";
import { derivedFrom } from "./derived_classes.ts";
import type { Kin, Member } from "./kin.ts";
import { definedAs, FEWEST_MEMBERS, MOST_MEMBERS, MOST_USES } from "./kin.ts";

/** Bases whose derived classes are looked up. */
const MOST_BASES = 8;

/**
 * What is derived from the classes in some files, and from the bases of those.
 *
 * @param worthOf how likely a kind is meant by the members that are known in those files; of bases the likeliest are taken
 */
export function kinByBase(
  index: LexicalIndex,
  files: readonly number[],
  worthOf: (kin: Kin) => number,
): Kin[] {
  const likely = [...basesIn(index, files)].flatMap(([label, members]) => {
    const base = definedAs(label, index);
    const worth = base ? worthOf({ label, members, base }) : 0;
    return base && worth > 0 ? [{ label, base, worth }] : [];
  }).sort((a, b) => b.worth - a.worth).slice(0, MOST_BASES);
  return likely.flatMap(({ label, base }): Kin[] => {
    const members = classesFrom(label, index);
    return members.length < FEWEST_MEMBERS || members.length > MOST_MEMBERS ? [] : [{ label, base, members }];
  });
}

/** Names that may be bases, each with what those files derive from it: bases there, and classes that others may derive from. */
function basesIn(index: LexicalIndex, files: readonly number[]): ReadonlyMap<string, readonly Member[]> {
  const known = new Map<string, Member[]>();
  const add = (name: string, ...members: readonly Member[]): void => {
    known.set(name, [...known.get(name) ?? [], ...members]);
  };
  for (const file of files) {
    const { definitions = [], heritage = [] } = index.parsed(file) ?? {};
    for (const entry of heritage) {
      const definition = definitions[entry.definition];
      if (definition) add(baseName(entry), { file, at: entry.definition, definition });
    }
    for (const { name, kind } of definitions) {
      if (kind === "class" || kind === "interface" || kind === "trait") add(name);
    }
  }
  return known;
}

/** The classes that name a base, outside of tests. */
function classesFrom(base: string, index: LexicalIndex): Member[] {
  const isMeant = (file: number): boolean => index.traits.test[file] !== 1;
  const derived = derivedFrom(base, index, { mostUses: MOST_USES, isMeant })
    .filter(({ definition }) => CLASS_KINDS.has(definition.kind));
  return [...new Map(derived.map((one) => [`${one.file}:${one.at}`, one])).values()];
}
