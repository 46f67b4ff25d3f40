import { pathToFileURL } from "node:url";
import type { Ran, Run } from "./bench.ts";

/** Loads modules of tests and runs these in order, up to the first failure. */

type Options = { readonly name: string; readonly fn: () => unknown; readonly ignore?: boolean };
type Test = Options & { readonly file: string };

self.onmessage = async ({ data }: MessageEvent<Run>): Promise<void> => {
  self.postMessage(await run(await testsOf(data.code)) satisfies Ran);
};

async function run(tests: readonly Test[]): Promise<Ran> {
  for (const { file, name, fn, ignore } of tests) {
    try {
      if (!ignore) await fn();
    } catch {
      return { failed: { file, name } };
    }
  }
  return {};
}

async function testsOf(code: string): Promise<readonly Test[]> {
  const tests: Test[] = [];
  // A test's options, if there are any, stand before its function.
  const testOf = (file: string) => (first: string | Options, ...rest: readonly unknown[]): void => {
    const options = typeof first === "string" ? { name: first, fn: rest.at(-1) as Options["fn"] } : first;
    tests.push({ file, ...options });
  };
  Object.assign(globalThis, { testOf, resolveModule: (name: string) => import.meta.resolve(name) });
  // A file, because packages ask for the folder they lie in.
  const file = Deno.makeTempFileSync({ prefix: "auto-tools-mutation-", suffix: ".mjs" });
  try {
    Deno.writeTextFileSync(file, code);
    await import(pathToFileURL(file).href);
  } finally {
    Deno.removeSync(file);
  }
  return tests;
}
