import { dirname, join } from "node:path";
import { Bench } from "./bench.ts";

/** A copy of the project in which sources are changed, and the runs that tell whether something is wrong with it. */

const DENO = Deno.execPath();

/** Milliseconds after which a run counts as failed: it never ends. */
const TIME_LIMIT_MS = 180_000;

/** A text in place of another one. */
export interface Change {
  /** UTF-16 units: start inclusive, end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/** A folder of its own with the project's files, the packages linked. */
export class Project {
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
    for (const linked of ["node_modules", "dist"]) Deno.symlinkSync(join(root, linked), join(folder, linked));
    return new Project(folder);
  }

  private constructor(folder: string) {
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
  async firstFailure(tests: readonly string[]): Promise<string | undefined> {
    return await this.#bench.firstFailure(tests);
  }

  /** Whether a source and what it imports are free of type errors. */
  hasTypes(path: string): Promise<boolean> {
    return this.#run(["check", "--quiet", path]);
  }

  /** Removes the copy. */
  remove(): void {
    this.#bench.end();
    Deno.removeSync(this.#folder, { recursive: true });
  }

  async #run(args: readonly string[]): Promise<boolean> {
    const { success } = await new Deno.Command("nice", {
      args: ["-n", "5", DENO, ...args],
      cwd: this.#folder,
      stdout: "null",
      stderr: "null",
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    }).output();
    return success;
  }
}
