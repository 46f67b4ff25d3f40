import { SOURCE_BYTES } from "./limits.ts";
import { endChild } from "./children.ts";
import { startInteractiveGit } from "./git.ts";

/** Reads git objects by id, from one long-running git process. */
export interface ObjectReader {
  /**
   * Contents of blobs by object id, or by `commit:./path` and `commit^:./path` for a file after and before a commit.
   * Missing objects and other types are omitted. Never rejects. Requests are processed one after the other.
   */
  read(ids: readonly string[]): Promise<ReadonlyMap<string, Uint8Array<ArrayBuffer>>>;
  close(): void;
}

const ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{12,64}\^?:\.\/[^\0\r\n]+)$/;

/**
 * Starts `git cat-file --batch`, which reads only the object store: no work tree, attributes or filters. Undefined
 * without git.
 */
export function openObjects(folder: string): ObjectReader | undefined {
  const child = startInteractiveGit(folder, ["cat-file", "--batch"]);
  if (!child) return undefined;
  const input = child.stdin.getWriter();
  const output = new Output(child.stdout.getReader());
  let turn: Promise<unknown> = Promise.resolve();
  const ask = async (ids: readonly string[]): Promise<ReadonlyMap<string, Uint8Array<ArrayBuffer>>> => {
    const found = new Map<string, Uint8Array<ArrayBuffer>>();
    try {
      for (const id of ids) {
        await input.write(new TextEncoder().encode(`${id}\n`));
        const bytes = await output.object();
        if (bytes) found.set(id, bytes);
      }
    } catch {
      // Git ended: the result contains the objects read so far.
    }
    return found;
  };
  return {
    read: (ids) => {
      const answer = turn.then(() => ask(ids.filter((id) => ID.test(id))));
      turn = answer;
      return answer;
    },
    close: () => endChild(child),
  };
}

/** Parser of git's output: `<id> <type> <size>`, a line feed, the bytes, a line feed; or one line `<id> missing`. */
class Output {
  #left: Uint8Array<ArrayBuffer> = new Uint8Array(0);

  constructor(private readonly reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>) {}

  /** The next object's bytes; undefined if it is missing, not a blob, or too large. */
  async object(): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const head = / (\w+) (\d+)$/.exec(await this.#line());
    if (!head) return undefined;
    const size = Number(head[2]);
    // Git sends larger ones nevertheless.
    const keeps = head[1] === "blob" && size <= SOURCE_BYTES;
    const bytes = new Uint8Array(keeps ? size : 0);
    for (let at = 0; at < size;) {
      const piece = await this.#take(size - at);
      if (keeps) bytes.set(piece, at);
      at += piece.length;
    }
    await this.#take(1);
    return keeps ? bytes : undefined;
  }

  async #line(): Promise<string> {
    for (let line = "";;) {
      const [byte = 0] = await this.#take(1);
      if (byte === 10) return line;
      line += String.fromCharCode(byte);
    }
  }

  /** Returns between one and `most` bytes. */
  async #take(most: number): Promise<Uint8Array<ArrayBuffer>> {
    while (this.#left.length === 0) {
      const { value, done } = await this.reader.read();
      if (done) throw new Error("git ended");
      this.#left = value;
    }
    const taken = this.#left.subarray(0, most);
    this.#left = this.#left.subarray(taken.length);
    return taken;
  }
}
