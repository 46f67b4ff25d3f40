import { z } from "zod";

/** Errors of JSON-RPC. */
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

const ID = z.union([z.number(), z.string()]);
const MESSAGE = z.object({
  jsonrpc: z.literal("2.0"),
  id: ID.optional(),
  method: z.string(),
  params: z.record(z.string(), z.unknown()).optional(),
});
const RESPONSE = z.object({ jsonrpc: z.literal("2.0"), id: ID.nullish(), method: z.undefined().optional() });
const IDENTIFIED = z.object({ id: ID });

/**
 * The error that answers a line which is no message of JSON-RPC 2.0, with its id where it has one; undefined for a message
 * and for a blank line. The library drops such lines, and the client would wait for ever.
 */
export function malformed(line: string): string | undefined {
  if (line.trim() === "") return undefined;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return failure(null, PARSE_ERROR, "the message is no JSON");
  }
  const message = MESSAGE.safeParse(value);
  if (message.success || RESPONSE.safeParse(value).success) return undefined;
  const where = message.error.issues[0]?.path.join(".") || "message";
  const id = IDENTIFIED.safeParse(value).data?.id ?? null;
  return failure(id, INVALID_REQUEST, `the message is no request of JSON-RPC 2.0: ${where}`);
}

function failure(id: string | number | null, code: number, message: string): string {
  return JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } });
}
