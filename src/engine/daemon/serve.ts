import { clock } from "../../platform/clock.ts";
import { realPath } from "../../platform/host_files.ts";
import { memoryInUse, releaseMemory } from "../../platform/memory.ts";
import { programStamp } from "../../platform/program_name.ts";
import type { DaemonPlace } from "../../platform/daemon_place.ts";
import { existingState } from "../../platform/state_files.ts";
import { notesOf } from "../informed_intent.ts";
import { startIndex } from "../start_index.ts";
import { PromptQueue } from "./prompt_queue.ts";
import type { TreeLooks } from "./tree_looks.ts";
import { refreshIndex } from "./refresh.ts";
import type { DaemonService } from "./request.ts";
import { DaemonRequest } from "./request.ts";

/** How often it is looked whether this is still of use. Milliseconds. */
const TICK_MS = 3000;
/** With more than this right after a prompt the sandbox is started anew: Linux 6.12 takes up to 750 MB, half of it garbage. Bytes. */
const MOST_MEMORY = 1024 * 1024 * 1024;
/** Bringing the index up to date between prompts takes at most one part in so many of the time. */
const CATCH_UP_SHARE = 10;
/** When no prompt came for so long after an answer, memory is given back. Milliseconds. */
const RELEASE_MS = 4000;
/**
 * With more than this when it is idle, and this much more than it once had, the process ends: threads that had to be ended
 * leave memory behind. Bytes.
 */
const MOST_IDLE_MEMORY = 500 * 1024 * 1024;
const MOST_LEFT_BEHIND = 200 * 1024 * 1024;

/** Answers one prompt after the other until none came for `idleMs`, or this is of no use any more. */
export async function serve(place: DaemonPlace, service: DaemonService, idleMs: number): Promise<void> {
  const stamp = programStamp();
  let last = clock();
  /** On the clock: when the index may be brought up to date again. */
  let nextCatchUp = -Infinity;
  /** Whether memory has been given back since the last prompt. */
  let isReleased = false;
  let leastIdleMemory = Infinity;
  const isOverweight = (): boolean => {
    if (!isReleased) return false;
    const held = memoryInUse();
    leastIdleMemory = Math.min(leastIdleMemory, held);
    return held > Math.max(MOST_IDLE_MEMORY, leastIdleMemory + MOST_LEFT_BEHIND);
  };
  const isUseful = (): boolean =>
    place.isHeld() && realPath(service.root) !== undefined && realPath(service.cache) !== undefined &&
    programStamp() === stamp && !isOverweight();
  const { root, key } = service;
  const queue = new PromptQueue({
    greeting: { type: "ready", root, key },
    start: (link) => new DaemonRequest(service, link),
    notesOf: (request) => notesOf(existingState(root), request),
    onAnswered: () => {
      last = clock();
      isReleased = false;
      place.touch();
      if (memoryInUse() > MOST_MEMORY) service.pool.clear();
      // The prompts that this answers read a few files each.
      startIndex(root, service.cache);
    },
  });
  const catchUp = async (looks: TreeLooks): Promise<void> => {
    const begun = clock();
    nextCatchUp = Infinity;
    await looks.catchUp(() => queue.between(() => refreshIndex(service)));
    nextCatchUp = clock() + (clock() - begun) * CATCH_UP_SHARE;
    isReleased = false;
  };
  const timer = setInterval(() => {
    if (!queue.isEmpty) return;
    const restedMs = clock() - last;
    if (restedMs > idleMs || !isUseful()) place.leave();
    else if (service.looks?.isBehind && clock() >= nextCatchUp) void catchUp(service.looks);
    else if (!isReleased && restedMs >= RELEASE_MS) {
      release(service);
      isReleased = true;
    }
  }, Math.min(TICK_MS, idleMs));
  for (;;) {
    const connection = await place.next();
    if (!connection) break;
    queue.add(connection);
  }
  clearInterval(timer);
}

function release({ pool, answering }: DaemonService): void {
  pool.release();
  answering.release();
  releaseMemory();
}
