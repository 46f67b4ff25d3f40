import { attempt } from "../model/attempt.ts";
import { env } from "./environment.ts";

/** A server on the loopback interface, for proving a delivery without the network. */
export interface Loopback {
  /** `http://127.0.0.1:PORT`, without a trailing slash. */
  readonly url: string;
  close(): Promise<void>;
}

/** What a request is answered with. */
export interface LoopbackAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** Starts a server on a free port of 127.0.0.1; nothing outside of this machine reaches it. */
export function startLoopback(answer: (path: string, body: string) => LoopbackAnswer): Loopback {
  const options = { hostname: "127.0.0.1", port: 0, onListen: () => {} };
  const server = Deno.serve(options, async (request) => {
    const { status, type, body } = answer(new URL(request.url).pathname, await request.text());
    return new Response(body, { status, headers: { "content-type": type } });
  });
  return { url: `http://127.0.0.1:${server.addr.port}`, close: () => server.shutdown() };
}

/** Makes an empty folder that {@link removeScratch} takes away again; absolute, without links. */
export function makeScratch(): string {
  const folder = `${env("TMPDIR") ?? "/tmp"}/auto-tools-${crypto.randomUUID()}`;
  // Deno.makeTempDir asks for a right of its own, which a compiled program does not have.
  Deno.mkdirSync(folder, { mode: 0o700 });
  return Deno.realPathSync(folder);
}

/** Writes a text under a folder of {@link makeScratch}. */
export function writeScratch(path: string, text: string): void {
  Deno.writeTextFileSync(path, text);
}

/** Removes a folder of {@link makeScratch} with all that is in it. */
export function removeScratch(folder: string): void {
  // The system clears its temporary folder.
  attempt(() => Deno.removeSync(folder, { recursive: true }));
}
