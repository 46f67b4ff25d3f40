import { attempt } from "../model/attempt.ts";
import process from "node:process";
import { Script } from "node:vm";
import { gunzipSync } from "node:zlib";

/**
 * A module bundled with its imports as one script, with V8's code cache of its functions, created at build time after
 * they had run. Without it a thread that serves one question spends a third of its time parsing and compiling. Another
 * V8 version rejects the code cache and compiles as usual.
 */

/** Runs the script bundled as `name` in `folder`, which has a trailing slash. */
export function runPacked(folder: URL, name: string): void {
  start(compilePacked(folder, name), folder);
}

/** Compiles the script without running it. */
export function compilePacked(folder: URL, name: string): Script {
  const source = new TextDecoder().decode(unpacked(new URL(`${name}${SOURCE}`, folder)));
  const cachedData = readCodeCache(new URL(`${name}${CODE}`, folder));
  return new Script(source, { filename: name, ...(cachedData && { cachedData }) });
}

/** Runs a compiled script; only modules of the runtime are external to it. */
export function start(script: Script, folder: URL): void {
  const run = script.runInThisContext() as (require: (name: string) => unknown, url: string) => void;
  run((name) => process.getBuiltinModule(name), folder.href);
}

/** Extension of the source file. */
export const SOURCE = ".script";
/** Extension of the code cache file. */
export const CODE = ".code";

/** Text before and after the code of a bundled script. */
export const WRAPPER: readonly [string, string] = ["(function(require,moduleUrl){", "})"];

/** True if V8 accepts the code cache; undefined if nothing is bundled, as in a source checkout. */
export function isCodeTaken(folder: URL, name: string): boolean | undefined {
  return attempt(() => compilePacked(folder, name).cachedDataRejected === false);
}

function readCodeCache(file: URL): Uint8Array | undefined {
  return attempt(() => unpacked(file));
}

/**
 * Reads a compressed file; compressed, because all bytes in the program are read at each start, even for prompts that
 * are not about code.
 */
function unpacked(file: URL): Uint8Array {
  return gunzipSync(Deno.readFileSync(file));
}
