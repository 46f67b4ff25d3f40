import { onceEach } from "../model/once.ts";
import { ITSELF, RESULT } from "./hint.ts";
import type { Definition } from "./parsed_file.ts";
import type { Reading } from "./reading.ts";
import { textOf } from "./source.ts";
import { declaredType } from "./value_types.ts";

/** Records the types in the description of a definition: `@param Foo $x`, `@return {Foo}`, `@var Foo[]`. */
export function describedTypes(reading: Reading, index: number, { docStartLine, ...own }: Definition): void {
  const { source, out } = reading;
  if (docStartLine === own.startLine) return;
  const text = source.text.slice(source.lines.startOf(docStartLine), own.startIndex);
  for (const { name, type, isResult } of typesIn(reading, text)) {
    const isOfParameter = isResult || (name !== undefined && name !== own.name);
    out.hint(isOfParameter ? index : own.parent, isResult ? RESULT : name ?? own.name, type);
  }
}

/** Records the type in a comment before a local variable: `@var Foo $x`. */
export function variableType(reading: Reading, row: number): void {
  const { source: { tree, lines }, out, scope: { definition } } = reading;
  if (!out.isFunction(definition)) return;
  const line = lines.lineAt(tree.end[row]!) + 1;
  for (const { name, type, isResult } of typesIn(reading, textOf(reading.source, row))) {
    if (name !== undefined && !isResult) out.hint(definition, name, type, line);
  }
}

function typesIn({ source }: Reading, text: string) {
  const { docTypes } = source.tables.nodes;
  if (docTypes === undefined || !text.includes("@")) return [];
  return Array.from(text.matchAll(compiled(docTypes)), ({ groups = {} }) => {
    const { name, type = "", result } = groups;
    const declared = ITSELF_NAMES.has(type) ? ITSELF : declaredType(source, type);
    return { name, type: declared, isResult: result !== undefined };
  }).filter(({ type }) => type !== "");
}

const compiled = onceEach((pattern: string) => new RegExp(pattern, "g"));
/** Names of the object itself as a result. */
const ITSELF_NAMES: ReadonlySet<string> = new Set("$this this static self".split(" "));
