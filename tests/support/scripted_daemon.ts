import type { AnsweringThread } from "../../src/engine/daemon/answering_thread.ts";
import { Repositories } from "../../src/engine/daemon/repositories.ts";
import { DaemonProcess } from "../../src/engine/daemon/serve.ts";
import type { Shared } from "../../src/engine/daemon/served_repository.ts";
import { ServedRepository } from "../../src/engine/daemon/served_repository.ts";
import { FORMAT } from "../../src/index/schema.ts";
import { SYMBOL_FILE } from "../../src/index/symbol_filter.ts";
import type { FromTurn, ToTurn } from "../../src/model/daemon.ts";
import { replaceChecked, replaceWhole } from "../../src/platform/cache_files.ts";
import { DaemonCall } from "../../src/platform/daemon_call.ts";
import type { DaemonPlace } from "../../src/platform/daemon_place.ts";
import type { Connection } from "../../src/platform/lines.ts";
import { readConfigFile } from "../../src/settings/file.ts";
import { resolveSettings } from "../../src/settings/settings.ts";
import type { TreeLooks } from "../../src/engine/daemon/tree_looks.ts";
import { daemonQuestion, promptQuestion, scriptedPool } from "./engine_kit.ts";
import { memoryPair } from "./pair.ts";

/** One that can be asked. */
interface ScriptedDaemon {
  /** Takes the roots on that it may serve, then serves until it has left. */
  readonly run: () => Promise<void>;
  /** What it did, with the last segment of the root that it was about. */
  readonly log: readonly string[];
  /** Sends a prompt; the messages that come back, until the connection ends or three have come. */
  readonly ask: (root?: string) => Promise<unknown[]>;
  /** How often a root's sandboxes were ended. */
  readonly cleared: (root?: string) => number;
  readonly repositories: Repositories;
}

/**
 * A daemon whose place and thread are scripted: every prompt is said to be about nothing. Its indexes are whole unless they are
 * said not to be; every root is served, the first one from the beginning.
 */
export function openDaemon(
  roots: readonly [string, ...string[]],
  {
    isHeld = () => true,
    cacheOf = (root: string) => root,
    isWhole = true,
    idleS = 60,
    most = 8,
    looks,
    stuck,
  }: {
    readonly isHeld?: () => boolean;
    readonly cacheOf?: (root: string) => string;
    readonly isWhole?: boolean;
    readonly idleS?: number;
    readonly most?: number;
    readonly looks?: TreeLooks;
    /** A root whose prompts are not answered. */
    readonly stuck?: string;
  } = {},
): ScriptedDaemon {
  const log: string[] = [];
  const shared: Shared = { answering: idleThread(log, stuck), onAnswered: (one) => daemon.answered(one) };
  const pools = new Map<string, ReturnType<typeof scriptedPool>>();
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
      if (cache === root) {
        replaceChecked(`${cache}/${SYMBOL_FILE}`, Uint8Array.of(isWhole ? 1 : 0, 7));
        replaceWhole(`${cache}/index-${FORMAT}-1.sqlite`, new Uint8Array(1));
      }
      const pool = scriptedPool();
      pools.set(root, pool);
      Object.assign(pool.pool, { close: () => void log.push(`close ${nameOf(root)}`) });
      const place = { root, cache, facts: { rootSource: "git", isGit: true }, settings } as const;
      return Promise.resolve(new ServedRepository(place, shared, { pool: pool.pool, looks }));
    },
  });
  const { place, connect } = scriptedPlace(log, isHeld);
  const daemon = new DaemonProcess(place, repositories, shared.answering);
  return {
    log,
    repositories,
    run: async () => {
      await (await repositories.find(roots[0]))?.warm(() => Promise.resolve());
      await daemon.run();
    },
    ask: (root = roots[0]) => askOver(connect(), root),
    cleared: (root = roots[0]) => pools.get(root)?.cleared() ?? 0,
  };
}

/** The last segment of a root. */
export function nameOf(root: string): string {
  return root.slice(root.lastIndexOf("/") + 1);
}

function idleThread(log: string[], stuck: string | undefined): AnsweringThread {
  return {
    begin: (listener: (message: FromTurn) => void) => ({
      say: (message: ToTurn) => {
        if (message.type === "ask" && message.root !== stuck) {
          setTimeout(() => listener({ type: "idle", kind: "none" }));
        }
      },
      end: () => void log.push("end"),
    }),
    release: () => void log.push("release"),
  } as unknown as AnsweringThread;
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

async function askOver(connection: Connection, root: string): Promise<unknown[]> {
  const call = new DaemonCall(connection);
  call.send({ type: "ask", root, question: daemonQuestion(promptQuestion("hello", { cwd: root })) });
  const heard: unknown[] = [];
  for (let line; heard.length < 3 && (line = await call.line(10_000)) !== undefined;) {
    heard.push(JSON.parse(line));
  }
  call.close();
  return heard;
}
