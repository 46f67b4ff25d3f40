import type { LexicalIndex } from "../index/lexical_index.ts";
import { CALLABLE, CLASS_KINDS, VALUE_KINDS } from "../syntax/class_kinds.ts";
import type { ParsedFile } from "../syntax/parsed_file.ts";
import { holdsLine } from "../syntax/parsed_file.ts";
import type { Kin, Member } from "./kin.ts";
import { definedAs, FEWEST_MEMBERS, MOST_MEMBERS } from "./kin.ts";

/** Lines of a table or another list for each member that it names. */
const LINES_EACH = 8;

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

/** Whether lines that name so many members stand near each other. */
export function isDense(lines: readonly number[], members: number): boolean {
  return Math.max(...lines) - Math.min(...lines) < LINES_EACH * members;
}

/** What a table uses. */
interface HeldNames {
  readonly names: Set<string>;
  readonly called: Set<string>;
  readonly lines: number[];
}

/** What each table of a file uses, by the table's place. */
function namesInTables(parsed: ParsedFile): ReadonlyMap<number, HeldNames> {
  const tables = new Map<number, HeldNames>();
  for (const { name, scope, kind, line } of parsed.references) {
    const at = kind === "import" || kind === "decorator" ? -1 : tableAt(parsed, scope, line);
    if (at < 0) continue;
    const held = tables.get(at) ?? { names: new Set(), called: new Set(), lines: [] };
    tables.set(at, held);
    held.names.add(name);
    held.lines.push(line);
    if (kind === "call") held.called.add(name);
  }
  return tables;
}

function tableKin(index: LexicalIndex, file: number, at: number, { names, called, lines }: HeldNames): Kin[] {
  if (names.size < FEWEST_MEMBERS || names.size > MOST_MEMBERS || !isDense(lines, names.size)) return [];
  const definition = index.parsed(file)!.definitions[at]!;
  const named = [...names].flatMap((name): Member[] => {
    const member = definedAs(name, index, { file, at });
    const kind = member?.definition.kind;
    return !member || kind === "field" || called.has(name) && CALLABLE.has(kind!) ? [] : [member];
  });
  const members = [...Map.groupBy(named, sortOf).values()].sort((a, b) => b.length - a.length)[0] ?? [];
  const isKind = members.length >= FEWEST_MEMBERS && 2 * members.length >= names.size;
  return isKind ? [{ label: definition.name, table: { file, at, definition }, members }] : [];
}

function sortOf({ definition: { kind } }: Member): string {
  return CLASS_KINDS.has(kind) ? "type" : CALLABLE.has(kind) ? "function" : "value";
}
