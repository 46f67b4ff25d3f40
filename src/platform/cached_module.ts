import { Script } from "node:vm";

/**
 * Modules that the build made scripts of, because the runtime keeps no compiled code of modules: a script comes with V8's
 * code cache, which holds the functions that prompts call; empty in a program that was built on another system.
 */

/** Extension of the source file. */
export const SOURCE = ".script";
/** Extension of the code cache file. */
export const CODE = ".code";

/** Values that a script's `require` finds, by specifier. */
export type Required = Readonly<Record<string, unknown>>;

const isTaken: boolean[] = [];

/** True if there are such modules, and V8 took the code cache of each so far. */
export function areModulesTaken(): boolean {
  return isTaken.length > 0 && isTaken.every(Boolean);
}

/** Compiles the script beside the module at `url`, with the code cache at the path. */
export function compileModule(url: string, code: string = new URL(url + CODE).pathname): Script {
  const source = Deno.readTextFileSync(new URL(url + SOURCE));
  const script = new Script(source, { filename: url, cachedData: Deno.readFileSync(code) });
  isTaken.push(script.cachedDataRejected === false);
  return script;
}

/** The exports of the module at `url`, whose script is run. */
export function runModule(
  url: string,
  required: Required,
  load: (path: string) => Promise<unknown>,
  script: Script = compileModule(url),
): Required {
  const run = script.runInThisContext() as (...parts: unknown[]) => Required;
  // In a script the names of the timers would mean those of Node.
  return run(
    (name: string) => required[name],
    load,
    url,
    setTimeout,
    clearTimeout,
    setInterval,
    clearInterval,
  );
}
