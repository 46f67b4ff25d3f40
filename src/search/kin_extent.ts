import type { LexicalIndex } from "../index/lexical_index.ts";
import { CLASS_KINDS } from "../syntax/class_kinds.ts";
import type { Member } from "./kin.ts";

/** Lines between a type and what is defined for it behind it, or between two of those. */
const GAP = 16;

/** The lines of a definition, one-based and inclusive. */
export interface Extent {
  readonly startLine: number;
  readonly endLine: number;
}

/** A type with the methods that follow it in its file, as in Rust and Go; of another definition its own lines. */
export function extentOf({ file, definition }: Member, index: LexicalIndex): Extent {
  const { startLine, qualifiedName, kind } = definition;
  if (!CLASS_KINDS.has(kind)) return { startLine, endLine: definition.endLine };
  const methods = (index.parsed(file)?.definitions ?? [])
    .filter((one) => one.qualifiedName.startsWith(`${qualifiedName}.`) && one.startLine > definition.endLine)
    .sort((a, b) => a.startLine - b.startLine);
  let { endLine } = definition;
  for (const method of methods) {
    if (method.startLine - endLine > GAP) break;
    endLine = Math.max(endLine, method.endLine);
  }
  return { startLine, endLine };
}
