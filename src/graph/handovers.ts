import { isEventName } from "../syntax/handovers.ts";
import type { IndirectCall, ResolvedUse } from "./indirect_call.ts";
import { enqueuedJobs, enqueuesOf } from "./jobs.ts";
import { eventsOf, listenersOf, senders } from "./named_events.ts";
import type { Resolver } from "./resolve.ts";
import { sendsSignal, signalHandlers, signalSenders } from "./signals.ts";
import type { SymbolRef } from "./symbol_ref.ts";
import { eventCreations, typedListeners } from "./typed_events.ts";

/**
 * Indirect callees of a definition: listeners of the events and signals it sends, workers of the jobs it enqueues.
 */
export function indirectCallees(
  resolver: Resolver,
  from: SymbolRef,
  uses: readonly ResolvedUse[],
): IndirectCall[] {
  const { index } = resolver;
  // Tests create events only to pass them to the code under test.
  const isTest = index.traits.test[from.file] === 1;
  return uses.flatMap(({ use, target }) => {
    const at = (symbols: readonly SymbolRef[]): IndirectCall[] =>
      symbols.map((symbol) => ({ symbol, line: use.line }));
    if (isEventName(use.name)) return use.kind === "call" ? at(listenersOf(resolver, use.name)) : [];
    const jobs = enqueuedJobs(resolver, from.file, use);
    if (jobs.length > 0) return at(jobs);
    if (target && !isTest && (use.kind === "new" || use.kind === "call")) {
      return at(typedListeners(resolver, target));
    }
    return sendsSignal(use) ? at(signalHandlers(resolver, from.file, use)) : [];
  });
}

/** Indirect callers of a definition. */
export function indirectCallers(resolver: Resolver, symbol: SymbolRef): IndirectCall[] {
  return [
    ...eventsOf(resolver, symbol).flatMap((name) => senders(resolver.index, name)),
    ...eventCreations(resolver, symbol),
    ...signalSenders(resolver, symbol),
    ...enqueuesOf(resolver, symbol),
  ];
}
