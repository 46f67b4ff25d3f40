import { namedUses } from "./aliases.ts";
import type { Reference } from "../syntax/parsed_file.ts";
import { holdsLine } from "../syntax/parsed_file.ts";
import { type IndirectCall, MOST_USES } from "./indirect_call.ts";
import { lastLink } from "./chains.ts";
import type { Resolver } from "./resolve.ts";
import { definitionAt, sameSymbol, symbolKey, type SymbolRef } from "./symbol_ref.ts";

/** Methods of Python signals (Django, blinker) that call the connected handlers. */
const SEND: ReadonlySet<string> = new Set(["send", "send_robust", "asend", "asend_robust", "send_async"]);
/** Methods that connect a handler. */
const CONNECT: ReadonlySet<string> = new Set(["connect", "connect_via"]);
/** Maximum number of lines between `connect(` and the handler. */
const LINES_OF_CALL = 2;

/** True if a use may send a signal. */
export function sendsSignal({ name, kind, receiver }: Reference): boolean {
  return kind === "call" && receiver !== "" && SEND.has(name);
}

/** The handlers connected to the signal sent by a use. */
export function signalHandlers(resolver: Resolver, file: number, use: Reference): SymbolRef[] {
  const signal = signalOf(resolver, file, use);
  const find = (): SymbolRef[] => findHandlers(resolver, signal!);
  return signal ? resolver.index.memo.of(findHandlers, symbolKey(signal), find) : [];
}

/** Places that send the signals a function is connected to. */
export function signalSenders(resolver: Resolver, symbol: SymbolRef): IndirectCall[] {
  const { index } = resolver;
  const [parsed, own] = definitionAt(index, symbol);
  if (parsed?.language !== "python" || !own) return [];
  const isConnected = own.decorators.some((one) => /^(?:receiver\b|[\w.]+\.connect)/.test(one)) ||
    index.referencesTo(own.name, MOST_USES).some(({ kind }) => kind === "reference");
  if (!isConnected) return [];
  return [...SEND].flatMap((name) => namedUses(index, name, MOST_USES))
    .filter((site) => site.scope >= 0 && sendsSignal(site) && index.traits.test[site.file] !== 1)
    .filter((site) => signalHandlers(resolver, site.file, site).some((one) => sameSymbol(one, symbol)))
    .map(({ file, scope, line }) => ({ symbol: { file, definition: scope }, line }));
}

/** The top-level variable that is the receiver. */
function signalOf(resolver: Resolver, file: number, use: Reference): SymbolRef | undefined {
  const { index } = resolver;
  if (index.parsed(file)?.language !== "python" || !/^[\w.]+$/.test(use.receiver)) return undefined;
  const found = resolver.receiverOf(file, use);
  const kind = found && definitionAt(index, found)[1]?.kind;
  return kind === "variable" || kind === "constant" ? found : undefined;
}

function findHandlers(resolver: Resolver, signal: SymbolRef): SymbolRef[] {
  const { index } = resolver;
  const name = index.parsed(signal.file)?.definitions[signal.definition]?.name ?? "";
  const connects = new RegExp(
    `^(?:[\\w.]*\\breceiver\\s*\\(.*\\b${name}\\b|(?:[\\w.]+\\.)?${name}\\.connect)`,
    "s",
  );
  const isIt = (file: number, use: Reference): boolean => {
    const target = signalOf(resolver, file, use);
    return target !== undefined && sameSymbol(target, signal);
  };
  const connecting = [...CONNECT].flatMap((one) => namedUses(index, one, MOST_USES)).filter((
    { file, receiver },
  ) => index.traits.test[file] !== 1 && lastLink(receiver).name === name);
  const connected = connecting.flatMap(({ file, ...use }) =>
    use.kind === "call" && isIt(file, use) ? handlerArgument(resolver, file, use) : []
  );
  const decorated = [
    ...connecting.filter(({ kind }) => kind === "decorator"),
    ...index.referencesTo("receiver", MOST_USES).filter(({ kind }) => kind === "decorator"),
  ].flatMap(({ file, line }) => {
    const parsed = index.parsed(file);
    const at = parsed?.definitions.findIndex((one) =>
      holdsLine(one, line) && one.decorators.some((text) =>
        connects.test(text)
      )
    ) ?? -1;
    return at >= 0 && isIt(file, { name: "send", kind: "call", receiver: name, line, scope: -1 })
      ? [{ file, definition: at }]
      : [];
  });
  return [...connected, ...decorated];
}

/** The function passed as an argument of a call. */
function handlerArgument(resolver: Resolver, file: number, call: Reference): SymbolRef[] {
  const { index } = resolver;
  const candidates = (index.parsed(file)?.references ?? []).filter(({ kind, scope, line }) =>
    kind === "reference" && scope === call.scope && line >= call.line && line <= call.line + LINES_OF_CALL
  );
  const [first] = candidates.flatMap((use) => resolver.resolve(file, use).slice(0, 1)).filter((one) =>
    one.confidence >= 0.5 && resolver.names.isFunction(one)
  );
  return first ? [{ file: first.file, definition: first.definition }] : [];
}
