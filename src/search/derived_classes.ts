import type { LexicalIndex } from "../index/lexical_index.ts";
import { baseName } from "../syntax/parsed_file.ts";
import type { Member } from "./kin.ts";

/** Where derived definitions are looked for. */
export interface DerivedOptions {
  /** Uses of the base's name that are looked at. */
  readonly mostUses: number;
  /** Whether a file counts; default: each does. */
  readonly isMeant?: (file: number) => boolean;
}

/**
 * What extends or implements a class of that name, wherever it stands, in the order of files; a definition that lists the
 * name twice comes twice.
 */
export function derivedFrom(
  name: string,
  index: LexicalIndex,
  { mostUses, isMeant = () => true }: DerivedOptions,
): Member[] {
  const files = new Set(
    [...index.referencesTo(name, mostUses), ...index.definitionsNamed(name)].map((one) => one.file),
  );
  return [...files].filter(isMeant).sort((a, b) => a - b).flatMap((file) => {
    const { definitions = [], heritage = [] } = index.parsed(file) ?? {};
    return heritage.filter((entry) => baseName(entry) === name).flatMap(({ definition: at }): Member[] => {
      const definition = definitions[at];
      return definition ? [{ file, at, definition }] : [];
    });
  });
}
