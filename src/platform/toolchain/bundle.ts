import { basename, dirname } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type BuildOptions, type Plugin } from "esbuild";
import { SOURCE, WRAPPER } from "../packed_script.ts";

/** The MCP client would log in by OAuth with it; here a token is given or there is none. */
const NO_LOGIN = { "pkce-challenge": "./src/platform/toolchain/no_login.ts" };
const NODE_MODULE = { module: "./src/platform/toolchain/node_module.ts" };

/** Messages of a schema library in fifty languages, which are never shown. */
const NO_LOCALES: Plugin = {
  name: "no locales",
  setup: ({ onLoad }) =>
    onLoad({ filter: /\/zod\/v4\/locales\/index\.js$/ }, () => ({
      contents: 'export { default as en } from "./en.js";',
    })),
};

/** Packages that `require` the runtime's modules by their bare names, which a bundle of ES modules cannot. */
const NODE_BUILTINS: Plugin = {
  name: "node's built-in modules",
  setup: ({ onResolve, onLoad }) => {
    const names = /^(?:crypto|dns|events|fs|net|path|stream|string_decoder|tls|util(?:\/types)?)$/;
    onResolve({ filter: names }, ({ path }) => ({ path, namespace: "node" }));
    onLoad({ filter: names, namespace: "node" }, ({ path }) => ({
      contents: `export * from "node:${path}"; export { default } from "node:${path}";`,
    }));
  },
};

/** How modules are bundled. */
export const COMMON: BuildOptions = {
  bundle: true,
  // Not "node": some packages then come as scripts that load their parts at run time, which a bundle has not.
  platform: "neutral",
  // "pg-native" is another driver, which `pg` only loads on demand.
  external: ["node:*", "pg-native"],
  alias: { "fs/promises": "node:fs/promises", ...NODE_MODULE, ...NO_LOGIN },
  mainFields: ["module", "main"],
  // Chinese words as they are: as escapes they are three times as long to read at start.
  charset: "utf8",
  target: "es2023",
  minify: true,
  outbase: ".",
  logLevel: "warning",
  plugins: [NO_LOCALES, NODE_BUILTINS],
};

/** Bundles modules into `folder`. Code splitting keeps what a call does not need in files it never loads. */
export async function bundleModules(entryPoints: readonly string[], folder: string): Promise<void> {
  await build({ ...COMMON, entryPoints: [...entryPoints], splitting: true, format: "esm", outdir: folder });
}

/**
 * The text of a module with one exported function, bundled for another program, which reads how names are used: they stay
 * as they are, and the export stands where the function does.
 *
 * @param instead modules that take the place of imported ones, by the end of these imports' specifiers
 */
export async function bundledText(
  entryPoint: string,
  instead: ReadonlyMap<string, string> = new Map(),
): Promise<string> {
  const readable = { minify: false, minifyWhitespace: true, write: false } as const;
  const { outputFiles: [made] } = await build({
    ...COMMON,
    ...readable,
    entryPoints: [entryPoint],
    format: "esm",
    plugins: [replacing(instead), ...COMMON.plugins ?? []],
  });
  const [list, name] = /export\{(\w+)\};\s*$/.exec(made!.text) ?? [];
  if (list === undefined) throw new Error(`not one export: ${entryPoint}`);
  return made!.text.replace(list, "").replace(`function ${name}(`, (found) => `export ${found}`);
}

function replacing(instead: ReadonlyMap<string, string>): Plugin {
  return {
    name: "replaced modules",
    setup: ({ onResolve }) => {
      for (const [ending, path] of instead) {
        onResolve({ filter: new RegExp(`${ending.replaceAll(".", "\\.")}$`) }, () => ({ path }));
      }
    },
  };
}

/** Bundles a module and everything it may ever load into one script of that name in `folder`, packed. */
export async function bundleScript(entryPoint: string, folder: string): Promise<void> {
  const [banner, footer] = WRAPPER;
  await build({
    ...COMMON,
    entryPoints: [entryPoint],
    format: "cjs",
    supported: { "dynamic-import": false },
    define: { "import.meta.url": "moduleUrl" },
    banner: { js: banner },
    footer: { js: footer },
    outExtension: { ".js": SOURCE },
    outbase: dirname(entryPoint),
    outdir: folder,
  });
  const file = `${folder}/${basename(entryPoint, ".ts")}${SOURCE}`;
  Deno.writeFileSync(file, gzipSync(Deno.readFileSync(file), { level: 9 }));
}
