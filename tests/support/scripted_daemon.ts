import { serve } from "../../src/engine/daemon/serve.ts";
import type { DaemonService } from "../../src/engine/daemon/request.ts";
import type { AnsweringThread } from "../../src/engine/daemon/answering_thread.ts";
import type { TreeLooks } from "../../src/engine/daemon/tree_looks.ts";
import { SYMBOL_FILE } from "../../src/index/symbol_filter.ts";
import type { ToAnswering } from "../../src/model/daemon.ts";
import { replaceChecked } from "../../src/platform/cache_files.ts";
import { DaemonCall } from "../../src/platform/daemon_call.ts";
import type { DaemonPlace } from "../../src/platform/daemon_place.ts";
import type { Connection } from "../../src/platform/lines.ts";
import { daemonQuestion, promptQuestion, scriptedPool } from "./engine_kit.ts";
import { memoryPair } from "./pair.ts";

/** One that can be asked. */
interface ScriptedDaemon {
  /** Serves until no prompt came for `idleMs`. */
  readonly served: (idleMs: number) => Promise<void>;
  /** What it did. */
  readonly log: readonly string[];
  /** Sends a prompt; the first three messages that come back. */
  readonly ask: () => Promise<unknown[]>;
  /** How often its sandboxes were ended. */
  readonly cleared: () => number;
}

/**
 * A daemon whose place and thread are scripted: every prompt is said to be about nothing. Its index is whole unless it is
 * said not to be.
 */
export function openDaemon(root: string, { isHeld = () => true, cache = root, isWhole = true, looks }: {
  readonly isHeld?: () => boolean;
  readonly cache?: string;
  readonly isWhole?: boolean;
  readonly looks?: TreeLooks;
} = {}): ScriptedDaemon {
  if (cache === root) replaceChecked(`${cache}/${SYMBOL_FILE}`, Uint8Array.of(isWhole ? 1 : 0, 7));
  const log: string[] = [];
  const callers: Connection[] = [];
  let waiting: ((connection: Connection | undefined) => void) | undefined;
  let listener: Parameters<AnsweringThread["listen"]>[0] = () => {};
  const answering = {
    listen: (heard: typeof listener) => void (listener = heard),
    say: ({ type }: ToAnswering) => {
      if (type === "ask") setTimeout(() => listener({ type: "idle", kind: "none" }));
    },
    rest: () => void log.push("rest"),
    release: () => void log.push("release"),
  } as unknown as AnsweringThread;
  const { pool, cleared } = scriptedPool();
  const service: DaemonService = { root, cache, pool, answering, looks, key: "k" };
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
  const ask = async (): Promise<unknown[]> => {
    const [here, there] = memoryPair();
    if (waiting) waiting(there);
    else callers.push(there);
    const call = new DaemonCall(here);
    call.send({ type: "ask", question: daemonQuestion(promptQuestion("hello", { cwd: root })) });
    const heard: unknown[] = [];
    for (let at = 0; at < 3; at++) heard.push(JSON.parse(await call.line(10_000) ?? "null"));
    call.close();
    return heard;
  };
  return { served: (idleMs) => serve(place, service, idleMs), log, ask, cleared };
}
