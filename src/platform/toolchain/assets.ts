import { gzipSync } from "node:zlib";
import languages from "../../../config/languages.json" with { type: "json" };

/**
 * Build step: puts the parser and one grammar per language into `folder`, gzipped. Everything embedded is read at every
 * start, about a millisecond per megabyte, needed or not; packed (a ninth of the size) it costs nothing there and 3 ms
 * where one is used. The files end in `.grammar`, since `deno compile --include` takes `.wasm` files for modules.
 */
export function buildAssets(folder: string): void {
  Deno.mkdirSync(folder, { recursive: true });
  const put = (from: string, name: string): void => {
    const bytes = Deno.readFileSync(`node_modules/${from}`);
    Deno.writeFileSync(`${folder}/${name}.grammar`, gzipSync(bytes, { level: 9 }));
  };
  put("web-tree-sitter/web-tree-sitter.wasm", "tree-sitter");
  for (const { id, grammar } of languages) {
    if (grammar !== undefined) put(`${grammar.package}/${grammar.file}`, id);
  }
}
