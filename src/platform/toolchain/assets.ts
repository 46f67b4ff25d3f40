import { brotliCompressSync, constants } from "node:zlib";
import { withoutFrames } from "./frame_variables.ts";
import { splitLargeFunctions } from "./split_functions.ts";
import languages from "../../../config/languages.json" with { type: "json" };

/** The best quality is a tenth smaller and takes thirty times as long. */
const PACKING = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 9,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  },
};

/**
 * Build step: puts the parser and one grammar per language into `folder`, packed with Brotli. Everything embedded is read at
 * every start, about a millisecond per megabyte, needed or not; packed (a fourteenth of the size) it costs little there
 * and some milliseconds where one is used. The files end in `.grammar`, since `deno compile --include` takes `.wasm` files for modules.
 */
export function buildAssets(folder: string): void {
  Deno.mkdirSync(folder, { recursive: true });
  const put = (from: string, name: string): void => {
    const bytes = withoutFrames(splitLargeFunctions(Deno.readFileSync(`node_modules/${from}`)));
    Deno.writeFileSync(`${folder}/${name}.grammar`, brotliCompressSync(bytes, PACKING));
  };
  put("web-tree-sitter/web-tree-sitter.wasm", "tree-sitter");
  for (const { id, grammar } of languages) {
    if (grammar !== undefined) put(`${grammar.package}/${grammar.file}`, id);
  }
}
