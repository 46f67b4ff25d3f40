import { build, type Plugin } from "esbuild";
import { pathToFileURL } from "node:url";
import { COMMON } from "../../config/build/bundle.ts";

/** Runs test files in a thread of this process, in a fifth of the time that a process for each takes. */

/** Milliseconds in which a run must end, or so many times as long as the longest run without a change took. */
const TIME_LIMIT_MS = 120_000;
const LIMIT_TIMES = 6;

/** Runs of one thread; each leaves its modules in memory. */
const MOST_RUNS = 30;

/** What the thread is told: a module that calls `testOf(path)` for each of its tests. */
export interface Run {
  readonly code: string;
}

/** A test that failed, or what went wrong around the tests. */
export interface Failed {
  /** The test's file, relative to the project; absent where it is not known. */
  readonly file?: string;
  readonly name: string;
}

/** What the thread answers: the first failure; absent where all passed. */
export interface Ran {
  readonly failed?: Failed;
}

/** One thread, started anew when a run does not end. */
export class Bench {
  readonly #root: string;
  #worker: Worker | undefined;
  #limitMs = TIME_LIMIT_MS;
  #runs = 0;

  /** @param root the project, absolute */
  constructor(root: string) {
    this.#root = root;
  }

  /** Like {@link firstFailure}, for sources without a change: from then on a run may take long on a machine with other work. */
  async firstFailureUnchanged(tests: readonly string[]): Promise<Failed | undefined> {
    this.#limitMs = Infinity;
    const startedAt = performance.now();
    const failed = await this.firstFailure(tests);
    this.#limitMs = Math.max(TIME_LIMIT_MS, LIMIT_TIMES * (performance.now() - startedAt));
    return failed;
  }

  /** The first test that fails, in the order of the files; undefined where all pass. */
  async firstFailure(tests: readonly string[]): Promise<Failed | undefined> {
    const code = await this.#bundle(tests);
    if (code === undefined) return { name: "a file does not load" };
    if (this.#runs++ % MOST_RUNS === 0) this.end();
    const { promise, resolve } = Promise.withResolvers<Ran>();
    const worker = this.#worker ??= new Worker(new URL("./bench_thread.ts", import.meta.url), {
      type: "module",
    });
    worker.onmessage = ({ data }: MessageEvent<Ran>) => resolve(data);
    worker.onerror = (event) => {
      event.preventDefault();
      resolve({ failed: { name: `it broke: ${event.message}` } });
      this.end();
    };
    const timer = setTimeout(() => {
      resolve({ failed: { name: "it does not end" } });
      this.end();
    }, Math.min(this.#limitMs, 2 ** 31 - 1));
    worker.postMessage({ code } satisfies Run);
    const { failed } = await promise;
    clearTimeout(timer);
    return failed;
  }

  /** Ends the thread. */
  end(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  async #bundle(tests: readonly string[]): Promise<string | undefined> {
    const result = await build({
      ...COMMON,
      minify: false,
      write: false,
      format: "esm",
      logLevel: "silent",
      define: { "import.meta.main": "false" },
      stdin: { contents: tests.map((path) => `import "./${path}";`).join("\n"), resolveDir: this.#root },
      plugins: [sources(this.#root), ...COMMON.plugins ?? []],
    }).catch(() => undefined);
    return result?.outputFiles[0]?.text;
  }
}

/** Sources that know where they lie, with tests that report to the thread. */
function sources(root: string): Plugin {
  return {
    name: "sources",
    setup: ({ onLoad }) =>
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        if (!path.startsWith(root) || path.includes("/node_modules/")) return undefined;
        const contents = Deno.readTextFileSync(path)
          .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href))
          .replaceAll("import.meta.resolve(", "globalThis.resolveModule(")
          .replaceAll("Deno.test(", `globalThis.testOf(${JSON.stringify(path.slice(root.length + 1))})(`);
        return { contents, loader: "ts" };
      }),
  };
}
