import { graphOver } from "../../graph/open_graph.ts";
import type { SymbolRef } from "../../graph/symbol_ref.ts";
import type { LexicalIndex } from "../../index/lexical_index.ts";
import type { DefinitionKind } from "../../syntax/parsed_file.ts";
import type { DefinitionCandidate } from "../../search/rank/definition_features.ts";

/** Kinds whose members have no body, or one that others replace. */
const DECLARING: ReadonlySet<DefinitionKind> = new Set(["interface", "trait"]);

/** Returns the body of a declaration: that of a prototype in another file, or its only implementation. */
export function bodyOf<T extends DefinitionCandidate>(one: T, index: LexicalIndex): T {
  const declared = { file: one.file, definition: one.at };
  const { file, definition: at } = implementation(declared, index) ??
    graphOver(index).resolver.body(declared);
  const definition = index.parsed(file)?.definitions[at];
  return definition === undefined || file === one.file && at === one.at
    ? one
    : { ...one, file, at, definition };
}

/** Returns the only implementation of an abstract member. */
function implementation({ file, definition: at }: SymbolRef, index: LexicalIndex): SymbolRef | undefined {
  const parsed = index.parsed(file);
  const definition = parsed?.definitions[at];
  const owner = parsed?.definitions[definition?.parent ?? -1];
  if (!parsed || definition?.kind !== "method" || !owner || !DECLARING.has(owner.kind)) return undefined;
  if (parsed.references.some(({ scope, kind }) => scope === at && kind === "call")) return undefined;
  const found = graphOver(index).resolver.implementations({ file, definition: at });
  return found.length === 1 ? found[0] : undefined;
}
