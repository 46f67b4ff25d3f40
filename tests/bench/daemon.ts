import { DAEMON_HEAP } from "../../src/platform/detached.ts";
import { BINARY } from "../support/binary.ts";
import { end } from "../support/daemon.ts";

/** A daemon for `root` under a home of its own, ended at the end of the `using` scope. */
export interface StandingBy extends AsyncDisposable {
  /** For hooks that shall find it. */
  readonly env: Record<string, string>;
  readonly pid: number;
}

/** For hooks that shall be alone. */
export const ALONE: Readonly<Record<string, string>> = { CI_AUTO_TOOLS_DAEMON_IDLE_S: "0" };

const READY_MS = 30_000;

/** Starts one as a prompt does, and waits until it answers. */
export async function standingBy(
  root: string,
  folder: string,
  settings: Record<string, string>,
): Promise<StandingBy> {
  const home = Deno.makeTempDirSync({ dir: folder });
  const env = {
    ...DAEMON_HEAP,
    ...settings,
    HOME: home,
    XDG_CACHE_HOME: `${home}/.cache`,
    CI_AUTO_TOOLS_DAEMON_IDLE_S: "600",
  };
  const options = { env, stdin: "null", stdout: "null", stderr: "null", detached: true } as const;
  const child = new Deno.Command(BINARY, { args: ["daemon", root], ...options }).spawn();
  const sockets = `${home}/.cache/auto-tools/daemon`;
  for (let waited = 0; !hasEntries(sockets); waited += 50) {
    if (waited > READY_MS) throw new Error("no daemon listens");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    env,
    pid: child.pid,
    [Symbol.asyncDispose]: async () => {
      end(child);
      await child.status;
    },
  };
}

function hasEntries(folder: string): boolean {
  try {
    return [...Deno.readDirSync(folder)].some(({ name }) => name !== "key" && !name.endsWith(".new"));
  } catch {
    return false;
  }
}
