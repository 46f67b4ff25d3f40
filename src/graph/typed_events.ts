import { CLASS_KINDS } from "../syntax/class_kinds.ts";
import type { Definition, ParsedFile } from "../syntax/parsed_file.ts";
import type { IndirectCall } from "./indirect_call.ts";
import type { Resolver } from "./resolve.ts";
import { definitionAt, sameSymbol, symbolKey, type SymbolRef } from "./symbol_ref.ts";

/** Languages whose frameworks find listeners by parameter type. */
const TYPED: ReadonlySet<string> = new Set(["java", "kotlin", "scala", "csharp", "php", "typescript"]);
/** Maximum number of uses of an event class; a class used more often is not an event. */
const MOST_USES = 120;
/** Annotations of listener methods, or of their classes. */
const LISTENS =
  /^(?:[\w.]*\.)?(?:\w*(?:Event|Command|Query|Message|Sourcing|Module|Kafka|Rabbit|Jms|Sqs|Stream)s?(?:Listener|Handler)|Subscribe|ObservesAsync)\b/;
/** Names of listener methods. */
const METHODS =
  /^(?:onApplicationEvent|onEvent|handle|Handle|handleAsync|HandleAsync|Consume|execute|__invoke)$/;
/** Generic base class of listeners, before the event's name. */
const LISTENING_CLASS = /(?:Listener|Handler|Consumer|Subscriber)\w*\s*<[^{]*$/;
const LISTENING_FOLDER = /\/(?:\w*listeners?|\w*handlers?|\w*subscribers?)\//i;

/** The methods that a framework calls with an instance of a class, such as a published event. */
export function typedListeners(resolver: Resolver, type: SymbolRef): SymbolRef[] {
  const { index } = resolver;
  const [parsed, event] = definitionAt(index, type);
  if (!parsed || !event || !TYPED.has(parsed.language) || !CLASS_KINDS.has(event.kind)) return [];
  // A Scala operator or a quoted Kotlin name is not an event, and may be an invalid pattern.
  if (!/^\w+$/.test(event.name)) return [];
  return index.memo.of(findListeners, symbolKey(type), () => findListeners(resolver, type, event.name));
}

function findListeners(resolver: Resolver, type: SymbolRef, name: string): SymbolRef[] {
  const { index } = resolver;
  const uses = index.referencesTo(name, MOST_USES).filter(({ file }) => index.traits.test[file] !== 1);
  if (uses.length === MOST_USES) return [];
  const found = new Map<string, SymbolRef>();
  for (const use of uses) {
    if (use.kind !== "type" && use.kind !== "reference") continue;
    const parsed = index.parsed(use.file);
    if (!parsed) continue;
    for (const definition of methodsAt(parsed, use.scope)) {
      if (!listensTo(parsed, definition, name, index.files.paths[use.file]!)) continue;
      const targets = resolver.resolve(use.file, { ...use, name });
      if (targets.some((one) => sameSymbol(one, type))) {
        found.set(`${use.file}:${definition}`, { file: use.file, definition });
      }
    }
  }
  return [...found.values()];
}

/** The method itself, or the methods of a class. */
function methodsAt(parsed: ParsedFile, scope: number): number[] {
  const one = parsed.definitions[scope];
  if (!one) return [];
  if (!CLASS_KINDS.has(one.kind)) return [scope];
  return parsed.definitions.flatMap(({ parent, kind }, at) =>
    parent === scope && kind === "method" ? [at] : []
  );
}

/** Places that create the objects with which a framework calls a listener. */
export function eventCreations(resolver: Resolver, symbol: SymbolRef): IndirectCall[] {
  const { index } = resolver;
  const [parsed, listener] = definitionAt(index, symbol);
  if (!parsed || !listener || listener.kind !== "method" || !TYPED.has(parsed.language)) return [];
  const owner = parsed.definitions[listener.parent];
  const words = [...listener.decorators, ...owner?.decorators ?? [], headOf(listener)].join(" ");
  const path = index.files.paths[symbol.file]!;
  return [...new Set(words.match(/\b[A-Z]\w+/g))].filter((name) =>
    listensTo(parsed, symbol.definition, name, path)
  ).flatMap((name) => {
    const uses = index.referencesTo(name, MOST_USES);
    if (uses.length === MOST_USES) return [];
    const creations = uses.filter(({ kind, scope, file }) =>
      (kind === "new" || kind === "call") && scope >= 0 && index.traits.test[file] !== 1
    );
    return creations.filter((use) => {
      const [target] = resolver.resolve(use.file, { ...use, name });
      return target && typedListeners(resolver, target).some((one) => sameSymbol(one, symbol));
    }).map(({ file, scope, line }) => ({ symbol: { file, definition: scope }, line }));
  });
}

/** True if a framework calls the method with an instance of a class of that name. */
function listensTo(parsed: ParsedFile, definition: number, name: string, path: string): boolean {
  const method = parsed.definitions[definition];
  const owner = parsed.definitions[method?.parent ?? -1];
  if (!method) return false;
  const has = (text: string): boolean => new RegExp(`\\b${name}\\b`).test(text);
  const isHandler = owner !== undefined && METHODS.test(method.name);
  const marks = [...method.decorators, ...isHandler ? owner.decorators : []].filter((it) => LISTENS.test(it));
  if (marks.length > 0) return [headOf(method), ...marks].some(has);
  if (!isHandler || !has(headOf(method))) return false;
  const at = owner.signature.search(new RegExp(`\\b${name}\\b`));
  return at >= 0 ? LISTENING_CLASS.test(owner.signature.slice(0, at)) : LISTENING_FOLDER.test(path);
}

/** The parameters of a method as written. */
function headOf({ signature, name }: Definition): string {
  return signature.slice(signature.indexOf(`${name}(`) + name.length);
}
