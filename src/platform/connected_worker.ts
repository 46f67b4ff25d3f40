import { MESSAGE_BYTES } from "./limits.ts";
import { env, readSmallFile } from "./host_files.ts";
import { startWorker } from "./permissions.ts";

/** Network threads: each may connect to one host and port, or to none, and has no other right. */

/**
 * Starts a worker without access to files, variables and programs.
 *
 * @param module the worker's module
 * @param url the host and port it may connect to; absent: none
 */
export function connectedWorker(module: URL, url?: URL): Worker {
  if (url) prepareProcess(url);
  return startWorker("network", module, url ? { net: [`${url.hostname}:${portOf(url)}`] } : {});
}

/** The port of an address, explicit or the protocol's default. */
export function portOf(url: URL): number {
  return Number(url.port) || (url.protocol === "https:" ? 443 : 80);
}

/** A host name as {@link URL} spells it without the brackets of an IPv6 address. */
export function withoutBrackets(hostname: string): string {
  return hostname.replace("[", "").replace("]", "");
}

/** True if a host name, as spelled by {@link URL}, is this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/** Certificate authorities from NODE_EXTRA_CA_CERTS, for encrypted connections; PEM. */
export function certificatesFor(url: URL): string[] {
  const file = mayEncrypt(url) ? env("NODE_EXTRA_CA_CERTS") : undefined;
  const text = file === undefined ? undefined : readSmallFile(file, MESSAGE_BYTES);
  return text?.includes("-----BEGIN CERTIFICATE-----") ? [text] : [];
}

/**
 * Sets variables that the runtime reads before the worker's first request: proxies of the environment apply to remote
 * servers, never to this machine; the system's authorities are trusted in addition to the built-in ones.
 */
function prepareProcess(url: URL): void {
  if (isLoopback(url.hostname)) {
    const list = env("NO_PROXY") ?? env("no_proxy");
    Deno.env.set("NO_PROXY", [...(list ? [list] : []), "127.0.0.1", "localhost", "::1"].join(","));
  }
  if (mayEncrypt(url) && env("DENO_TLS_CA_STORE") === undefined) {
    Deno.env.set("DENO_TLS_CA_STORE", "system,mozilla");
  }
}

function mayEncrypt({ protocol }: URL): boolean {
  return protocol !== "http:";
}
