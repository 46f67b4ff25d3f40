import { SOURCE_BYTES } from "../../platform/limits.ts";
import { z } from "zod";
import type { OpenText } from "../../model/navigation.ts";
import { fileOf, pathBelow } from "./folders.ts";

/** Of all open documents with their addresses; beyond that the files are read. UTF-16 units. */
const MOST_TEXT = 32 * 1024 * 1024;

const NOTICE = z.object({
  textDocument: z.object({ uri: z.string(), text: z.string().optional() }),
  contentChanges: z.array(z.object({ text: z.string(), range: z.unknown().optional() })).optional(),
});

/** The texts of the documents that are open in the editor. */
export class Documents {
  readonly #texts = new Map<string, string>();
  #size = 0;

  /** Those below a folder. */
  below(root: string): OpenText[] {
    return [...this.#texts].flatMap(([uri, text]) => {
      const path = pathBelow(root, fileOf(uri));
      return path === undefined ? [] : [{ path, text }];
    });
  }

  /** Follows a notification about a document; ignores others. Throws for parameters that do not fit. */
  follow(method: string, params: unknown): void {
    if (!["Open", "Change", "Close"].some((one) => method === `textDocument/did${one}`)) return;
    const { textDocument: { uri, text }, contentChanges: changes = [] } = NOTICE.parse(params);
    // Whole texts were agreed on; of a document that came in pieces the file is read.
    const isKnown = !method.endsWith("Close") && changes.every(({ range }) => range === undefined);
    this.#set(uri, isKnown ? changes.at(-1)?.text ?? text : undefined);
  }

  #set(uri: string, text: string | undefined): void {
    const known = this.#texts.get(uri);
    if (known !== undefined) this.#size -= uri.length + known.length;
    this.#texts.delete(uri);
    const size = uri.length + (text?.length ?? 0);
    if (text === undefined || text.length > SOURCE_BYTES || this.#size + size > MOST_TEXT) return;
    this.#texts.set(uri, text);
    this.#size += size;
  }
}
