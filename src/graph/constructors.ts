import type { Edge } from "./edge_lists.ts";
import type { Resolver } from "./resolve.ts";
import { CLASS_LIKE } from "../syntax/class_kinds.ts";
import { definitionAt, sameSymbol, type SymbolRef } from "./symbol_ref.ts";

/** Names of constructors not named after their class: Python, JavaScript, PHP; Swift and Scala. */
const NAMES = new Set("__init__,__new__,constructor,__construct,swift init,scala apply".split(","));

const NAMED_LIKE_CLASS: ReadonlySet<string> = new Set(["java", "csharp", "cpp", "dart"]);

/**
 * Calls of a class that run the given constructor, the one that fits the arguments; empty if the symbol is not a
 * constructor.
 *
 * @param callers returns the uses of a class
 */
export function constructions(
  resolver: Resolver,
  symbol: SymbolRef,
  callers: (type: SymbolRef) => readonly Edge[],
): Edge[] {
  const { index } = resolver;
  const type = resolver.owner(symbol);
  const [parsed, made] = type ? definitionAt(index, type) : [];
  const name = definitionAt(index, symbol)[1]?.name ?? "";
  if (!type || !parsed || !made || !CLASS_LIKE.has(made.kind)) return [];
  const isNamed = NAMES.has(name) || NAMES.has(`${parsed.language} ${name}`);
  if (!isNamed && !(NAMED_LIKE_CLASS.has(parsed.language) && name === made.name)) return [];
  const all = parsed.definitions.flatMap((one, definition) =>
    one.parent === type.definition && one.name === name
      ? [resolver.body({ file: type.file, definition })]
      : []
  );
  // Scala's class has the name of its companion.
  const named = parsed.definitions.flatMap(({ qualifiedName, kind }, definition) =>
    qualifiedName === made.qualifiedName && CLASS_LIKE.has(kind) ? [{ file: type.file, definition }] : []
  );
  // Swift's `typealias Steps = Queue`
  const aliases = named.flatMap(callers).flatMap(({ from }) =>
    index.parsed(from.file)?.definitions[from.definition]?.kind === "type" ? [from] : []
  );
  const types = [...named, ...aliases];
  const isMade = ({ from, line }: Edge): boolean =>
    index.parsed(from.file)?.references.some((use) =>
      use.line === line && use.scope === from.definition &&
      (use.kind === "call" || (use.kind === "new" && name !== "apply")) &&
      resolver.resolve(from.file, use).some((one) => types.some((type) => sameSymbol(one, type))) &&
      resolver.fitting(from.file, use, all).some((one) => sameSymbol(one, symbol))
    ) === true;
  // A line may use the class twice.
  const places = new Map(
    types.flatMap(callers).map((edge) => [`${edge.from.file} ${edge.from.definition} ${edge.line}`, edge]),
  );
  return [...places.values()].filter(isMade);
}
