import type { FromStandby, ToStandby } from "../model/standby.ts";
import { clock } from "../platform/clock.ts";
import { realPath } from "../platform/host_files.ts";
import { MessageLink } from "../platform/message_link.ts";
import { memoryInUse } from "../platform/memory.ts";
import { programStamp } from "../platform/program_name.ts";
import type { StandbyPlace } from "../platform/standby_place.ts";
import type { StandbyGround } from "./request.ts";
import { StandbyRequest } from "./request.ts";

/** How often it is looked whether this is still of use. Milliseconds. */
const TICK_MS = 3000;
/** Whoever has not gone by then will not; no budget is longer. Milliseconds. */
const LONGEST_MS = 90_000;
/** What this process may hold between two prompts; then its jail is started anew. Bytes. */
const MOST_MEMORY = 700 * 1024 * 1024;

/**
 * Answers one prompt after the other until nobody came for `idleMs`, or this is of no use any more. Whoever comes while
 * another is answered is turned away and answers by itself.
 */
export async function serve(place: StandbyPlace, ground: StandbyGround, idleMs: number): Promise<void> {
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
    if (memoryInUse() > MOST_MEMORY) ground.jail.end();
  };
  for (;;) {
    const connection = await place.next();
    if (!connection) break;
    if (isBusy) connection.close();
    else {
      isBusy = true;
      const link: MessageLink<ToStandby, FromStandby> = new MessageLink(connection, {
        receive: (message) => request.receive(message),
        end: () => {
          request.end();
          isOver();
        },
      });
      const request: StandbyRequest = new StandbyRequest(ground, link);
      limit = setTimeout(() => link.close(), LONGEST_MS);
    }
  }
  clearInterval(timer);
}
