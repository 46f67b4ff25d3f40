import { attempt } from "../model/attempt.ts";
import { env } from "./host_files.ts";

/** Response to a request. */
export interface LoopbackAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/**
 * Starts a server on a free port of 127.0.0.1, unreachable from other machines, to test a delivery without a network. Its `url`
 * has no trailing slash.
 */
export function startLoopback(answer: (path: string, body: string) => LoopbackAnswer) {
  const options = { hostname: "127.0.0.1", port: 0, onListen: () => {} };
  const server = Deno.serve(options, async (request) => {
    const { status, type, body } = answer(new URL(request.url).pathname, await request.text());
    return new Response(body, { status, headers: { "content-type": type } });
  });
  return { url: `http://127.0.0.1:${server.addr.port}`, close: () => server.shutdown() };
}

/** Creates an empty temporary folder for {@link removeScratch}; absolute, without links. */
export function makeScratch(): string {
  const folder = `${env("TMPDIR") ?? "/tmp"}/auto-tools-${crypto.randomUUID()}`;
  // Deno.makeTempDir needs an additional permission that the compiled program does not have.
  Deno.mkdirSync(folder, { mode: 0o700 });
  return Deno.realPathSync(folder);
}

/** Writes a text below a folder from {@link makeScratch}. */
export function writeScratch(path: string, text: string): void {
  Deno.writeTextFileSync(path, text);
}

/** Removes a folder from {@link makeScratch} with its content. */
export function removeScratch(folder: string): void {
  // On failure the system clears its temporary folder.
  attempt(() => Deno.removeSync(folder, { recursive: true }));
}
