import type { ConnectionOrder } from "./daemon_connector_worker.ts";
import { daemonFolder } from "./daemon_place.ts";
import type { Connect, Connection } from "./lines.ts";
import { ownUid } from "./own_files.ts";
import { onFailure, startWorker } from "./permissions.ts";

/**
 * Connects a server that gives up writing to daemons: the runtime lets a thread connect to a socket only if it may
 * write there, and rights cannot be narrowed later. So a thread is started before, which may read and write the
 * folder of the sockets and nothing else. Undefined where there can be no such folder.
 *
 * @param module the thread's code
 */
export function daemonConnector(module: URL): Connect | undefined {
  const folder = daemonFolder();
  // The user id is read while that is allowed: only sockets of this user are connected to.
  if (folder === undefined || ownUid() === null) return undefined;
  const worker = startWorker("daemon connector", module, { read: [folder], write: [folder] });
  let isUp = true;
  onFailure(worker, () => isUp = false);
  return async (address) => {
    if (!isUp) return undefined;
    const { port1, port2 } = new MessageChannel();
    const connection = new PortConnection(port1);
    worker.postMessage({ address, port: port2 } satisfies ConnectionOrder, [port2]);
    return await connection.isOpen ? connection : undefined;
  };
}

/** One end of a connection whose socket is another thread's. */
class PortConnection implements Connection {
  readonly #opened: PromiseWithResolvers<boolean> = Promise.withResolvers();
  readonly #chunks: Uint8Array[] = [];
  #isOver = false;
  #wake: () => void = () => {};

  constructor(private readonly port: MessagePort) {
    port.onmessage = ({ data }: MessageEvent<true | Uint8Array | null>) => {
      if (data === null) this.#isOver = true;
      else if (data !== true) this.#chunks.push(data);
      this.#opened.resolve(data !== null);
      this.#wake();
    };
  }

  /** True if it was connected. */
  get isOpen(): Promise<boolean> {
    return this.#opened.promise;
  }

  async read(into: Uint8Array): Promise<number | null> {
    while (this.#chunks.length === 0) {
      if (this.#isOver) return null;
      await new Promise<void>((resolve) => this.#wake = resolve);
    }
    const chunk = this.#chunks.shift()!;
    const part = chunk.subarray(0, into.length);
    if (part.length < chunk.length) this.#chunks.unshift(chunk.subarray(part.length));
    into.set(part);
    return part.length;
  }

  write(bytes: Uint8Array): Promise<number> {
    this.port.postMessage(bytes.slice());
    return Promise.resolve(bytes.length);
  }

  close(): void {
    this.port.postMessage(null);
    this.port.close();
    this.#isOver = true;
    this.#wake();
  }
}
