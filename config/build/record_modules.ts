import { basename } from "node:path";
import { CODE, compileModule, type Required, runModule as run } from "../../src/platform/cached_module.ts";

/**
 * Takes the place of src/platform/cached_module.ts in a program that is run at build time: at its end it writes the code
 * caches of its modules into the working directory. With those of an earlier run there, the new ones hold its functions too.
 */

const exit = Deno.exit;
const ends: (() => void)[] = [];

Deno.exit = (code) => {
  for (const end of ends) end();
  return exit(code);
};

/** See src/platform/cached_module.ts. */
export function runModule(
  url: string,
  required: Required,
  load: (path: string) => Promise<unknown>,
): Required {
  const path = basename(url) + CODE;
  // Opened now: at its end the program has no right to write.
  const file = Deno.openSync(path, { write: true, create: true });
  const script = compileModule(url, path);
  ends.push(() => {
    const code = script.createCachedData();
    file.truncateSync(code.length);
    file.writeSync(code);
  });
  return run(url, required, load, script);
}
