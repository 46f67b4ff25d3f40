import { isLoopback } from "../../platform/connected_worker.ts";
import { withoutLastSlash } from "../../model/paths.ts";

/** Addresses of providers, as users write them and as requests need them. */

/** Returns the value of an environment variable. */
export type Env = (name: string) => string | undefined;

/** Reason against an address for which {@link baseUrl} is undefined. */
export const BAD_ADDRESS = "the address is no http or https one without credentials and query";

/** Ollama's own port. */
const OLLAMA_PORT = 11434;

/**
 * Base address of a service: http or https, without credentials, query, fragment or a trailing slash. Undefined for
 * anything else; credentials in an address end up in logs, so such an address is rejected.
 *
 * @param path path used if the address has none, for instance `/v1`
 */
export function baseUrl(text: string, path = ""): string | undefined {
  const url = URL.parse(text.trim());
  if (!url || !["http:", "https:"].includes(url.protocol) || url.username !== "" || url.password !== "") {
    return undefined;
  }
  if (url.search !== "" || url.hash !== "" || url.hostname === "") return undefined;
  if (url.hostname === "localhost") url.hostname = "127.0.0.1";
  const own = withoutLastSlash(url.pathname).replace(/\/(?:embeddings|chat\/completions|api\/embed)$/, "");
  return url.origin + (own === "" ? path : own);
}

/** True if requests to this base stay on this machine. */
export function isLocal(base: string): boolean {
  const hostname = URL.parse(base)?.hostname ?? "";
  return isLoopback(hostname);
}

/**
 * Address of the local Ollama from `OLLAMA_HOST`: a host, a port, both, or an address. Undefined for another machine:
 * the variable alone is no permission to send texts there.
 */
export function localOllama(host: string | undefined): string | undefined {
  const text = host?.trim() ?? "";
  if (text === "") return `http://127.0.0.1:${OLLAMA_PORT}`;
  const address = text.includes("://") ? text : `http://${text.startsWith(":") ? `127.0.0.1${text}` : text}`;
  const url = URL.parse(address);
  if (!url || url.protocol !== "http:") return undefined;
  if (!text.includes("://") && !/:\d+$/.test(text)) url.port = String(OLLAMA_PORT);
  // The address a server binds to; a client uses this machine's own.
  if (url.hostname === "0.0.0.0" || url.hostname === "[::]") url.hostname = "127.0.0.1";
  const base = baseUrl(url.href);
  return base !== undefined && isLocal(base) ? base : undefined;
}
