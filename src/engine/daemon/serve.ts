import type { FromDaemon, ToDaemon } from "../../model/daemon.ts";
import { clock } from "../../platform/clock.ts";
import { realPath } from "../../platform/host_files.ts";
import { MessageLink } from "../../platform/message_link.ts";
import { memoryInUse } from "../../platform/memory.ts";
import { programStamp } from "../../platform/program_name.ts";
import type { DaemonPlace } from "../../platform/daemon_place.ts";
import type { DaemonGround } from "./request.ts";
import { DaemonRequest } from "./request.ts";

/** How often it is looked whether this is still of use. Milliseconds. */
const TICK_MS = 3000;
/** Whoever has not gone by then will not; no budget is longer. Milliseconds. */
const LONGEST_MS = 90_000;
/** What this process may hold between two prompts; then its sandbox is started anew. Bytes. */
const MOST_MEMORY = 700 * 1024 * 1024;

/**
 * Answers one prompt after the other until nobody came for `idleMs`, or this is of no use any more. Whoever comes while
 * another is answered is turned away and answers by itself.
 */
export async function serve(place: DaemonPlace, ground: DaemonGround, idleMs: number): Promise<void> {
  const stamp = programStamp();
  let isBusy = false;
  let last = clock();
  const isUseful = (): boolean =>
    place.isHeld() && realPath(ground.root) !== undefined && realPath(ground.cache) !== undefined &&
    programStamp() === stamp;
  const timer = setInterval(() => {
    if (isBusy) return;
    if (clock() - last > idleMs || !isUseful()) place.leave();
  }, Math.min(TICK_MS, idleMs));
  let limit: ReturnType<typeof setTimeout> | undefined;
  const isOver = (): void => {
    isBusy = false;
    clearTimeout(limit);
    last = clock();
    place.touch();
    if (memoryInUse() > MOST_MEMORY) ground.sandbox.end();
  };
  for (;;) {
    const connection = await place.next();
    if (!connection) break;
    if (isBusy) connection.close();
    else {
      isBusy = true;
      const link: MessageLink<ToDaemon, FromDaemon> = new MessageLink(connection, {
        receive: (message) => request.receive(message),
        end: () => {
          request.end();
          isOver();
        },
      });
      const request: DaemonRequest = new DaemonRequest(ground, link);
      limit = setTimeout(() => link.close(), LONGEST_MS);
    }
  }
  clearInterval(timer);
}
