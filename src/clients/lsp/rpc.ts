import { attempt } from "../../model/attempt.ts";
import { z } from "zod";
import { asFailure } from "../../model/errors.ts";
import { parseJson } from "../../model/json.ts";
import { concat } from "../../model/concat.ts";

/** Maximum length of a message in bytes: a document of a megabyte with every character escaped. */
export const LONGEST_MESSAGE: number = 8 * 1024 * 1024;

/** Maximum length of a header in bytes. */
const LONGEST_HEADER = 8 * 1024;
/** Bytes of an overlong header that may hold the beginning of the next one. */
const KEPT = 64;
const HEADER_END = "\r\n\r\n";
/** The last length; after a malformed message its body precedes the next header. */
const LENGTH = /content-length:[ \t]*(\d{1,15})[ \t]*\r\n(?:[\w-]+:[^\r\n]*\r\n)*\r\n$/i;

/** A message, or the reason for its absence. */
export type Frame =
  | { readonly text: string }
  | { readonly problem: string; readonly kind: "header" | "too long" };

/**
 * Splits a byte stream into messages, each after a header with its `Content-Length`. After a malformed header it goes
 * on at the next one that is complete.
 */
export class Frames {
  #header = "";
  /** Number of bytes missing of the message. */
  #missing = 0;
  /** Parts of the message; undefined if it is too long. */
  #body: Uint8Array[] | undefined = [];
  /** True after the first part of an overlong header, so that it is reported once. */
  #isOverlong = false;

  /** Adds bytes; yields the messages completed by them. */
  *take(chunk: Uint8Array): Generator<Frame> {
    for (let at = 0; at < chunk.length;) {
      if (this.#missing === 0) {
        this.#header += String.fromCharCode(chunk[at++]!);
        if (this.#header.endsWith(HEADER_END) || this.#header.length > LONGEST_HEADER) yield* this.#begin();
        continue;
      }
      const part = chunk.slice(at, at + this.#missing);
      at += part.length;
      this.#missing -= part.length;
      this.#body?.push(part);
      if (this.#missing === 0 && this.#body) yield { text: new TextDecoder().decode(concat(this.#body)) };
    }
  }

  /** Reads the header; an empty message is complete at once. */
  *#begin(): Generator<Frame> {
    const digits = LENGTH.exec(this.#header)?.[1];
    const wasOverlong = this.#isOverlong;
    this.#isOverlong = !this.#header.endsWith(HEADER_END);
    this.#header = this.#isOverlong ? this.#header.slice(-KEPT) : "";
    this.#missing = Number(digits ?? 0);
    this.#body = this.#missing > LONGEST_MESSAGE ? undefined : [];
    if (digits === undefined) {
      if (!wasOverlong) yield { problem: "the header names no Content-Length", kind: "header" };
    } else if (!this.#body) {
      yield { problem: `the message is longer than ${LONGEST_MESSAGE} bytes`, kind: "too long" };
    } else if (this.#missing === 0) yield { text: "" };
  }
}

/** A message with its header. */
export function framed(message: unknown): string {
  const text = JSON.stringify(message);
  return `Content-Length: ${new TextEncoder().encode(text).length}${HEADER_END}${text}`;
}

/** Errors of JSON-RPC and of the Language Server Protocol. */
export const CODES = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  notInitialized: -32002,
  cancelled: -32800,
  requestFailed: -32803,
} as const;

/** An error that is answered with its own code. */
export class RpcError extends Error {
  constructor(readonly code: number, message: string) {
    super(message);
  }
}

/** Number or text by which the client knows a request. */
type RequestId = number | string;

/** Message handlers of a server. */
export interface Handlers {
  /** Undefined for a method that it does not know. */
  request(method: string): ((params: unknown, signal: AbortSignal) => unknown) | undefined;
  /** Unknown ones are ignored, as the protocol demands. */
  notification(method: string, params: unknown): void;
}

const IDENTIFIED = z.object({ id: z.union([z.number().int(), z.string().max(200)]) });
/** A request, a notification, or the answer to a request of ours, of which there are none. */
const MESSAGE = z.object({
  jsonrpc: z.literal("2.0"),
  method: z.string().optional(),
  params: z.unknown().optional(),
}).extend(IDENTIFIED.partial().shape);

/** Answers requests of JSON-RPC 2.0, several at a time; whatever goes wrong is answered and never thrown. */
export class Rpc {
  readonly #running = new Map<RequestId, AbortController>();

  /** @param send writes one message */
  constructor(private readonly handlers: Handlers, private readonly send: (message: unknown) => void) {}

  receive(frame: Frame): void {
    if ("problem" in frame) {
      const code = frame.kind === "header" ? CODES.parseError : CODES.invalidRequest;
      return this.#fail(null, code, frame.problem);
    }
    const value: unknown = attempt(() => parseJson(frame.text));
    if (value === undefined) {
      return this.#fail(null, CODES.parseError, "the message is no JSON, or has too many lists and objects");
    }
    const { id, method, params } = MESSAGE.safeParse(value).data ?? {};
    if (id === undefined && method === undefined) {
      const own = IDENTIFIED.safeParse(value).data?.id ?? null;
      this.#fail(own, CODES.invalidRequest, "the message is no request of JSON-RPC 2.0");
    } else if (id !== undefined && method !== undefined) void this.#answer(id, method, params);
    else if (method === "$/cancelRequest") {
      const cancelled = IDENTIFIED.safeParse(params).data;
      if (cancelled) this.#running.get(cancelled.id)?.abort();
    } else if (method !== undefined) {
      // There is nothing to answer a notification with.
      attempt(() => this.handlers.notification(method, params));
    }
  }

  async #answer(id: RequestId, method: string, params: unknown): Promise<void> {
    const controller = new AbortController();
    this.#running.set(id, controller);
    try {
      const handle = this.handlers.request(method);
      if (!handle) throw new RpcError(CODES.methodNotFound, `no such method: ${method.slice(0, 100)}`);
      const result = await handle(params, controller.signal);
      this.send({ jsonrpc: "2.0", id, result: result ?? null });
    } catch (error) {
      const { code, message } = errorOf(error, controller.signal);
      this.#fail(id, code, message);
    } finally {
      if (this.#running.get(id) === controller) this.#running.delete(id);
    }
  }

  #fail(id: RequestId | null, code: number, message: string): void {
    this.send({ jsonrpc: "2.0", id, error: { code, message } });
  }
}

function errorOf(error: unknown, signal: AbortSignal): { readonly code: number; readonly message: string } {
  if (signal.aborted) return { code: CODES.cancelled, message: "cancelled by the client" };
  if (error instanceof RpcError) return error;
  if (error instanceof z.ZodError) {
    const [issue] = error.issues;
    const where = issue?.path.join(".") || "params";
    return { code: CODES.invalidParams, message: `${where.slice(0, 100)}: ${issue?.message ?? "invalid"}` };
  }
  const failure = asFailure(error);
  return { code: CODES.requestFailed, message: `${failure.message}; ${failure.fix}` };
}
