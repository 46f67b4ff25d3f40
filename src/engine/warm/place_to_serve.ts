import { existingCacheFolder } from "../../platform/cache_folder.ts";
import { realFolder } from "../../platform/host_files.ts";
import { mainWorkTree } from "../../platform/project_folder.ts";
import { loadSettings } from "../load_settings.ts";
import { repositoryFor } from "../repository_for.ts";
import { isWhole } from "../symbols_file.ts";
import type { ServedPlace } from "./served_repository.ts";

/**
 * Checks a folder that a daemon is asked to serve; undefined if it must not: the path is not the folder's real one,
 * git does not answer for it or reports another owner, it is as broad as a home folder, its index is not whole, or
 * its settings disable the daemon.
 */
export async function placeToServe(root: string): Promise<ServedPlace | undefined> {
  if (realFolder(root) !== root) return undefined;
  // What costs most comes last.
  const expected = existingCacheFolder(mainWorkTree(root));
  if (expected === undefined || !isWhole(expected)) return undefined;
  const { settings } = await loadSettings(root);
  if (settings["daemon.idle_s"].value === 0) return undefined;
  // The root configured for the process that started this one applies to no other folder.
  const repository = await repositoryFor(root, {
    ...settings,
    repo_root: { value: undefined, source: "default" },
  });
  if (repository.root !== root || !repository.facts.isGit) return undefined;
  const cache = existingCacheFolder(repository.main);
  return cache === expected ? { root, cache, facts: repository.facts, settings } : undefined;
}
