import { CHUNK_BYTES, MESSAGE_BYTES } from "./limits.ts";
import { connectionFailure } from "./connection_failure.ts";
import { MOST_CONTAINERS, parseObject } from "../model/json.ts";
import type { WireRequest } from "../model/providers.ts";
import type { SemanticGap } from "../model/semantic.ts";
import { readStream } from "./read_stream.ts";
import { wholeNumberIn } from "../model/text.ts";

/** Outcome of a request: an answer, or the reason for its absence. */
export type HttpOutcome = HttpAnswer | HttpGap;

/** A JSON object with a status of 200 to 299. */
export interface HttpAnswer {
  readonly ok: true;
  readonly json: Readonly<Record<string, unknown>>;
}

/** No usable answer. */
export interface HttpGap extends SemanticGap {
  /** True if the same request may succeed a little later. */
  readonly retry: boolean;
  /** The answer's status; absent where none came. */
  readonly status?: number;
  /** Milliseconds the server asked to wait; absent when it did not say. */
  readonly waitMs?: number;
}

/** Bytes with a status of 200 to 299. */
export interface BytesAnswer {
  readonly ok: true;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Bounds of one request. */
export interface HttpLimits {
  readonly signal: AbortSignal;
  /** Milliseconds for the whole exchange. */
  readonly timeoutMs: number;
  /** Bytes of the answer, after decompression. */
  readonly mostBytes: number;
}

/** Bytes to send, or none. */
export interface BytesRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: BodyInit;
}

/** Sends and reads JSON or bytes. Redirects are refused, the answer is bounded in time and size. Never rejects. */
export class HttpClient {
  readonly #client: Deno.HttpClient | undefined;

  /** @param certificates authorities trusted beside the usual ones, PEM */
  constructor(certificates: readonly string[] = []) {
    this.#client = certificates.length > 0
      ? Deno.createHttpClient({ caCerts: [...certificates] })
      : undefined;
  }

  /** Posts JSON and reads JSON. */
  async exchange(request: WireRequest, limits: HttpLimits): Promise<HttpOutcome> {
    const headers = { accept: "application/json", "content-type": "application/json", ...request.headers };
    const sent = { url: request.url, headers, body: JSON.stringify(request.body) };
    return await this.#send("POST", sent, limits, async (response) => {
      const answer = await read(response, limits.mostBytes);
      if (!answer.ok) return answer;
      const json = parseObject(new TextDecoder().decode(answer.bytes));
      return json === undefined
        ? gap("bad_response", `the answer is no JSON object: ${kindOf(response)}`)
        : { ok: true, json };
    });
  }

  /** Sends bytes, or nothing, and reads bytes. */
  async transfer(
    request: BytesRequest,
    limits: HttpLimits,
    method: "GET" | "HEAD" | "PUT",
  ): Promise<BytesAnswer | HttpGap> {
    return await this.#send(method, request, limits, (response) => read(response, limits.mostBytes));
  }

  async #send<Answer>(
    method: string,
    { url, ...sent }: BytesRequest,
    limits: HttpLimits,
    read: (response: Response) => Promise<Answer>,
  ): Promise<Answer | HttpGap> {
    const clock = AbortSignal.timeout(limits.timeoutMs);
    try {
      const response = await fetch(url, {
        method,
        ...sent,
        redirect: "manual",
        signal: AbortSignal.any([limits.signal, clock]),
        ...(this.#client && { client: this.#client }),
      });
      return await read(response);
    } catch (error) {
      return unreachable(error, clock.aborted || limits.signal.aborted);
    }
  }
}

async function read(response: Response, mostBytes: number): Promise<BytesAnswer | HttpGap> {
  const { status } = response;
  if (status >= 300 && status < 400) {
    await response.body?.cancel();
    return gap("bad_response", `the server redirects, which is not followed: ${status}`);
  }
  const most = status >= 400 ? Math.max(mostBytes, CHUNK_BYTES) : mostBytes;
  const bytes = response.body ? await readStream(response.body, most) : new Uint8Array();
  if (bytes === undefined) return gap("bad_response", `the answer is longer than: ${most} bytes`);
  if (status >= 400) return { ...refused(response, parseObject(new TextDecoder().decode(bytes))), status };
  if (status < 200 || status > 299) return gap("bad_response", `unexpected status: ${status}`);
  return { ok: true, bytes };
}

/** A refusal. The server's own words are not repeated: they may quote the key. */
function refused(response: Response, json: Readonly<Record<string, unknown>> | undefined): HttpGap {
  const { status } = response;
  const code = codeOf(json);
  const shown = `${status}${code === undefined ? "" : `, ${code}`}`;
  if (status === 429) {
    const waitMs = waitOf(response.headers);
    const isSpent = code === "insufficient_quota";
    const detail = isSpent ? `the account has no quota left: ${shown}` : `too many requests: ${shown}`;
    return { ...gap("rate_limited", detail), retry: !isSpent, ...(waitMs !== undefined && { waitMs }) };
  }
  if (status === 401 || status === 403) return gap("no_api_key", `the provider refused the key: ${shown}`);
  if (status === 408 || status >= 500) {
    const waitMs = waitOf(response.headers);
    const failed = gap("provider_unreachable", `the provider failed: ${shown}`);
    return { ...failed, retry: true, ...(waitMs !== undefined && { waitMs }) };
  }
  if (status === 404) return gap("bad_response", `no such model or address there: ${shown}`);
  return gap("bad_response", `the provider refused the request: ${shown}`);
}

/** The provider's name for the error, only when it is a word. */
function codeOf(json: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const error = json?.["error"];
  if (typeof error !== "object" || error === null) return undefined;
  const { code, type } = error as Record<string, unknown>;
  return [code, type].find((word): word is string => typeof word === "string" && /^[a-z_]{3,40}$/.test(word));
}

/** `retry-after-ms`, or `Retry-After` in seconds or as a date. */
function waitOf(headers: Headers): number | undefined {
  const milliseconds = wholeNumberIn(headers.get("retry-after-ms"));
  if (milliseconds !== undefined) return milliseconds;
  const after = headers.get("retry-after");
  if (after === null) return undefined;
  if (/^\d{1,6}(?:\.\d+)?$/.test(after)) return Math.ceil(Number(after) * 1000);
  const date = Date.parse(after);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

function unreachable(error: unknown, isLate: boolean): HttpGap {
  if (isLate) return gap("timeout", "the provider did not answer in time");
  const cause = connectionFailure(error);
  return { ...gap("provider_unreachable", `the provider cannot be reached: ${cause}`), retry: true };
}

function kindOf(response: Response): string {
  const type = response.headers.get("content-type") ?? "";
  return /^[\w.+/-]{3,60}/.exec(type)?.[0] ?? "of no type";
}

function gap(reason: SemanticGap["reason"], detail: string): HttpGap {
  return { ok: false, reason, detail, retry: false };
}

/**
 * A `fetch` whose responses end with an error where they grow beyond every bound.
 *
 * @param caCerts authorities trusted beside the usual ones, PEM
 */
export function boundedFetch(
  caCerts: string[],
): (url: string | URL, init?: RequestInit) => Promise<Response> {
  const client = caCerts.length > 0 ? Deno.createHttpClient({ caCerts }) : undefined;
  return async (url, init) => {
    const response = await fetch(url, { ...init, ...(client && { client }) });
    let [left, containers] = [MESSAGE_BYTES, 0];
    const transform = (chunk: Uint8Array, out: TransformStreamDefaultController<Uint8Array>): void => {
      for (const byte of chunk) if (byte === 0x5b || byte === 0x7b) containers++;
      if ((left -= chunk.length) >= 0 && containers <= MOST_CONTAINERS) out.enqueue(chunk);
      else out.error(new Error("the response is too large"));
    };
    return new Response(response.body?.pipeThrough(new TransformStream({ transform })), response);
  };
}
