/**
 * Repositories in one string. Each file starts with a line `//- /path/to/file`; its content follows up to the next.
 */
export function parseFixture(fixture: string): Map<string, string> {
  const files = new Map<string, string>();
  let path = "";
  for (const line of fixture.replace(/^\n/, "").split("\n")) {
    const header = /^\/\/- \/(\S+)$/.exec(line.trim());
    if (header?.[1]) files.set(path = header[1], "");
    else if (path !== "") files.set(path, (files.get(path) ?? "") + line + "\n");
  }
  return files;
}

/** How the folder is made. */
export interface RepoOptions {
  /** Default true: an initialised repository with one commit. */
  readonly git?: boolean;
}

/** A temporary folder that is removed at the end of the `using` scope. */
export interface Repo extends Disposable {
  /** Absolute real path. */
  readonly root: string;
  write(path: string, text: string): void;
  git(...args: string[]): string;
  /** Like `git`, with environment variables for this one call: those of the process belong to all test files. */
  gitWith(env: Record<string, string>, ...args: string[]): string;
}

const REMOVALS = 30;
const PAUSE_MS = 100;

/** Removes a folder to which a process that was started beside a server may still be writing its index. */
export function removeTree(root: string): void {
  for (let attempt = 1; attempt < REMOVALS; attempt++) {
    try {
      return Deno.removeSync(root, { recursive: true });
    } catch (error) {
      // A test that fails may have moved it; its own error is the one to see.
      if (error instanceof Deno.errors.NotFound) return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
  Deno.removeSync(root, { recursive: true });
}

/** Writes the fixture to a temporary folder. */
export function makeRepo(fixture: string, options: RepoOptions = {}): Repo {
  const root = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "auto-tools-test-" }));
  const repo: Repo = {
    root,
    write: (path, text) => {
      const parent = path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
      Deno.mkdirSync(`${root}/${parent}`, { recursive: true });
      Deno.writeTextFileSync(`${root}/${path}`, text);
    },
    git: (...args) => git(root, args),
    gitWith: (env, ...args) => git(root, args, env),
    [Symbol.dispose]: () => removeTree(root),
  };
  for (const [path, text] of parseFixture(fixture)) repo.write(path, text);
  if (options.git !== false) {
    repo.git("init", "-q", "-b", "main");
    repo.git("add", "-A", "-f");
    repo.git("commit", "-q", "--allow-empty", "-m", "first");
  }
  return repo;
}

function git(root: string, args: readonly string[], env: Record<string, string> = {}): string {
  const { success, stdout, stderr } = new Deno.Command("git", {
    args: ["-C", root, "-c", "user.name=test", "-c", "user.email=test@localhost", ...args],
    env: { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1", ...env },
  }).outputSync();
  const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
  if (!success) throw new Error(`git ${args.join(" ")} failed: ${decode(stderr)}`);
  return decode(stdout);
}
