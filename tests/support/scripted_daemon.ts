import { Repositories } from "../../src/engine/warm/repositories.ts";
import type { Shared } from "../../src/engine/warm/served_repository.ts";
import { ServedRepository } from "../../src/engine/warm/served_repository.ts";
import { WarmEngine } from "../../src/engine/warm/warm_engine.ts";
import { DaemonProcess } from "../../src/engine/daemon/serve.ts";
import { FORMAT } from "../../src/index/schema.ts";
import { SYMBOL_FILE } from "../../src/index/symbol_filter.ts";
import { replaceChecked, replaceWhole } from "../../src/platform/cache_files.ts";
import { cacheFolder } from "../../src/platform/state_files.ts";
import { DaemonCall } from "../../src/platform/daemon_call.ts";
import type { DaemonPlace } from "../../src/platform/daemon_place.ts";
import { realPath } from "../../src/platform/host_files.ts";
import type { Connection } from "../../src/platform/lines.ts";
import { readConfigFile } from "../../src/settings/file.ts";
import { resolveSettings } from "../../src/settings/settings.ts";
import { foundBy, planOf } from "./engine_kit.ts";
import { memoryPair } from "./pair.ts";
import { scriptThreads } from "./scripted_threads.ts";

/** One that can be asked. */
interface ScriptedDaemon extends Disposable {
  /** Takes the roots on that it may serve, then serves until it has left. */
  readonly run: () => Promise<void>;
  /** What it did, with the last segment of the root that it was about. */
  readonly log: readonly string[];
  /** Has a tool called; the messages that come back, until the result or the end of the connection. */
  readonly ask: (root?: string) => Promise<unknown[]>;
  /** Has a tool called whose result is not waited for; drops the connection when it is called. */
  readonly begin: (root: string) => () => void;
  readonly repositories: Repositories;
}

/** What a daemon says to a request that it answers. */
export const ANSWERED: readonly unknown[] = [
  { type: "ready", key: "k" },
  foundBy({ plan: planOf("ci_search") }),
];

/**
 * A daemon whose place and threads are scripted: every tool finds nothing. Its indexes are whole unless they are said not to be;
 * every root is served, the first one from the beginning.
 */
export function openDaemon(
  roots: readonly [string, ...string[]],
  {
    isHeld = () => true,
    cacheOf = (root: string) => cacheFolder(root)!,
    isWhole = true,
    idleS = 60,
    most = 8,
    stuck,
    memory = () => 0,
    catchUp,
  }: {
    readonly isHeld?: () => boolean;
    readonly cacheOf?: (root: string) => string;
    readonly isWhole?: boolean;
    readonly idleS?: number;
    readonly most?: number;
    /** A root whose requests are not answered. */
    readonly stuck?: string;
    /** Bytes that the process holds; default 0: its own are those of all tests. */
    readonly memory?: () => number;
    /** In place of bringing an index up to date. */
    readonly catchUp?: () => boolean;
  } = {},
): ScriptedDaemon {
  const log: string[] = [];
  const threads = scriptThreads(({ task, root }) =>
    root === stuck ? new Promise(() => {}) : Promise.resolve(foundBy(task))
  );
  const shared: Shared = { watches: undefined, onAnswered: (one) => daemon.answered(one) };
  const text = `daemon:\n  idle_s: ${idleS}\n`;
  const { settings } = resolveSettings(
    () => undefined,
    [{ source: "user", path: "u", text }],
    readConfigFile,
  );
  const repositories = new Repositories({
    most,
    open: (root) => {
      if (!roots.includes(root)) return Promise.resolve(undefined);
      const cache = cacheOf(root);
      if (realPath(cache) !== undefined) {
        replaceChecked(`${cache}/${SYMBOL_FILE}`, Uint8Array.of(isWhole ? 1 : 0, 7));
        replaceWhole(`${cache}/index-${FORMAT}-1.sqlite`, new Uint8Array(1));
      }
      const place = { root, cache, facts: { rootSource: "git", isGit: true }, settings } as const;
      const served = new ServedRepository(place, shared);
      const noting = (name: "close" | "release" | "restart"): () => void => () => {
        log.push(`${name} ${nameOf(root)}`);
        ServedRepository.prototype[name].call(served);
      };
      const noted = { close: noting("close"), release: noting("release"), restart: noting("restart") };
      return Promise.resolve(Object.assign(served, noted, catchUp && { catchUp }));
    },
  });
  const { place, connect } = scriptedPlace(log, isHeld);
  const engine = new WarmEngine(repositories);
  const daemon = new DaemonProcess(place, repositories, engine, memory);
  return {
    log,
    repositories,
    run: async () => {
      await (await repositories.find(roots[0]))?.warm(() => Promise.resolve());
      await daemon.run();
    },
    ask: (root = roots[0]) => askOver(connect(), root),
    begin: (root) => {
      const call = openCall(connect(), root);
      return () => call.close();
    },
    [Symbol.dispose]: () => {
      repositories.close();
      threads[Symbol.dispose]();
    },
  };
}

/** The last segment of a root. */
export function nameOf(root: string): string {
  return root.slice(root.lastIndexOf("/") + 1);
}

/** A place that is called by hand. */
function scriptedPlace(log: string[], isHeld: () => boolean) {
  const callers: Connection[] = [];
  let waiting: ((connection: Connection | undefined) => void) | undefined;
  const place: DaemonPlace = {
    key: "k",
    take: () => {},
    next: () => {
      const next = callers.shift();
      return next ? Promise.resolve(next) : new Promise((resolve) => waiting = resolve);
    },
    isHeld,
    touch: () => void log.push("touch"),
    leave: () => {
      log.push("leave");
      waiting?.(undefined);
    },
  };
  const connect = (): Connection => {
    const [here, there] = memoryPair();
    const next = waiting;
    waiting = undefined;
    if (next) next(there);
    else callers.push(there);
    return here;
  };
  return { place, connect };
}

function openCall(connection: Connection, root: string): DaemonCall {
  const call = new DaemonCall(connection);
  const facts = { rootSource: "git", isGit: true } as const;
  const rules = { exclude: [], ttlMs: 0 };
  call.send({ type: "plan", root, facts, rules, plan: planOf("ci_search"), elapsedMs: 0 });
  return call;
}

async function askOver(connection: Connection, root: string): Promise<unknown[]> {
  const call = openCall(connection, root);
  const heard: { readonly type: string }[] = [];
  const isLast = (): boolean => ["found", "alone"].includes(heard.at(-1)?.type ?? "");
  for (let line; !isLast() && (line = await call.line(60_000)) !== undefined;) {
    const message = JSON.parse(line);
    if (message.type !== "working") heard.push(message);
  }
  call.close();
  return heard;
}
