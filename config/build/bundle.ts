import { dirname, resolve } from "node:path";
import { build, type BuildOptions, type Metafile, type Plugin } from "esbuild";
import { SOURCE } from "../../src/platform/cached_module.ts";
import { WRAPPER } from "../../src/platform/packed_script.ts";

/** The MCP client would log in by OAuth with it; here a token is given or there is none. */
const NO_LOGIN = { "pkce-challenge": "./config/build/no_login.ts" };
const NODE_MODULE = { module: "./config/build/node_module.ts" };

/** Messages of a schema library in fifty languages, which are never shown. */
const NO_LOCALES: Plugin = {
  name: "no locales",
  setup: ({ onLoad }) =>
    onLoad({ filter: /\/zod\/v4\/locales\/index\.js$/ }, () => ({
      contents: 'export { default as en } from "./en.js";',
    })),
};

/** Modules of this project are modules, also where a package.json above the checkout says otherwise, as npm writes it. */
const OWN_MODULES: Plugin = {
  name: "own modules",
  setup: ({ onResolve }) =>
    onResolve({ filter: /\.(?:ts|json)$/ }, ({ path, resolveDir, kind }) => {
      const isOwn = !resolveDir.includes("/node_modules/") && (kind === "entry-point" || /^[./]/.test(path));
      return isOwn ? { path: resolve(resolveDir, path) } : undefined;
    }),
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
  plugins: [OWN_MODULES, NO_LOCALES, NODE_BUILTINS],
};

/**
 * Bundles modules into `folder`. Code splitting keeps what a call does not need in files it never loads.
 *
 * @param entryPoints the first is the program's; it loads nothing more than without `together`
 * @param together paths of modules, each of which becomes one file with all that it imports and those before it do not.
 * Splitting alone makes a file of what the same entry points need, some seventy for one prompt, and each takes a start 50
 * microseconds.
 * @returns paths of the files that hold `together`
 */
export async function bundleModules(
  entryPoints: readonly string[],
  folder: string,
  together: readonly string[],
): Promise<readonly string[]> {
  const entries = [...entryPoints];
  const options = {
    ...COMMON,
    entryPoints: entries,
    splitting: true,
    format: "esm",
    outdir: folder,
  } as const;
  const { metafile: { inputs } } = await build({ ...options, write: false, metafile: true });
  const plugins = [importing(headsOf(entries.slice(1), inputs, together)), ...COMMON.plugins ?? []];
  const { metafile: { outputs } } = await build({ ...options, plugins, metafile: true });
  return Object.keys(outputs).filter((path) => together.some((head) => head in outputs[path]!.inputs));
}

type Modules = Metafile["inputs"];

/**
 * For each module that is loaded by itself, which of `together` it has to import first: those of which it needs a part. What
 * the same modules need is one file.
 */
function headsOf(
  others: readonly string[],
  modules: Modules,
  together: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const parts = new Map<string, Set<string>>();
  for (const head of together) {
    const earlier = [...parts.values()];
    parts.set(head, earlier.reduce((left, others) => left.difference(others), partsOf(head, modules)));
  }
  const later = Object.values(modules).flatMap((module) => importsOf(module, "dynamic-import"));
  const begun = [...others, ...later].filter((path) => path.endsWith(".ts"));
  return new Map(begun.map((path) => {
    const own = partsOf(path, modules);
    const heads = [...parts].filter(([head, of]) =>
      !of.has(path) && !own.has(head) && !own.isDisjointFrom(of)
    );
    return [path, heads.map(([head]) => head)];
  }));
}

/** The module and all that it imports, but for what it loads later. */
function partsOf(path: string, modules: Modules, found: Set<string> = new Set()): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  for (const part of importsOf(modules[path]!, "import-statement")) partsOf(part, modules, found);
  return found;
}

function importsOf({ imports }: Modules[string], kind: string): string[] {
  return imports.filter((one) => one.kind === kind && !one.external).map(({ path }) => path);
}

/** Puts imports in front of modules. Paths are relative to the working directory. */
function importing(heads: ReadonlyMap<string, readonly string[]>): Plugin {
  const folder = Deno.cwd();
  return {
    name: "imports in front",
    setup: ({ onLoad }) =>
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const added = heads.get(path.slice(folder.length + 1)) ?? [];
        if (added.length === 0) return undefined;
        const imports = added.map((head) => `import ${JSON.stringify(`${folder}/${head}`)};`);
        return { contents: `${imports.join("")}${await Deno.readTextFile(path)}`, loader: "ts" };
      }),
  };
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

/** Bundles a module with its imports as one module. */
export async function bundleFile(entryPoint: string, outfile: string): Promise<void> {
  await build({ ...COMMON, entryPoints: [entryPoint], format: "esm", outfile });
}

/** Bundles a module and everything it may ever load into one script of that name in `folder`. */
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
}
