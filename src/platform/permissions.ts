/** The one table of rights: what each worker may do, and what each kind of process keeps once its workers stand. */

/** Every right the runtime knows. */
export const RIGHTS = ["read", "write", "run", "net", "env", "sys", "ffi", "import"] as const;

/** Something a thread may do. */
export type Right = (typeof RIGHTS)[number];

/** The rights of each worker. Each is narrowed to the paths or the host that it is started with; without one it is refused. */
export const WORKER_RIGHTS = {
  /** Runs tools: reads the root, writes the cache. */
  sandbox: ["read", "write"],
  /** Likewise. */
  "index builder": ["read", "write"],
  /** Connects to one provider, database or server. */
  network: ["net"],
  /** Connects a server to daemons: reads and writes their sockets' folder. */
  "daemon connector": ["read", "write"],
} as const satisfies Readonly<Record<string, readonly Right[]>>;

/** A worker of the table. */
export type WorkerName = keyof typeof WORKER_RIGHTS;

/** The rights that a main thread keeps, by the purpose of its process. It gives up all others before it reads what tools found. */
export const KEPT_RIGHTS = {
  /** Answers one prompt or runs one command, then ends. */
  once: [],
  /** Serves calls: it starts a sandbox and git for them and never writes. */
  server: ["read", "run", "env"],
  /** Keeps an index warm: for git, its socket, and a new sandbox in the place of one that had to be ended. */
  daemon: ["read", "write", "run", "env"],
} as const satisfies Readonly<Record<string, readonly Right[]>>;

/** A row of {@link KEPT_RIGHTS}. */
export type KeptRights = keyof typeof KEPT_RIGHTS;

/** What a right is narrowed to: paths for `read` and `write`, `host:port` for `net`. */
export type Grants = Partial<Readonly<Record<Right, readonly string[]>>>;

/** What a worker is granted: what the table allows, as far as it is narrowed and this thread still has the right itself. */
export function workerPermissions(name: WorkerName, grants: Grants): Record<Right, string[] | false> {
  const allowed: readonly Right[] = WORKER_RIGHTS[name];
  const grant = (right: Right): string[] | false => {
    const to = allowed.includes(right) ? grants[right] : undefined;
    return to && to.length > 0 && (right !== "write" || mayWrite()) ? [...to] : false;
  };
  return Object.fromEntries(RIGHTS.map((right) => [right, grant(right)])) as Record<Right, string[] | false>;
}

/**
 * Starts a worker of the table. A worker never has more rights than its creator, so this comes before they are given up.
 *
 * @param module its code
 */
export function startWorker(name: WorkerName, module: URL, grants: Grants): Worker {
  const permissions = workerPermissions(name, grants);
  return new Worker(module, { type: "module", name, deno: { permissions } } as WorkerOptions);
}

/** Gives up one right of this thread, for good. */
export function dropRight(name: Right): void {
  Deno.permissions.revokeSync({ name });
}

/** Gives up every right of this thread except those it keeps; from then on not even a bug can use them. */
export function dropRights(keep: KeptRights = "once"): void {
  const kept: readonly Right[] = KEPT_RIGHTS[keep];
  for (const name of RIGHTS) {
    if (!kept.includes(name)) dropRight(name);
  }
}

/** A thread that gave up this right, as a server does, has workers that only read. */
function mayWrite(): boolean {
  return Deno.permissions.querySync({ name: "write" }).state === "granted";
}
