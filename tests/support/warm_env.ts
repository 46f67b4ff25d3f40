import { PATIENT_SETTINGS } from "./binary.ts";
import { end, serveDaemon } from "./daemon.ts";
import { removeTree } from "./fixture.ts";

/**
 * Environment of runs that one daemon answers for all repositories of a test file, where the answer is tested and not the
 * process: the same bytes for a third of the processor time. To be called outside of tests; the daemon ends with the file.
 */
export async function warmEnv(): Promise<Record<string, string>> {
  const standing = await serveDaemon("//- /README.md\n", { settings: PATIENT_SETTINGS, idleS: "300" });
  addEventListener("unload", () => {
    end(standing.process);
    standing.repo[Symbol.dispose]();
    removeTree(standing.home);
  });
  return standing.env;
}
