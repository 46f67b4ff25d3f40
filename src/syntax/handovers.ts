import { childrenOf } from "./arguments.ts";
import { splitCallee } from "./callee.ts";
import type { Reading } from "./reading.ts";
import { type Source, textOf } from "./source.ts";

/** True if a use names an event, in quotes, rather than a definition. */
export const isEventName = (name: string): boolean => name.startsWith('"');

/**
 * Records an event sent or listened to by name: `emit("saved")` as a call of `"saved"`, `on("saved", this.store)` as a
 * reference with the listener as receiver, or "" for an anonymous function.
 */
export function namedEvent(reading: Reading, row: number, called: string): void {
  const { tables, tree } = reading.source;
  const isSent = tables.eventCalls.send.has(called);
  if (!isSent && !tables.eventCalls.listen.has(called)) return;
  const [first, second] = argumentRows(reading.source, row);
  const event = first === undefined ? undefined : eventOf(textOf(reading.source, first));
  if (event === undefined || !isSent && second === undefined) return;
  const kind = isSent ? "call" : "reference";
  const receiver = isSent ? "" : listenerOf(reading.source, second!);
  reading.refer({ name: `"${event}"`, kind, receiver }, tree.start[row]!);
}

/** Records a task enqueued as a value: `resize.delay(image)`. */
export function queuedTask(reading: Reading, row: number, receiver: string): void {
  const task = splitCallee(receiver);
  if (task === undefined || receiver.startsWith("?")) return;
  reading.mention({ ...task, kind: "reference" }, reading.source.tree.start[row]!);
}

/** Rows of the first two arguments of a call. */
export function argumentRows(source: Source, row: number): number[] {
  const { tree, text } = source;
  const list = tree.children(row).findLast((at) => text[tree.start[at]!] === "(");
  return list === undefined ? [] : childrenOf(source, list).slice(0, 2);
}

/** The event named by a literal or constant; undefined for anything else. */
function eventOf(text: string): string | undefined {
  return /^["'`]([\w$:./ -]{2,60})["'`]$/.exec(text)?.[1] ??
    /^(?:[\w$]+\.)*([A-Z][A-Z0-9_]{2,60})$/.exec(text)?.[1];
}

/** The name of a listener, possibly bound; "" for an inline function. */
function listenerOf(source: Source, row: number): string {
  const text = textOf(source, row).replace(/\.bind\([^)]*\)$/, "");
  return /^[\w$.]{1,60}$/.test(text) ? text : "";
}
