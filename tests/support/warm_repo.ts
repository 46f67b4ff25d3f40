import { PATIENT_SETTINGS } from "./binary.ts";
import { end, serveDaemon, type Standing } from "./daemon.ts";
import { removeTree } from "./fixture.ts";

/**
 * An indexed repository that the tests of a file share and do not change, and the environment of runs that its daemon
 * answers: the same bytes as without one for a third of the processor time. For tests of the answer, not of the process,
 * with five prompts or more. To be called outside of tests; the daemon ends with the file.
 */
export async function warmRepo(fixture: string): Promise<Omit<Standing, keyof AsyncDisposable>> {
  const standing = await serveDaemon(fixture, { settings: PATIENT_SETTINGS, idleS: "300" });
  addEventListener("unload", () => {
    end(standing.process);
    standing.repo[Symbol.dispose]();
    removeTree(standing.home);
  });
  return standing;
}
