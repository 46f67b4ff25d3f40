import { gzipSync } from "node:zlib";
import languages from "../../config/languages.json" with { type: "json" };

/**
 * Build step: puts the parser and one grammar per language into `dist/assets/`. The files end in `.grammar`, since
 * `deno compile --include` takes `.wasm` files for modules. Large grammars are compressed, to a tenth; the parser
 * inflates them in 3 to 15 ms when a file of their language comes first.
 */
function buildAssets(): void {
  Deno.mkdirSync("dist/assets", { recursive: true });
  let total = 0;
  const put = (from: string, name: string): void => {
    const bytes = Deno.readFileSync(`node_modules/${from}`);
    const packed = bytes.length > LARGE ? gzipSync(bytes, { level: 9 }) : bytes;
    Deno.writeFileSync(`dist/assets/${name}.grammar`, packed);
    total += packed.length;
  };
  put("web-tree-sitter/web-tree-sitter.wasm", "tree-sitter");
  for (const { id, grammar } of languages) {
    if (grammar !== undefined) put(`${grammar.package}/${grammar.file}`, id);
  }
  console.log(`dist/assets: ${(total / 1e6).toFixed(1)} MB`);
}

/** Bytes. */
const LARGE = 1_000_000;

if (import.meta.main) buildAssets();
