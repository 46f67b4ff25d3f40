import type { SemanticGap } from "./semantic.ts";

/** A server of Bazel's remote-cache protocol over HTTP: blobs below `/cas/` by their SHA-256, results below `/ac/`. */

/** The server that `index.remote` names. */
export interface CacheService {
  /** Base of the requests: http or https, no credentials, no query, no slash at its end. */
  readonly url: string;
  /** Sent as a bearer token; absent: none is. */
  readonly key?: string;
}

/** Key of an entry: `cas` by the SHA-256 of its bytes, `ac` by a key of our own, 64 hexadecimal digits each. */
export interface CachePlace {
  readonly store: "cas" | "ac";
  readonly hash: string;
}

/** Requests to the cache. */
export type CacheQuestion =
  | {
    readonly type: "get";
    readonly place: CachePlace;
    /** Bytes that may travel. */
    readonly most: number;
    /** Bytes that what is gzipped may have unpacked; absent: it comes as it is. */
    readonly unpacked?: number;
  }
  | { readonly type: "has"; readonly place: CachePlace }
  | { readonly type: "put"; readonly place: CachePlace; readonly bytes: Uint8Array };

/** `found` is false where nothing is kept there; `bytes` only after `get`, and from `cas` only with the hash they are kept by. */
export type CacheOutcome =
  | { readonly ok: true; readonly found: boolean; readonly bytes?: Uint8Array<ArrayBuffer> }
  | SemanticGap;

/** A server as this process asks it. */
export interface RemoteCache {
  ask(question: CacheQuestion, signal: AbortSignal): Promise<CacheOutcome>;
  close(): void;
}
