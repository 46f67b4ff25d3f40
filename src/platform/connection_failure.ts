import { valueFor } from "../model/text.ts";

const CAUSES: readonly (readonly [cause: string, phrases: readonly string[]])[] = [
  ["connection refused", ["refused"]],
  ["its certificate is not trusted", ["certificate", "unknownissuer"]],
  ["its name does not resolve", ["dns", "lookup", "resolve"]],
  ["this address was not granted", ["notcapable"]],
];

/** The cause of a failed connection in words, from the message of its error. */
export function connectionFailure(error: unknown): string {
  return valueFor(String(error), CAUSES) ?? "the connection failed";
}
