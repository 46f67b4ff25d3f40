import type { RecordedReply } from "../reply.ts";

/** Between two writes: the watch of the tree takes many notices at once for a burst that may have lost some. Milliseconds. */
const PAUSE_MS = 20;

/** Records a reply write by write, so that the watch of the tree hears of each by itself. */
export async function recordSlowly({ writes }: RecordedReply): Promise<void> {
  for (const write of writes()) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    write();
  }
}
