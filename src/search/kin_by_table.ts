import type { LexicalIndex } from "../index/lexical_index.ts";
import { CALLABLE, CLASS_KINDS, VALUE_KINDS } from "../syntax/class_kinds.ts";
import type { ParsedFile } from "../syntax/parsed_file.ts";
import { holdsLine } from "../syntax/parsed_file.ts";
import type { Kin, Member } from "./kin.ts";
import { definedAs, FEWEST_MEMBERS, MOST_MEMBERS } from "./kin.ts";

/** Lines of a list for each member that it names, and of a table, an entry of which may be long. */
const LINES_EACH = 8;
const ENTRY_LINES = 16;

/** What the tables and lists of some files name: classes, functions or values, not what they only call. */
export function kinByTable(index: LexicalIndex, files: readonly number[]): Kin[] {
  return files.flatMap((file) => {
    const parsed = index.parsed(file);
    return parsed ? [...namesInTables(parsed)].flatMap(([at, held]) => tableKin(index, file, at, held)) : [];
  });
}

/** The outermost value around a use; -1 for none. */
export function tableAt({ definitions }: ParsedFile, scope: number, line: number): number {
  const isValue = (at: number): boolean => VALUE_KINDS.has(definitions[at]?.kind ?? "function");
  if (!isValue(scope)) {
    return definitions.findIndex((one) => VALUE_KINDS.has(one.kind) && holdsLine(one, line));
  }
  let at = scope;
  while (isValue(definitions[at]!.parent)) at = definitions[at]!.parent;
  return at;
}

/** Whether lines that name so many members stand near each other, by default within {@link LINES_EACH} for each. */
export function isDense(lines: readonly number[], members: number, each = LINES_EACH): boolean {
  return Math.max(...lines) - Math.min(...lines) < each * members;
}

/** What a table uses. */
interface HeldNames {
  readonly names: Set<string>;
  readonly called: Set<string>;
  readonly lines: number[];
  /** Whether it uses more than types, which alone are those of a field. */
  values: boolean;
}

/** What each table of a file uses, by the table's place. */
function namesInTables(parsed: ParsedFile): ReadonlyMap<number, HeldNames> {
  const tables = new Map<number, HeldNames>();
  for (const { name, scope, kind, line } of parsed.references) {
    const at = kind === "import" || kind === "decorator" ? -1 : tableAt(parsed, scope, line);
    if (at < 0) continue;
    const held = tables.get(at) ?? { names: new Set(), called: new Set(), lines: [], values: false };
    tables.set(at, held);
    held.names.add(name);
    held.lines.push(line);
    if (kind !== "type") held.values = true;
    if (kind === "call") held.called.add(name);
  }
  return tables;
}

function tableKin(index: LexicalIndex, file: number, at: number, held: HeldNames): Kin[] {
  const { names, called, lines, values } = held;
  if (!values && new Set(lines).size === 1) return [];
  if (names.size < FEWEST_MEMBERS || names.size > MOST_MEMBERS || !isDense(lines, names.size, ENTRY_LINES)) {
    return [];
  }
  const definition = index.parsed(file)!.definitions[at]!;
  const named = [...names].flatMap((name): Member[] => {
    const member = definedBeside(name, index, file) ?? definedAs(name, index, { file, at });
    const kind = member?.definition.kind;
    return !member || kind === "field" || called.has(name) && CALLABLE.has(kind!) ? [] : [member];
  });
  const members = [...Map.groupBy(named, sortOf).values()].sort((a, b) => b.length - a.length)[0] ?? [];
  const isKind = members.length >= FEWEST_MEMBERS && 2 * members.length >= names.size;
  return isKind ? [{ label: definition.name, table: { file, at, definition }, members }] : [];
}

/** What alone has the name in a file, outside of other values. */
function definedBeside(name: string, index: LexicalIndex, file: number): Member | undefined {
  const definitions = index.parsed(file)?.definitions ?? [];
  const found = definitions.flatMap((definition, at): Member[] =>
    definition.name === name && (CALLABLE.has(definition.kind) || CLASS_KINDS.has(definition.kind))
      ? [{ file, at, definition }]
      : []
  );
  return found.length === 1 ? found[0] : undefined;
}

function sortOf({ definition: { kind } }: Member): string {
  return CLASS_KINDS.has(kind) ? "type" : CALLABLE.has(kind) ? "function" : "value";
}
