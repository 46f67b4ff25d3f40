import type { Settings } from "../../model/settings.ts";
import { startBeside } from "../../platform/detached.ts";
import { env } from "../../platform/host_files.ts";
import { daemonAddress } from "../../platform/daemon_place.ts";
import { mayStart } from "../background.ts";
import { isWhole, LEAST_FILES } from "../symbols_file.ts";

/** One that was started is left this long to take its place. Milliseconds. */
const PAUSE_MS = 15_000;
/** A file whose time is that of the last start. */
const NOTE = "daemon-started";

/** Last argument of a daemon that starts without delay: no prompt is under way that it would slow down. */
export const AT_ONCE = "now";

/** For which repository. */
export interface DaemonOptions {
  /** Folder of its index. */
  readonly cache: string;
  /** Files git lists. */
  readonly files: number;
  readonly settings: Settings;
  /** True if no prompt is under way that it would slow down; default false. */
  readonly atOnce?: boolean;
}

/**
 * Starts a daemon for the next prompts if the index is complete, unless that was done a moment ago; where one runs it takes the
 * repository on. It is not waited for.
 *
 * @param root absolute real path
 */
export function startDaemon(root: string, { cache, files, settings, atOnce }: DaemonOptions): void {
  if (files < LEAST_FILES || settings["daemon.idle_s"].value === 0 || env("CI_AUTO_TOOLS_FAULT")) return;
  if (daemonAddress() === undefined || !isWhole(cache) || !mayStart(`${cache}/${NOTE}`, PAUSE_MS)) return;
  startBeside(["daemon", root, ...(atOnce ? [AT_ONCE] : [])], { isApart: true });
}
