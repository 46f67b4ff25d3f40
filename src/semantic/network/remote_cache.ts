import { CHUNK_BYTES } from "../../platform/limits.ts";
import type { CacheOutcome, CacheQuestion, CacheService } from "../../model/remote_cache.ts";
import { decompress } from "../../platform/compression.ts";
import { bearer } from "../providers/vectors.ts";
import type { HttpClient } from "../../platform/http.ts";
import { sha256 } from "../../platform/sha256.ts";

/** Longest exchange: a part of the largest size at half a megabyte a second. Milliseconds. */
const PATIENCE_MS = 120_000;
/** For what has no body. Milliseconds. */
const QUESTION_MS = 10_000;

/** Asks a remote cache. Never rejects. */
export async function askCache(
  client: HttpClient,
  { url, key }: CacheService,
  { question, signal }: { readonly question: CacheQuestion; readonly signal: AbortSignal },
): Promise<CacheOutcome> {
  const { store, hash } = question.place;
  const timeoutMs = question.type === "has" ? QUESTION_MS : PATIENCE_MS;
  const outcome = await client.transfer(
    {
      url: `${url}/${store}/${hash}`,
      headers: bearer(key),
      ...(question.type === "put" && { body: question.bytes }),
    },
    { signal, timeoutMs, mostBytes: question.type === "get" ? question.most : CHUNK_BYTES },
    METHODS[question.type],
  );
  if (outcome.ok) {
    return question.type === "get" ? received(outcome.bytes, question) : { ok: true, found: true };
  }
  if (outcome.status === 404 && question.type !== "put") return { ok: true, found: false };
  const detail = outcome.status === 404 ? "it keeps nothing at this address: 404" : outcome.detail;
  return { ok: false, reason: outcome.reason, detail: detail.replaceAll("the provider", "the server") };
}

/** The received blob, after its hash was verified. */
function received(
  bytes: Uint8Array<ArrayBuffer>,
  { place, unpacked }: Extract<CacheQuestion, { type: "get" }>,
): CacheOutcome {
  if (place.store === "cas" && sha256(bytes) !== place.hash) {
    return bad(`a part is not what its hash says: ${place.hash}`);
  }
  const whole = unpacked === undefined ? bytes : decompress(bytes, unpacked);
  return whole ? { ok: true, found: true, bytes: whole } : bad(`a part cannot be unpacked: ${place.hash}`);
}

function bad(detail: string): CacheOutcome {
  return { ok: false, reason: "bad_response", detail };
}

const METHODS = { get: "GET", has: "HEAD", put: "PUT" } as const;
