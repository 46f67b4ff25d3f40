import type { HookTarget, Place } from "../clients/hook_target.ts";
import { realPath } from "../platform/host_files.ts";
import { HOOK_TARGETS } from "./hook_targets.ts";
import type { Wiring } from "./wiring.ts";

/** Checks the wiring of this user's clients among {@link HOOK_TARGETS}; nothing is started. */
export function targetWirings(place: Place): Wiring[] {
  return [...HOOK_TARGETS.values()]
    .map((target) => ({ target, wiring: targetWiring(target, place) }))
    .filter(({ target, wiring }) => wiring.state !== "absent" || realPath(target.trace(place)) !== undefined)
    .map(({ wiring }) => wiring);
}

/** The same for one client. */
export function targetWiring(target: HookTarget, place: Place): Wiring {
  const { title: client, word } = target;
  const fix = `auto-tools install --${word}`;
  const hook = target.files(place).at(-1);
  const path = hook?.path ?? "";
  const text = place.read(path);
  try {
    if (!hook || text === undefined || hook.take(text) === text) {
      return { client, state: "absent", found: `no hook in ${path}`, fix };
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { client, state: "broken", found: `${path}: ${why}`, fix: "correct the file by hand" };
  }
  const program = /(\/[^'"\n]*\/auto-tools)['"]/.exec(text)?.[1];
  if (program === undefined || realPath(program) === undefined) {
    return { client, state: "broken", found: `the hook's program is gone: ${program ?? path}`, fix };
  }
  const off = target.off?.(place);
  if (off !== undefined) return { client, state: "broken", found: off, fix: "remove that setting" };
  return { client, state: "wired", found: `hook in ${path}`, fix };
}
