import { dirname, join } from "node:path";
import { Bench, type Failed } from "./bench.ts";

/** A copy of the project in which sources are changed, and the runs that tell whether something is wrong with it. */

const DENO = Deno.execPath();

/** Milliseconds after which a check of types or a run of a spec counts as failed: it never ends. */
const TYPES_LIMIT_MS = 300_000;
const SPEC_LIMIT_MS = 600_000;
/** Milliseconds after which a build does. */
const BUILD_LIMIT_MS = 900_000;

/** The compiled program, relative to a project. */
const BINARY = "dist/auto-tools";

/** What it carries besides its code. */
const ASSETS = "dist/assets";

/** A text in place of another one. */
export interface Change {
  /** UTF-16 units: start inclusive, end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/** A copy of a folder that shares its files' contents: packages behind a link to a folder would be compiled in. */
async function linkTree(from: string, to: string): Promise<void> {
  const { success } = await new Deno.Command("cp", { args: ["-al", from, to] }).output();
  if (!success) Deno.symlinkSync(from, to);
}

/** A folder of its own with the project's files, the packages linked. */
export class Project {
  readonly #root: string;
  readonly #folder: string;
  readonly #bench: Bench;

  /** @param root the project that is copied, as it is now, absolute, with a slash at its end */
  static async copy(root: string): Promise<Project> {
    const folder = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "auto-tools-mutation-" }));
    const listing = await new Deno.Command("git", {
      args: ["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
      cwd: root,
    }).output();
    for (const path of new TextDecoder().decode(listing.stdout).split("\0").filter(Boolean)) {
      Deno.mkdirSync(join(folder, dirname(path)), { recursive: true });
      Deno.copyFileSync(join(root, path), join(folder, path));
    }
    await linkTree(join(root, "node_modules"), join(folder, "node_modules"));
    Deno.mkdirSync(join(folder, ASSETS), { recursive: true });
    const assets = [...Deno.readDirSync(join(root, ASSETS))].map(({ name }) => join(ASSETS, name));
    for (const path of [BINARY, ...assets]) Deno.copyFileSync(join(root, path), join(folder, path));
    return new Project(root, folder);
  }

  private constructor(root: string, folder: string) {
    this.#root = root;
    this.#folder = folder;
    this.#bench = new Bench(folder);
  }

  /** A file's text. */
  text(path: string): string {
    return Deno.readTextFileSync(join(this.#folder, path));
  }

  /** Runs `check` while a file's text is changed. */
  async with<T>(
    path: string,
    { start, end, replacement }: Change,
    check: () => Promise<T>,
  ): Promise<T> {
    const file = join(this.#folder, path);
    const before = this.text(path);
    Deno.writeTextFileSync(file, before.slice(0, start) + replacement + before.slice(end));
    try {
      return await check();
    } finally {
      Deno.writeTextFileSync(file, before);
    }
  }

  /** The first test that fails, in the order of the files; undefined where all pass. */
  async firstFailure(tests: readonly string[]): Promise<Failed | undefined> {
    return await this.#bench.firstFailure(tests);
  }

  /**
   * The test files that fail while nothing is changed, in a run of all and again alone or in the next run of all. How long
   * that takes bounds later runs.
   *
   * @throws Error when a run fails in none of its files
   */
  async failingUnchanged(tests: readonly string[]): Promise<readonly string[]> {
    const failing: string[] = [];
    const passedAlone = new Set<string>();
    for (;;) {
      const failed = await this.#bench.firstFailureUnchanged(tests.filter((path) => !failing.includes(path)));
      if (!failed) return failing;
      const { file, name } = failed;
      if (file === undefined) throw new Error(`fails without a change: ${name}`);
      if (passedAlone.has(file) || await this.firstFailure([file])) failing.push(file);
      passedAlone.add(file);
    }
  }

  /** Whether a source and what it imports are free of type errors. */
  hasTypes(path: string): Promise<boolean> {
    return this.#run(["check", "--quiet", path], { limitMs: TYPES_LIMIT_MS });
  }

  /** Compiles the program; whether that went well. */
  build(): Promise<boolean> {
    const args = ["run", "-A", "config/build/build.ts", "--no-check", "--no-warm-up"];
    return this.#run(args, { limitMs: BUILD_LIMIT_MS });
  }

  /**
   * How a test file that runs the program fares with the one that {@link build} made. Beside other work a program may be
   * late without being wrong: the file fails where it does so twice in a row and passes right after with the program of
   * the project that was copied; it tells nothing where that one fails twice, too.
   */
  async tryOnProgram(spec: string): Promise<"passes" | "fails" | "fails without a change"> {
    if (await this.#passesOnce(spec)) return "passes";
    return await this.#passesOnce(spec, join(this.#root, BINARY)) ? "fails" : "fails without a change";
  }

  async #passesOnce(spec: string, binary?: string): Promise<boolean> {
    return await this.#passes(spec, binary) || await this.#passes(spec, binary);
  }

  /** Removes the copy. */
  remove(): void {
    this.#bench.end();
    Deno.removeSync(this.#folder, { recursive: true });
  }

  #passes(spec: string, binary = join(this.#folder, BINARY)): Promise<boolean> {
    const env = { AUTO_TOOLS_TEST_BINARY: binary };
    return this.#run(["test", "-A", "--no-check", "--fail-fast", spec], { env, limitMs: SPEC_LIMIT_MS });
  }

  async #run(
    args: readonly string[],
    { env = {}, limitMs }: { readonly env?: Record<string, string>; readonly limitMs: number },
  ): Promise<boolean> {
    const { success } = await new Deno.Command(DENO, {
      args: [...args],
      cwd: this.#folder,
      env,
      stdin: "null",
      stdout: "null",
      stderr: "null",
      signal: AbortSignal.timeout(limitMs),
    }).output();
    return success;
  }
}
