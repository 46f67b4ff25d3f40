import type { LexicalIndex } from "../index/lexical_index.ts";
import { CHANNEL, isEventName } from "../syntax/handovers.ts";
import { receiversOf, sendersTo } from "./channels.ts";
import type { HandedOver, KnownUse } from "./handed_over.ts";
import { enqueuedJobs, enqueues, enqueuesOf } from "./jobs.ts";
import { eventsOf, listenersOf, senders } from "./named_events.ts";
import { listedMembers, listingUses } from "./listed_classes.ts";
import type { Resolver } from "./resolve.ts";
import { sendsSignal, signalHandlers, signalSenders } from "./signals.ts";
import type { SymbolRef } from "./symbol_ref.ts";
import { eventCreations, typedListeners } from "./typed_events.ts";

/**
 * What a definition hands on to without calling it: listeners of the events that it sends, what receives from the channels
 * and signals that it sends to, what runs the jobs that it puts into a queue, the members of the classes that it lists.
 */
export function handsOnTo(
  resolver: Resolver,
  from: SymbolRef,
  uses: readonly KnownUse[],
): HandedOver[] {
  const { index } = resolver;
  // Tests make events to hand them to what they test.
  const isTest = index.traits.test[from.file] === 1;
  const found = uses.flatMap(({ use, meaning }) => {
    const at = (symbols: readonly SymbolRef[]): HandedOver[] =>
      symbols.map((symbol) => ({ symbol, line: use.line }));
    if (isEventName(use.name)) return use.kind === "call" ? at(listenersOf(resolver, use.name)) : [];
    if (use.name === CHANNEL) {
      return use.kind === "call" ? at(receiversOf(resolver, from.file, use)) : [];
    }
    const jobs = enqueuedJobs(resolver, from.file, use);
    if (jobs.length > 0) return at(jobs);
    if (meaning && !isTest && (use.kind === "new" || use.kind === "call")) {
      return at(typedListeners(resolver, meaning));
    }
    return sendsSignal(use) ? at(signalHandlers(resolver, from.file, use)) : [];
  });
  return [...found, ...listedMembers(index, uses)];
}

/** What hands on to a definition without calling it. */
export function handedOnBy(resolver: Resolver, symbol: SymbolRef): HandedOver[] {
  return [
    ...eventsOf(resolver, symbol).flatMap((name) => senders(resolver.index, name)),
    ...sendersTo(resolver, symbol),
    ...eventCreations(resolver, symbol),
    ...signalSenders(resolver, symbol),
    ...enqueuesOf(resolver, symbol),
    ...listingUses(resolver, symbol),
  ];
}

/** Whether a definition looks as if it hands something on without a call; what it means is not resolved. */
export function sendsOn(index: LexicalIndex, { file, definition }: SymbolRef): boolean {
  return (index.parsed(file)?.references ?? []).some(({ name, kind, scope }) =>
    scope === definition &&
    (kind === "call" && (isEventName(name) || name === CHANNEL || enqueues(name)) ||
      kind === "new" && /\w(?:Event|Message|Command)$/.test(name))
  );
}
