import { DAEMON_HEAP } from "../../src/platform/detached.ts";
import { BINARY } from "./binary.ts";
import { makeRepo, removeTree, type Repo } from "./fixture.ts";

/** Daemons for black-box specs. */

/** Seconds after which one that a spec forgot ends by itself. */
export const IDLE_S = "60";

/** The folder of a home's daemon sockets. */
export function socketsIn(home: string): string[] {
  const folder = `${home}/.cache/auto-tools/daemon`;
  try {
    return [...Deno.readDirSync(folder)].map(({ name }) => name)
      .filter((name) => name !== "key" && !/\.(?:new|ask)$/.test(name))
      .map((name) => `${folder}/${name}`);
  } catch {
    return [];
  }
}

/** Waits until something holds; false when it does not within `limitMs`. */
export async function eventually(holds: () => boolean, limitMs = 30_000): Promise<boolean> {
  const end = performance.now() + limitMs;
  while (!holds()) {
    if (performance.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return true;
}

/** A daemon answers ten questions to itself first, on a machine that may have other work. Milliseconds. */
const START_MS = 120_000;

/** A daemon for a repository, under a home of its own. */
export interface Standing extends AsyncDisposable {
  readonly repo: Repo;
  readonly home: string;
  /** Its socket. */
  readonly socket: string;
  readonly process: Deno.ChildProcess;
  /** For hooks that shall find it. */
  readonly env: Record<string, string>;
  /** How often it was called, as far as its socket tells: changes with every prompt it answered. */
  called(): number;
}

/** Indexes a repository and starts a daemon for it. The settings in its home give every tool more time. */
export async function serveDaemon(
  fixture: string,
  { settings, idleS = IDLE_S, fault, hasRoot = false }: {
    readonly settings?: string;
    readonly idleS?: string;
    /** What is broken in the daemon and in the hooks. */
    readonly fault?: string;
    /** Whether the process that starts it was told its root by the environment; default: no. */
    readonly hasRoot?: boolean;
  } = {},
): Promise<Standing> {
  const repo = makeRepo(fixture);
  const home = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "auto-tools-home-" }));
  if (settings !== undefined) {
    Deno.mkdirSync(`${home}/.config/auto-tools`, { recursive: true });
    Deno.writeTextFileSync(`${home}/.config/auto-tools/auto-tools.yaml`, settings);
  }
  const env = {
    PATH: Deno.env.get("PATH") ?? "",
    HOME: home,
    CI_AUTO_TOOLS_DAEMON_IDLE_S: idleS,
    ...(fault && { CI_AUTO_TOOLS_FAULT: fault }),
  };
  const options = { cwd: repo.root, clearEnv: true, env, stdout: "null", stderr: "null" } as const;
  await new Deno.Command(BINARY, { ...options, args: ["index"] }).output();
  const received = hasRoot ? { CI_AUTO_TOOLS_REPO_ROOT: repo.root } : {};
  const process = new Deno.Command(BINARY, {
    ...options,
    env: { ...env, ...DAEMON_HEAP, ...received },
    args: ["daemon", repo.root],
  })
    .spawn();
  if (!await eventually(() => socketsIn(home).length > 0, START_MS)) {
    throw new Error("no daemon listens");
  }
  const socket = socketsIn(home)[0]!;
  return {
    repo,
    home,
    socket,
    process,
    env,
    called: () => Deno.lstatSync(socket).mtime?.getTime() ?? 0,
    [Symbol.asyncDispose]: async () => {
      end(process);
      await process.status;
      repo[Symbol.dispose]();
      removeTree(home);
    },
  };
}

/** Ends a process that may have ended by itself. */
export function end(process: Deno.ChildProcess, signal: Deno.Signal = "SIGKILL"): void {
  try {
    process.kill(signal);
  } catch {
    // It has ended.
  }
}
