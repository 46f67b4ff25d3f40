import { build as bundle } from "esbuild";
import { buildAssets } from "./assets.ts";
import { COMPILE_FLAGS, ENTRY_POINTS } from "./compile_flags.ts";

/**
 * Sources to executable: type check, grammars, bundle, compile. Run in the project's folder:
 * `deno run -A src/platform/toolchain/build.ts [--target TRIPLE] [--output FILE] [--no-check]`.
 */

const BUNDLE = "dist/bundle";
const ASSETS = "dist/assets";
/** The MCP client would log in by OAuth with it; here a token is given or there is none. */
const NO_LOGIN = { "pkce-challenge": "./src/platform/toolchain/no_login.ts" };
const PLUGIN = "config/claude-plugin";

if (import.meta.main) {
  const started = performance.now();
  const output = option("--output") ?? "dist/auto-tools";
  const target = option("--target");
  if (!Deno.args.includes("--no-check")) await deno("type check", ["check", "--quiet", ...ENTRY_POINTS]);
  buildAssets(ASSETS);
  await bundleSources();
  await deno("compile", [
    "compile",
    "--quiet",
    ...COMPILE_FLAGS,
    ...(target === undefined ? [] : ["--target", target]),
    "--include",
    BUNDLE,
    "--include",
    ASSETS,
    "--include",
    PLUGIN,
    "--output",
    output,
    `${BUNDLE}/main.js`,
  ]);
  const { size } = await Deno.stat(output);
  console.log(
    `built ${output}: ${(size / 1e6).toFixed(1)} MB in ${
      ((performance.now() - started) / 1000).toFixed(1)
    } s`,
  );
}

/** Code splitting keeps what a call does not need in files it never loads. */
async function bundleSources(): Promise<void> {
  await Deno.remove(BUNDLE, { recursive: true }).catch(() => undefined);
  await bundle({
    entryPoints: [...ENTRY_POINTS],
    bundle: true,
    splitting: true,
    format: "esm",
    // Not "node": some packages then come as scripts that load their parts at run time, which a bundle has not.
    platform: "neutral",
    external: ["node:*"],
    alias: { "fs/promises": "node:fs/promises", module: "node:module", ...NO_LOGIN },
    mainFields: ["module", "main"],
    // Chinese words as they are: as escapes they are three times as long to read at start.
    charset: "utf8",
    target: "es2023",
    minify: true,
    outbase: ".",
    outdir: BUNDLE,
    logLevel: "warning",
  });
}

async function deno(what: string, args: readonly string[]): Promise<void> {
  const command = new Deno.Command(Deno.execPath(), { args: [...args], stdin: "null" });
  const { code } = await command.spawn().status;
  if (code === 0) return;
  console.error(`${what} failed: exit code ${code}`);
  Deno.exit(1);
}

function option(name: string): string | undefined {
  const at = Deno.args.indexOf(name);
  return at < 0 ? undefined : Deno.args[at + 1];
}
