import { endChild } from "./children.ts";
import { converseWithGit } from "./git.ts";

/** Contents of git objects by their ids, from one git that is started once. */
export interface ObjectReader {
  /**
   * The contents of blobs by their ids, or by `commit:./path` and `commit^:./path` for what a file held after a commit and
   * before it; what is missing, or is no blob, is left out. Never rejects. Questions are answered one after the other.
   */
  read(ids: readonly string[]): Promise<ReadonlyMap<string, Uint8Array<ArrayBuffer>>>;
  close(): void;
}

const ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{12,64}\^?:\.\/[^\0\r\n]+)$/;
/** Larger contents are no source code; git sends them all the same, they are not kept. Bytes. */
const LARGEST = 4 * 1024 * 1024;

/**
 * Starts `git cat-file --batch`, which reads the object store and nothing else: no work tree, no attributes, no filters.
 * Undefined without git.
 */
export function openObjects(folder: string): ObjectReader | undefined {
  const child = converseWithGit(folder, ["cat-file", "--batch"]);
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
      // Git ended: what was read until then is the answer.
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

/** Git's answers: `<id> <type> <size>`, a line break, the bytes, a line break; or one line `<id> missing`. */
class Output {
  #left: Uint8Array<ArrayBuffer> = new Uint8Array(0);

  constructor(private readonly reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>) {}

  /** The next answer's bytes; undefined when it is no blob or too large. */
  async object(): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const head = / (\w+) (\d+)$/.exec(await this.#line());
    if (!head) return undefined;
    const size = Number(head[2]);
    const keeps = head[1] === "blob" && size <= LARGEST;
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

  /** Between one and `most` bytes. */
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
