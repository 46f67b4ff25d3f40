import { attempt } from "../model/attempt.ts";

/**
 * The table of rights: the rights of each worker, and the rights that each kind of process retains after starting its
 * workers.
 */

/** All permissions of the runtime. */
export const RIGHTS = ["read", "write", "run", "net", "env", "sys", "ffi", "import"] as const;

/** A permission of a thread. */
export type Right = (typeof RIGHTS)[number];

/** Rights of each worker, narrowed at the start to paths or a host; a right without them is denied. */
export const WORKER_RIGHTS = {
  /** Runs tools: reads the root, writes the cache. */
  sandbox: ["read", "write"],
  /** Same as the sandbox. */
  "index builder": ["read", "write"],
  /** Connects to one provider, database or server. */
  network: ["net"],
  /** Connects a server to daemons: reads and writes the folder of their sockets. */
  "daemon connector": ["read", "write"],
} as const satisfies Readonly<Record<string, readonly Right[]>>;

/** Name of a worker in the table. */
export type WorkerName = keyof typeof WORKER_RIGHTS;

/** Rights retained by the main thread, by kind of process. All others are dropped before it reads results of tools. */
export const KEPT_RIGHTS = {
  /** Answers one prompt or runs one command, then ends. */
  once: [],
  /** Serves calls: starts a sandbox and git for them, never writes. */
  server: ["read", "run", "env"],
  /** Keeps an index warm: for git, its socket, and replacing a killed sandbox. */
  daemon: ["read", "write", "run", "env"],
} as const satisfies Readonly<Record<string, readonly Right[]>>;

/** A row of {@link KEPT_RIGHTS}. */
export type KeptRights = keyof typeof KEPT_RIGHTS;

/** Scope of each right: paths for `read` and `write`, `host:port` for `net`. */
export type Grants = Partial<Readonly<Record<Right, readonly string[]>>>;

/** Permissions of a worker: rights in the table, if they are narrowed and this thread has them itself. */
export function workerPermissions(name: WorkerName, grants: Grants): Record<Right, string[] | false> {
  const allowed: readonly Right[] = WORKER_RIGHTS[name];
  const grant = (right: Right): string[] | false => {
    const to = allowed.includes(right) ? grants[right] : undefined;
    return to && to.length > 0 && (right !== "write" || mayWrite()) ? [...to] : false;
  };
  return Object.fromEntries(RIGHTS.map((right) => [right, grant(right)])) as Record<Right, string[] | false>;
}

/**
 * Starts a worker of the table. A worker never has more rights than its creator, so it must be started before they are
 * dropped.
 *
 * @param module the worker's module
 */
export function startWorker(name: WorkerName, module: URL, grants: Grants): Worker {
  const permissions = workerPermissions(name, grants);
  haveFolder();
  return new Worker(module, { type: "module", name, deno: { permissions } } as WorkerOptions);
}

/** Calls `act` with the reason when a worker fails, which ends only the worker then. */
export function onFailure(worker: Worker, act: (reason: string) => void): void {
  worker.onerror = (event) => {
    event.preventDefault();
    act(`the worker failed: ${event.message}`);
  };
}

/** Makes sure that this process's folder exists: where it was removed, the runtime breaks off each new thread, unnoticed. */
export function haveFolder(): void {
  if (attempt(() => Deno.cwd()) === undefined) attempt(() => Deno.chdir("/"));
}

/** Drops one right of this thread irrevocably. */
export function dropRight(name: Right): void {
  Deno.permissions.revokeSync({ name });
}

/** Drops all rights of this thread except those retained in the table; from then on not even a bug can use them. */
export function dropRights(keep: KeptRights = "once"): void {
  const kept: readonly Right[] = KEPT_RIGHTS[keep];
  for (const name of RIGHTS) if (!kept.includes(name)) dropRight(name);
}

/** True if this thread still has the write permission; workers of a thread without it only read. */
function mayWrite(): boolean {
  return Deno.permissions.querySync({ name: "write" }).state === "granted";
}
