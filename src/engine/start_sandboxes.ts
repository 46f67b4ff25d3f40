import type { Settings } from "../model/settings.ts";
import type { lanesOf } from "../pipeline/run.ts";
import { cacheFolder } from "../platform/cache_folder.ts";
import type { Sandbox } from "../platform/sandbox.ts";
import type { SandboxPool } from "../platform/sandbox_pool.ts";
import type { Repository } from "../platform/repository.ts";
import type { Begun } from "./prewarm.ts";
import type { Listed } from "./repository_view.ts";
import { listedBy, outlineOf, rulesOf, show, startSandbox } from "./repository_view.ts";

/** How long this thread keeps its rights for git to list, and then to look at sizes and times. Milliseconds. */
const LISTING_WAIT_MS = 300;
const LOOK_MS = 150;
/** The same for a very large repository, where the sandbox answers before it needs the times. */
const LONG_WAIT_MS = 1000;
const LONG_LOOK_MS = 1000;

/** The sandboxes, and what this thread can do for them while it has its rights. */
export interface Started {
  readonly hosts: readonly Sandbox[];
  /** When each was shown the repository: what git listed. */
  readonly opened: Promise<Listed | undefined>;
  /** Looks at the files' sizes and times beside the sandboxes; done when the rights are needed no longer. */
  readonly look: () => Promise<void>;
}

/** For plans that nothing is run of. */
export const NO_SANDBOXES: Started = {
  hosts: [],
  opened: Promise.resolve(undefined),
  look: () => Promise.resolve(),
};

/** What the sandboxes are for. */
export interface SandboxesOptions {
  readonly settings: Settings;
  /** The sandbox of the first lane, where it is up. */
  readonly begun: Begun | undefined;
  /** Sandboxes that were kept; default: none. */
  readonly pool?: SandboxPool | undefined;
  /** Whether the index is very large, so that this thread has more time to look. */
  readonly isLarge: boolean;
}

/**
 * Starts the sandboxes and hands git's listing to each as soon as it is there; without git they walk the folders. While they
 * load their code and open the index, this thread begins to look at the files' sizes and times for them.
 */
export function startSandboxes(
  lanes: ReturnType<typeof lanesOf>,
  repository: Repository,
  { settings, begun, pool, isLarge }: SandboxesOptions,
): Started {
  const { root } = repository;
  // git lists while this thread waits for the workers to come up.
  const listing = begun ? begun.listed : listedBy(repository.list()?.answer);
  const cache = cacheFolder(repository.main);
  const hosts = lanes.map((calls, lane) => {
    const known = (lane === 0 ? begun?.sandbox : undefined) ?? pool?.take(root);
    const sandbox = known ?? startSandbox(root, cache);
    sandbox.prepare(calls.map((call) => call.tool));
    return sandbox;
  });
  const outline = outlineOf(repository, cache, rulesOf(settings));
  let isLate = false;
  const [waitMs, limitMs] = isLarge ? [LONG_WAIT_MS, LONG_LOOK_MS] : [LISTING_WAIT_MS, LOOK_MS];
  const late = new Promise<void>((resolve) => setTimeout(resolve, waitMs)).then(() => {
    isLate = true;
  });
  let listed: Listed | undefined;
  const opened = listing.then((answer) => {
    listed = answer;
    for (const sandbox of hosts) if (sandbox !== begun?.sandbox) show(sandbox, outline, listed);
    return listed;
  });
  const look = async (): Promise<void> => {
    const filled = opened.then(() => {
      if (!isLate) return listed?.stats.fill(root, { limitMs, from: "front" });
    });
    await Promise.race([filled, late]);
    listed?.stats.stop();
  };
  return { hosts, opened, look };
}
