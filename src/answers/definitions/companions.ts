import { MOST_USER_FILES } from "../../graph/context.ts";
import { LEAST_CERTAIN, LEAST_CONFIDENCE } from "../../graph/edges.ts";
import { graphOver } from "../../graph/open_graph.ts";
import type { SymbolRef } from "../../graph/symbol_ref.ts";
import { CALLABLE } from "../../syntax/class_kinds.ts";
import { isTestCode } from "../../syntax/test_code.ts";
import type { FeatureContext } from "../../search/rank/features.ts";

/** Callers that are named, and uses of a name beyond which they are not looked for. */
const MOST_CALLERS = 3;
const MOST_LOOKED_AT = 12;

/**
 * Callers of a definition, each with its place, so that it can be followed upwards; undefined if nothing of the
 * product calls it or its name is too common.
 */
export function callersLine(symbol: SymbolRef, { index }: FeatureContext): string | undefined {
  const name = index.parsed(symbol.file)?.definitions[symbol.definition]?.name ?? "";
  if (index.referencesTo(name, MOST_LOOKED_AT + 1).length > MOST_LOOKED_AT) return undefined;
  const callers = new Map<string, string>();
  for (const { from, line, confidence } of graphOver(index).callers(symbol, MOST_USER_FILES)) {
    const parsed = index.parsed(from.file);
    const caller = parsed?.definitions[from.definition];
    if (!parsed || !caller || !CALLABLE.has(caller.kind) || confidence < LEAST_CONFIDENCE) continue;
    if (index.traits.test[from.file] === 1 || isTestCode(parsed, from.definition)) continue;
    const mark = confidence < LEAST_CERTAIN ? "~" : "";
    const key = `${from.file}:${from.definition}`;
    if (callers.has(key)) continue;
    callers.set(key, `${mark}${caller.qualifiedName} (${index.files.paths[from.file]}:${line})`);
  }
  if (callers.size === 0) return undefined;
  const more = callers.size > MOST_CALLERS ? `, ${callers.size - MOST_CALLERS} more` : "";
  return `called by ${[...callers.values()].slice(0, MOST_CALLERS).join(", ")}${more}`;
}
