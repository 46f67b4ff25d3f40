import { attempt } from "../model/attempt.ts";
import process from "node:process";
import { Script } from "node:vm";
import { gunzipSync } from "node:zlib";

/**
 * A module and all it needs as one script, beside what the engine had made of its functions when the program was built
 * (V8's code cache, taken after the functions had run). A thread that lives for one question spends a third of its time
 * on reading and translating functions otherwise. The engine refuses what another engine made and translates as ever.
 */

/** Runs the script that was packed as `name` in `folder`, which ends in a slash. */
export function runPacked(folder: URL, name: string): void {
  start(compilePacked(folder, name), folder);
}

/** Compiles the script without running it. */
export function compilePacked(folder: URL, name: string): Script {
  const source = new TextDecoder().decode(unpacked(new URL(`${name}${SOURCE}`, folder)));
  const cachedData = madeBefore(new URL(`${name}${CODE}`, folder));
  return new Script(source, { filename: name, ...(cachedData && { cachedData }) });
}

/** Runs it: modules of the runtime are all it cannot hold. */
export function start(script: Script, folder: URL): void {
  const run = script.runInThisContext() as (require: (name: string) => unknown, url: string) => void;
  run((name) => process.getBuiltinModule(name), folder.href);
}

/** How the source's name ends. */
export const SOURCE = ".script";
/** How the name of what the engine made of it ends. */
export const CODE = ".code";

/** What a packed script begins and ends with. */
export const WRAPPER: readonly [string, string] = ["(function(require,moduleUrl){", "})"];

/** Whether the engine takes back what was made at build time; undefined where nothing is packed, as beside the sources. */
export function isCodeTaken(folder: URL, name: string): boolean | undefined {
  return attempt(() => compilePacked(folder, name).cachedDataRejected === false);
}

function madeBefore(file: URL): Uint8Array | undefined {
  return attempt(() => unpacked(file));
}

/** Packed, because every byte inside the program is read at each of its starts, also for a prompt that is not about code. */
function unpacked(file: URL): Uint8Array {
  return gunzipSync(Deno.readFileSync(file));
}
