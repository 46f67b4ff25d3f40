import words from "../../config/library_words.json" with { type: "json" };
import type { LexicalIndex, ReferenceSite } from "../index/lexical_index.ts";
import { isEventName } from "../syntax/handovers.ts";
import type { Reference } from "../syntax/parsed_file.ts";
import { SCRIPTS } from "./file_names.ts";
import { type IndirectCall, MOST_USES } from "./indirect_call.ts";
import type { Resolver } from "./resolve.ts";
import { sameSymbol, type SymbolRef } from "./symbol_ref.ts";

/** Maximum number of listeners or senders of an event; a more frequent name is too generic to connect them. */
const MOST_ENDS = 6;

/** Events emitted by libraries; a sender in the repository is not connected to their listeners. */
const LIBRARY_EVENTS: ReadonlySet<string> = new Set(
  words.events.split(" ").map((name) => `"${name}"`),
);

/** Non-test functions that listen to an event, given with its quotes. */
export function listenersOf(resolver: Resolver, name: string): SymbolRef[] {
  if (!isSpecific(resolver.index, name)) return [];
  return productUses(resolver.index, name).filter(({ kind }) => kind === "reference")
    .flatMap((use) => listenerOf(resolver, use.file, { ...use, name }) ?? []);
}

/** The events that a function listens to. */
export function eventsOf(resolver: Resolver, symbol: SymbolRef): string[] {
  const { index } = resolver;
  const parsed = index.parsed(symbol.file);
  if (!parsed || !SCRIPTS.has(parsed.language)) return [];
  const name = parsed.definitions[symbol.definition]?.name ?? "";
  const files = new Set([symbol.file, ...index.referencesTo(name, MOST_FILES).map(({ file }) => file)]);
  const events = new Set<string>();
  for (const file of files) {
    for (const use of index.parsed(file)?.references ?? []) {
      if (!isEventName(use.name) || use.kind !== "reference" || !isSpecific(index, use.name)) continue;
      const listener = listenerOf(resolver, file, use);
      if (listener && sameSymbol(listener, symbol)) events.add(use.name);
    }
  }
  return [...events];
}

const MOST_FILES = 60;

/** Places that emit an event. */
export function senders(index: LexicalIndex, name: string): IndirectCall[] {
  return productUses(index, name).filter(({ kind, scope }) => kind === "call" && scope >= 0)
    .map(({ file, scope, line }) => ({ symbol: { file, definition: scope }, line }));
}

/** True if an event name is specific enough to connect senders and listeners. */
function isSpecific(index: LexicalIndex, name: string): boolean {
  if (LIBRARY_EVENTS.has(name)) return false;
  const uses = productUses(index, name);
  const sent = uses.filter(({ kind }) => kind === "call").length;
  return sent <= MOST_ENDS && uses.length - sent <= MOST_ENDS;
}

function productUses(index: LexicalIndex, name: string): NamedUse[] {
  return index.referencesTo(name, MOST_USES).filter(({ file }) => index.traits.test[file] !== 1)
    .map((site) => ({ ...site, name }));
}

type NamedUse = ReferenceSite & Pick<Reference, "name">;

/** The named function that listens. */
function listenerOf(resolver: Resolver, file: number, use: Reference): SymbolRef | undefined {
  return use.receiver === "" ? undefined : resolver.receiverOf(file, use);
}
