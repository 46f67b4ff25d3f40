import type { LexicalIndex } from "../../index/lexical_index.ts";
import { usedNames } from "./call_features.ts";
import type { FunctionSpec } from "./definition_evidence.ts";

/** How a definition hangs together with the best others: known once those are ranked. */
export const LINK_SPECS: readonly FunctionSpec[] = [
  { id: "used_by_top", doc: "the best other definitions use its name, by how many share the name" },
  { id: "uses_top", doc: "it uses the names of the best others, by how many share them" },
];

/** A definition with its share among the best. */
export interface Linkable {
  readonly file: number;
  /** Its place in the file's record. */
  readonly at: number;
  readonly name: string;
  /** 0 to 1. */
  readonly share: number;
}

/** Values of {@link LINK_SPECS}, parallel to the definitions. */
export function linkValues(
  definitions: readonly Linkable[],
  index: LexicalIndex,
): { readonly usedByTop: readonly number[]; readonly usesTop: readonly number[] } {
  const used = definitions.map(({ file, at }) => usedNames({ file, definition: at }, index));
  const usedByTop = definitions.map(() => 0);
  const usesTop = definitions.map(() => 0);
  definitions.forEach(({ name }, callee) => {
    const rareness = 1 / Math.sqrt(Math.max(1, index.definitionCount(name)));
    definitions.forEach(({ share, name: callerName }, caller) => {
      if (caller === callee || callerName === name || !used[caller]!.has(name)) return;
      usedByTop[callee]! += share * rareness;
      usesTop[caller]! += definitions[callee]!.share * rareness;
    });
  });
  return { usedByTop, usesTop };
}
