import type { LineEnds } from "../../platform/bounded_lines.ts";

/** The longest message of a client, bytes: texts of arguments are cut to 4,000 characters anyway. */
export const LONGEST_MESSAGE: number = 4 * 1024 * 1024;

const INVALID_REQUEST = -32600;
const ID = String.raw`"id"\s*:\s*(-?\d{1,15}|"[^"\\]{1,200}")`;
/** Clients write the id right behind the version, or last. */
const FIRST = new RegExp(String.raw`^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?${ID}\s*,`);
const LAST = new RegExp(String.raw`[\]}"\w]\s*,\s*${ID}\s*\}\s*$`);

/** The error that answers a message too long to be read, with its id where one of its ends shows it. */
export function tooLong({ head, tail }: LineEnds): string {
  const id = FIRST.exec(head)?.[1] ?? LAST.exec(tail)?.[1];
  const message = `the message is longer than ${LONGEST_MESSAGE} bytes`;
  const error = { code: INVALID_REQUEST, message };
  return JSON.stringify({ jsonrpc: "2.0", id: id === undefined ? null : JSON.parse(id), error });
}
