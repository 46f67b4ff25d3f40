import type { Delivery } from "../model/answer.ts";
import type { Request } from "../model/request.ts";
import type { Settings } from "../model/settings.ts";
import { LAST_FILE, lastText } from "../pipeline/last_delivery.ts";
import { clock, wallClock } from "../platform/clock.ts";
import type { StateFiles } from "../platform/state_files.ts";
import { openDelivery } from "../timeline/journal.ts";

/**
 * Opens everything a turn is recorded in, while files may still be opened: the timeline, the session's notes and, unless
 * the settings say no, what `auto-tools last` shows. The function it answers returns the writes that record one delivery.
 *
 * @param beganAt on the clock: when the prompt came
 */
export function openRecord(
  state: StateFiles | undefined,
  request: Request,
  settings: Settings,
  beganAt = 0,
): (delivery: Delivery) => readonly (() => void)[] {
  const note = openDelivery(state, request, beganAt);
  if (!settings["last.enabled"].value) state?.remove(LAST_FILE);
  const keep = settings["last.enabled"].value ? state?.openReplace(LAST_FILE) : undefined;
  return (delivery) => {
    const milliseconds = Math.round(clock() - beganAt);
    const text = lastText(delivery, { request, at: wallClock(), milliseconds });
    return [...note(delivery), () => keep?.(text)];
  };
}
