import { pathToFileURL } from "node:url";
import type { Ran, Run } from "./bench.ts";

/** Loads modules of tests and runs these in order, up to the first failure. */

type Test = { readonly name: string; readonly fn: () => unknown; readonly ignore?: boolean };

self.onmessage = async ({ data }: MessageEvent<Run>): Promise<void> => {
  self.postMessage(await run(await testsOf(data.code)) satisfies Ran);
};

async function run(tests: readonly Test[]): Promise<Ran> {
  for (const { name, fn, ignore } of tests) {
    try {
      if (!ignore) await fn();
    } catch {
      return { failed: name };
    }
  }
  return {};
}

async function testsOf(code: string): Promise<readonly Test[]> {
  const tests: Test[] = [];
  // A test's options, if there are any, stand before its function.
  const test = (first: string | Test, ...rest: readonly unknown[]): void => {
    tests.push(typeof first === "string" ? { name: first, fn: rest.at(-1) as Test["fn"] } : first);
  };
  Object.assign(globalThis, { test, resolveModule: (name: string) => import.meta.resolve(name) });
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
