import type { LexicalIndex } from "../index/lexical_index.ts";
import { CLASS_KINDS } from "../syntax/class_kinds.ts";
import { baseName } from "../syntax/parsed_file.ts";
import { derivedFrom } from "./derived_classes.ts";
import type { Kin, Member } from "./kin.ts";
import { definedAs, FEWEST_MEMBERS, MOST_MEMBERS, MOST_NAMESAKES, MOST_USES } from "./kin.ts";

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
    const base = baseOf(label, members, index);
    const worth = base ? worthOf({ label, members, base }) : 0;
    return base && worth > 0 ? [{ label, base, worth }] : [];
  }).sort((a, b) => b.worth - a.worth).slice(0, MOST_BASES);
  return likely.flatMap(({ label, base }): Kin[] => {
    const languageOf = ({ file }: Member): number => index.files.languages[file]!;
    const members = classesFrom(label, index).filter((one) => languageOf(one) === languageOf(base));
    return isKind(members) ? [{ label, base, members }] : [];
  });
}

/** The class that some members are derived from: of several of that name the one in the language of most. */
function baseOf(label: string, members: readonly Member[], index: LexicalIndex): Member | undefined {
  const only = definedAs(label, index);
  if (only || members.length === 0) return only;
  const languageOf = (file: number): number => index.files.languages[file]!;
  const [most] = [...Map.groupBy(members, ({ file }) => languageOf(file))].sort((a, b) =>
    b[1].length - a[1].length
  );
  const same = index.definitionsNamed(label).flatMap(({ file, definition: at, kind }): Member[] => {
    const definition = index.parsed(file)?.definitions[at];
    const isMeant = CLASS_KINDS.has(kind) && languageOf(file) === most?.[0] && index.traits.test[file] !== 1;
    return isMeant && definition ? [{ file, at, definition }] : [];
  });
  return same.length <= MOST_NAMESAKES ? same[0] : undefined;
}

/** Whether there are so many of different names: what stands for one thing in several files is no kind. */
function isKind(members: readonly Member[]): boolean {
  const names = new Set(members.map(({ definition }) => definition.name));
  return names.size >= FEWEST_MEMBERS && members.length <= MOST_MEMBERS;
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
