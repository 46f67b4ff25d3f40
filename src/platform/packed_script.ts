import { attempt } from "../model/attempt.ts";
import type { PackedFiles } from "../model/sandbox.ts";
import { packedFile } from "./assets.ts";
import { CODE, SOURCE } from "./cached_module.ts";
import process from "node:process";
import { Script } from "node:vm";

/**
 * A module bundled with its imports as one script, with V8's code cache of its functions, created at build time after
 * they had run. Without it a thread that serves one question spends a third of its time parsing and compiling. Another
 * V8 version rejects the code cache and compiles as usual.
 */

/** Runs the script packed as `name` as if it were a module in `folder`, which has a trailing slash. */
export function runPacked(files: PackedFiles, name: string, folder: URL): void {
  start(compilePacked(files, name), folder);
}

/** Compiles the script without running it. */
export function compilePacked(files: PackedFiles, name: string): Script {
  // Copies: neither a decoder nor a script takes memory that threads share.
  const source = new TextDecoder().decode(packedFile(files, name + SOURCE).slice());
  const cachedData = attempt(() => packedFile(files, name + CODE).slice());
  return new Script(source, { filename: name, ...(cachedData && { cachedData }) });
}

/** Runs a compiled script; only modules of the runtime are external to it. */
export function start(script: Script, folder: URL): void {
  const run = script.runInThisContext() as (require: (name: string) => unknown, url: string) => void;
  run((name) => process.getBuiltinModule(name), folder.href);
}

/** Text before and after the code of a bundled script. */
export const WRAPPER: readonly [string, string] = ["(function(require,moduleUrl){", "})"];

/** True if V8 accepts the code cache; undefined if the script cannot be read, as in a source checkout. */
export function isCodeTaken(files: PackedFiles, name: string): boolean | undefined {
  return attempt(() => compilePacked(files, name).cachedDataRejected === false);
}
