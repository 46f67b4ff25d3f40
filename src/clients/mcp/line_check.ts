import { PROTOCOL_VERSION_META_KEY } from "@modelcontextprotocol/server";
import { z } from "zod";
import { parseJson } from "../../model/json.ts";
import type { LineEnds } from "../../platform/bounded_lines.ts";

/** Error codes of JSON-RPC, and of the protocol of 2026-07-28 for a version that the server does not speak. */
const CODES = {
  parseError: -32700,
  invalidRequest: -32600,
  invalidParams: -32602,
  unsupportedVersion: -32022,
} as const;

/** Protocol versions without `initialize`. */
const SUPPORTED: readonly string[] = ["2026-07-28"];

const ID = z.union([z.number(), z.string()]);
const MESSAGE = z.object({
  jsonrpc: z.literal("2.0"),
  id: ID.optional(),
  method: z.string(),
  params: z.record(z.string(), z.unknown()).optional(),
});
const RESPONSE = z.object({ jsonrpc: z.literal("2.0"), id: ID.nullish(), method: z.undefined().optional() });
const IDENTIFIED = z.object({ id: ID });
const VERSIONED = z.object({ _meta: z.object({ [PROTOCOL_VERSION_META_KEY]: z.string() }) });

/**
 * The check of a client's lines before the library reads them. The library drops lines that are no messages, so that the
 * client would wait, and it decides for the older protocol by any first request without a version.
 */
export function lineCheck(): (line: string) => string | undefined {
  let isInitialized = false;
  return (line) => {
    if (line.trim() === "") return undefined;
    let value: unknown;
    try {
      value = parseJson(line);
    } catch {
      return failure(null, CODES.parseError, "the message is no JSON, or has too many lists and objects");
    }
    const message = MESSAGE.safeParse(value);
    if (!message.success) {
      return RESPONSE.safeParse(value).success ? undefined : notRequest(value, message.error);
    }
    const { id, method, params } = message.data;
    isInitialized ||= method === "initialize";
    return isInitialized || id === undefined ? undefined : versionProblem(id, params);
  };
}

function notRequest(value: unknown, error: z.ZodError): string {
  const where = error.issues[0]?.path.join(".") || "message";
  const id = IDENTIFIED.safeParse(value).data?.id ?? null;
  return failure(id, CODES.invalidRequest, `the message is no request of JSON-RPC 2.0: ${where}`);
}

/** The error for a request without `initialize` that names no version, or an unknown one. */
function versionProblem(id: string | number, params: unknown): string | undefined {
  const requested = VERSIONED.safeParse(params).data?._meta[PROTOCOL_VERSION_META_KEY];
  if (requested === undefined) {
    const message =
      `send initialize first, or name the version in params._meta["${PROTOCOL_VERSION_META_KEY}"]`;
    return failure(id, CODES.invalidParams, message);
  }
  if (SUPPORTED.includes(requested)) return undefined;
  const data = { supported: SUPPORTED, requested };
  return failure(id, CODES.unsupportedVersion, `unsupported protocol version: ${requested}`, data);
}

function failure(id: string | number | null, code: number, message: string, data?: unknown): string {
  return JSON.stringify({
    jsonrpc: "2.0",
    id,
    error: { code, message, ...(data !== undefined && { data }) },
  });
}

/** The longest message of a client, bytes: texts of arguments are cut to 4,000 characters anyway. */
export const LONGEST_MESSAGE: number = 4 * 1024 * 1024;

const WRITTEN_ID = String.raw`"id"\s*:\s*(-?\d{1,15}|"[^"\\]{1,200}")`;
/** Clients write the id right behind the version, or last. */
const FIRST = new RegExp(String.raw`^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?${WRITTEN_ID}\s*,`);
const LAST = new RegExp(String.raw`[\]}"\w]\s*,\s*${WRITTEN_ID}\s*\}\s*$`);

/** The error that answers a message too long to be read, with its id where one of its ends shows it. */
export function tooLong({ head, tail }: LineEnds): string {
  const id = FIRST.exec(head)?.[1] ?? LAST.exec(tail)?.[1];
  const message = `the message is longer than ${LONGEST_MESSAGE} bytes`;
  return failure(id === undefined ? null : JSON.parse(id), CODES.invalidRequest, message);
}
