import { writeAll } from "./lines.ts";
import { CHUNK_BYTES } from "./limits.ts";

/** The thread that connects to daemons for a server that gave up writing: it passes bytes on and looks at none of them. */

/** Request to the thread: a socket's address, and the port over which its bytes go. */
export interface ConnectionOrder {
  readonly address: string;
  /** To the socket: bytes, or null, which closes it. From it: true once it is connected, bytes, or null at its end. */
  readonly port: MessagePort;
}

self.onmessage = ({ data }: MessageEvent<ConnectionOrder>): void => void serve(data);

async function serve({ address, port }: ConnectionOrder): Promise<void> {
  try {
    using connection = await Deno.connect({ transport: "unix", path: address });
    let writing: Promise<void> = Promise.resolve();
    const over = Promise.withResolvers<null>();
    port.onmessage = ({ data }: MessageEvent<Uint8Array | null>) => {
      if (data === null) over.resolve(null);
      else writing = writing.then(() => writeAll(connection, data)).catch(() => over.resolve(null));
    };
    port.postMessage(true);
    const chunk = new Uint8Array(CHUNK_BYTES);
    for (;;) {
      const size = await Promise.race([connection.read(chunk), over.promise]);
      if (size === null) break;
      port.postMessage(chunk.slice(0, size));
    }
  } catch {
    // Like a socket that was closed.
  }
  port.postMessage(null);
  port.close();
}
