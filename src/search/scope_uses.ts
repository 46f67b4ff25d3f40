import type { LexicalIndex } from "../index/lexical_index.ts";
import type { Definition } from "../syntax/parsed_file.ts";
import { CALLABLE, CLASS_KINDS } from "../syntax/class_kinds.ts";

/** A definition of a scope and what uses it by name. */
export interface ScopeUse {
  readonly file: number;
  readonly ordinal: number;
  readonly definition: Definition;
  /** Uses outside of the scope, tests left out. */
  readonly outside: number;
  /** Files outside with such uses. */
  readonly outsideFiles: number;
  /** One of these uses. */
  readonly first?: { readonly file: number; readonly line: number };
  /** Other files of the scope that use it. */
  readonly insideFiles: readonly number[];
}

/** Definitions whose uses are looked up, and uses of each. */
const MOST_LOOKED_UP = 240;
const MOST_USES = 400;
const SHORTEST_NAME = 3;

/** Uses of the scope's functions and types whose names the rest of the repository does not define too. */
export function usesIn(index: LexicalIndex, files: readonly number[], late: () => boolean): ScopeUse[] {
  const inside = new Set(files);
  const { test } = index.traits;
  const own = files.flatMap((file) =>
    (index.parsed(file)?.definitions ?? []).flatMap((definition, ordinal) =>
      isUsable(definition) ? [{ file, ordinal, definition }] : []
    )
  ).sort((a, b) =>
    Number(b.definition.exported) - Number(a.definition.exported) ||
    Number(CLASS_KINDS.has(b.definition.kind)) - Number(CLASS_KINDS.has(a.definition.kind)) ||
    sizeOf(b.definition) - sizeOf(a.definition)
  );
  const seen = new Set<string>();
  const known = new Map<string, ReadonlySet<number>>();
  // Other libraries have methods of the same name: a file that does not name the class does not mean its method.
  const usersOf = (owner: string): ReadonlySet<number> => {
    const users = known.get(owner) ?? new Set(index.referencesTo(owner, MOST_USES).map(({ file }) => file));
    known.set(owner, users);
    return users;
  };
  const found: ScopeUse[] = [];
  for (const one of own) {
    const { name } = one.definition;
    if (found.length === MOST_LOOKED_UP || late()) break;
    if (seen.has(name)) continue;
    seen.add(name);
    const isOwn = index.definitionsNamed(name).every(({ file }) => inside.has(file) || test[file] === 1);
    if (!isOwn) continue;
    const owner = index.parsed(one.file)?.definitions[one.definition.parent]?.name;
    const users = owner === undefined ? undefined : usersOf(owner);
    const uses = index.referencesTo(name, MOST_USES).filter(({ file, kind }) =>
      test[file] !== 1 && kind !== "import" && (users?.has(file) ?? true)
    );
    const outer = uses.filter(({ file }) => !inside.has(file));
    found.push({
      ...one,
      outside: outer.length,
      outsideFiles: new Set(outer.map(({ file }) => file)).size,
      ...(outer[0] && { first: { file: outer[0].file, line: outer[0].line } }),
      insideFiles: [...new Set(uses.map(({ file }) => file))].filter((file) =>
        inside.has(file) && file !== one.file
      ),
    });
  }
  return found;
}

function isUsable({ name, kind, parent, exported }: Definition): boolean {
  if (name.length < SHORTEST_NAME) return false;
  return CLASS_KINDS.has(kind) || CALLABLE.has(kind) && (exported || parent < 0);
}

function sizeOf({ startLine, endLine }: Definition): number {
  return endLine - startLine;
}
