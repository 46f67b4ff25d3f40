import languages from "../../config/languages.json" with { type: "json" };

/**
 * Build step: copies the parser and one grammar per language into `dist/assets/`. The files end in `.grammar`, since
 * `deno compile --include` takes `.wasm` files for modules.
 */
function buildAssets(): void {
  Deno.mkdirSync("dist/assets", { recursive: true });
  let total = 0;
  const copy = (from: string, name: string): void => {
    const to = `dist/assets/${name}.grammar`;
    Deno.copyFileSync(`node_modules/${from}`, to);
    total += Deno.statSync(to).size;
  };
  copy("web-tree-sitter/web-tree-sitter.wasm", "tree-sitter");
  for (const { id, grammar } of languages) {
    if (grammar !== undefined) copy(`${grammar.package}/${grammar.file}`, id);
  }
  console.log(`dist/assets: ${(total / 1e6).toFixed(1)} MB`);
}

if (import.meta.main) buildAssets();
