// @ts-types="@modelcontextprotocol/sdk/client/streamableHttp"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
// @ts-types="@modelcontextprotocol/sdk/shared/transport"
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { CkbServer } from "../../model/ckb.ts";

const NONE = 0;

/** Streamable HTTP by the official client; no login is tried, no redirect leaves the origin, nothing is tried twice. */
export function httpTransport(
  { url, token }: Extract<CkbServer, { kind: "http" }>,
  fetch: (url: string | URL, init?: RequestInit) => Promise<Response>,
): Transport {
  return new StreamableHTTPClientTransport(new URL(url), {
    fetch,
    ...(token !== undefined && { requestInit: { headers: { authorization: `Bearer ${token}` } } }),
    reconnectionOptions: {
      maxRetries: NONE,
      initialReconnectionDelay: NONE,
      maxReconnectionDelay: NONE,
      reconnectionDelayGrowFactor: NONE,
    },
  }) as Transport;
}
