import { brotliCompressSync, constants } from "node:zlib";
import { withFastLexer } from "./grammar.ts";
import languages from "../languages.json" with { type: "json" };

/** The best quality is a tenth smaller and takes thirty times as long. */
const PACKING = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 9,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  },
};

/**
 * Build step: puts the parser and one grammar per language into `folder`, packed with Brotli. Packed, they are a
 * fourteenth of the size, and cost some milliseconds where one is used. The files end in `.grammar`, since `deno compile --include` takes `.wasm` files for modules.
 */
export function buildAssets(folder: string): void {
  Deno.mkdirSync(folder, { recursive: true });
  const put = (name: string, bytes: Uint8Array): void => {
    Deno.writeFileSync(`${folder}/${name}.grammar`, brotliCompressSync(bytes, PACKING));
  };
  const read = (from: string): Uint8Array => Deno.readFileSync(`node_modules/${from}`);
  put("tree-sitter", read("web-tree-sitter/web-tree-sitter.wasm"));
  for (const { id, grammar } of languages) {
    if (grammar !== undefined) put(id, withFastLexer(read(`${grammar.package}/${grammar.file}`)));
  }
}
