import { attempt } from "../../model/attempt.ts";
import { z } from "zod";
import { asFailure } from "../../model/errors.ts";
import { parseJson } from "../../model/json.ts";
import type { Frame } from "./frames.ts";

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
