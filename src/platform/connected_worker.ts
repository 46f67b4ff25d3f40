import { env } from "./environment.ts";
import { readSmallFile } from "./host_files.ts";
import { startWorker } from "./permissions.ts";

/** Threads that connect: each to the one host and port it was granted, or to nothing, and with no other right. */

const LARGEST_CERTIFICATES = 1024 * 1024;

/**
 * Starts a worker that reads no file, no variable, and starts nothing.
 *
 * @param module the worker's module
 * @param url whose host and port it may connect to; absent: nothing
 */
export function connectedWorker(module: URL, url?: URL): Worker {
  if (url) prepareProcess(url);
  return startWorker("network", module, url ? { net: [`${url.hostname}:${portOf(url)}`] } : {});
}

/** The port of an address, also where it is the protocol's own. */
export function portOf(url: URL): number {
  return Number(url.port) || (url.protocol === "https:" ? 443 : 80);
}

/** Whether a host name, as {@link URL} spells it, is this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/** Authorities the user named for other programs of the same family, for connections that need any; PEM. */
export function certificatesFor(url: URL): string[] {
  const file = mayEncrypt(url) ? env("NODE_EXTRA_CA_CERTS") : undefined;
  const text = file === undefined ? undefined : readSmallFile(file, LARGEST_CERTIFICATES);
  return text?.includes("-----BEGIN CERTIFICATE-----") ? [text] : [];
}

/**
 * The runtime reads these itself, before the worker's first request. Proxies of the environment count for remote
 * servers, never for this machine; beside the built-in authorities the system's are trusted.
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
