import { z } from "zod";

/** A document as the editor holds it. */
export interface Document {
  readonly uri: string;
  readonly text: string;
}

/** Of all open documents together, and of one; beyond that the files are read. UTF-16 units. */
const MOST_TEXT = 32 * 1024 * 1024;
const LONGEST_TEXT = 1 << 20;

const OPENED = z.object({ textDocument: z.object({ uri: z.string(), text: z.string() }) });
const CHANGED = z.object({
  textDocument: z.object({ uri: z.string() }),
  contentChanges: z.array(z.object({ text: z.string(), range: z.unknown().optional() })),
});
const CLOSED = z.object({ textDocument: z.object({ uri: z.string() }) });

/** The texts of the documents that are open in the editor. */
export class Documents {
  readonly #texts = new Map<string, string>();
  #size = 0;

  all(): readonly Document[] {
    return [...this.#texts].map(([uri, text]) => ({ uri, text }));
  }

  /** Follows a notification about a document; ignores others. Throws for parameters that do not fit. */
  follow(method: string, params: unknown): void {
    if (method === "textDocument/didOpen") {
      const { uri, text } = OPENED.parse(params).textDocument;
      this.#set(uri, text);
    } else if (method === "textDocument/didChange") {
      const { textDocument: { uri }, contentChanges } = CHANGED.parse(params);
      const last = contentChanges.at(-1);
      // Whole texts were agreed on; of a document that came in pieces the file is read.
      this.#set(uri, contentChanges.some(({ range }) => range !== undefined) ? undefined : last?.text);
    } else if (method === "textDocument/didClose") {
      this.#set(CLOSED.parse(params).textDocument.uri, undefined);
    }
  }

  #set(uri: string, text: string | undefined): void {
    this.#size -= this.#texts.get(uri)?.length ?? 0;
    this.#texts.delete(uri);
    if (text === undefined || text.length > LONGEST_TEXT || this.#size + text.length > MOST_TEXT) return;
    this.#texts.set(uri, text);
    this.#size += text.length;
  }
}
