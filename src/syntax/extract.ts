import { call } from "./calls.ts";
import { closure, container, definition, importStatement, mixin, module } from "./definitions.ts";
import { variableType } from "./doc_types.ts";
import { Role } from "./language_tables.ts";
import type { ParsedFile } from "./parsed_file.ts";
import { operator } from "./operators.ts";
import { Reading } from "./reading.ts";
import type { Source } from "./source.ts";
import { tokens } from "./tokens.ts";
import { hint } from "./record_hints.ts";
import { decorator, typeName } from "./uses.ts";
import { value } from "./values.ts";

/** Extracts the record of a syntax tree, in one pass over its rows. */
export function extract(source: Source, language: string): ParsedFile {
  const { tree, tables } = source;
  const { type, field } = tree;
  const { roles, fieldRoles } = tables;
  const reading = new Reading(source);
  for (let row = 0; row < tree.count; row++) {
    reading.leaveBefore(row);
    const role = roles[type[row]!]! | fieldRoles[field[row]!]!;
    if (role !== 0) visit(reading, row, role);
    else if (type[row] === ERROR) reading.out.error(source.lines.lineAt(tree.start[row]!));
  }
  return reading.out.finish(language, source);
}

/** Type id of error nodes. */
const ERROR = 0xffff;

/** Uses are recorded before the row's definition: they belong to the enclosing scope. */
function visit(reading: Reading, row: number, role: number): void {
  if (role & Role.comment) {
    variableType(reading, row);
    return reading.comments.add(reading.source, row);
  }
  if (role & Role.call) call(reading, row);
  if (role & Role.value) value(reading, row);
  if (role & Role.hint) hint(reading, row);
  if (role & Role.decorator) decorator(reading, row);
  if (role & Role.type) typeName(reading, row);
  if (role & Role.import) importStatement(reading, row);
  if (role & Role.module) module(reading, row);
  if (role & Role.mixin) mixin(reading, row);
  if (role & Role.tokens) tokens(reading, row);
  if (role & Role.operator) operator(reading, row);
  if (role & Role.container) container(reading, row);
  if (role & Role.definition) definition(reading, row);
  if (role & Role.closure) closure(reading, row);
}
