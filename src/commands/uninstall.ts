import { isEmptySettings, removeHooks } from "../adapters/claude_code/settings_file.ts";
import type { ExitCode } from "../model/errors.ts";
import { entryKind, Journal, linkTarget, readTextIfAny, sha256 } from "../platform/user_files.ts";
import { applySteps, guarded, inFile, report, type Step } from "./install_steps.ts";
import {
  clientFiles,
  type InstallOptions,
  type Layout,
  layoutFor,
  parseInstallOptions,
} from "./install_layout.ts";
import { decodeManifest, type LinkRecord, type Manifest, type SettingsRecord } from "./install_manifest.ts";
import type { CommandIo } from "./io.ts";

/** `auto-tools uninstall`: the inverse of `auto-tools install`. */
export async function run(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  return await guarded("uninstall", io, async () => {
    const options = parseInstallOptions(args);
    await remove(options, io);
  });
}

/** Takes the installation away, all or nothing. Folders go only if the installation made them and they are empty now. */
export async function remove(options: InstallOptions, io: CommandIo): Promise<void> {
  const layout = layoutFor(options, io);
  const manifest = decodeManifest(await readTextIfAny(layout.manifest));
  // The hooks go first: a client must never be told to start a program that is gone.
  const others = await planOthers(layout, options, io);
  if (others.length > 0 && !options.dryRun) {
    const { recordedFolders, removeEmptyFolders } = await import("./install_clients.ts");
    const folders = await recordedFolders(clientFiles(layout, io));
    await applySteps(others, io);
    await removeEmptyFolders(folders);
  }
  report(others, options.dryRun, io);
  if (options.clients.length > 0 && !options.hook) return;
  const steps: Step[] = [];
  if (options.hook) await planSettings(layout, manifest?.settings, steps);
  await planLinks(layout, manifest, steps);
  for (const path of [layout.binary, layout.manifest]) {
    if (await entryKind(path) !== "missing") {
      steps.push({
        title: `remove ${path}`,
        apply: (journal) => journal.remove(path),
      });
    }
  }
  if (!options.dryRun) await applySteps(steps, io);
  report(steps, options.dryRun, io);
  if (steps.length === 0 && others.length === 0) io.out(`not installed: ${layout.binary}\n`);
  if (!options.dryRun) await removeFolders(manifest, io);
}

async function planOthers(layout: Layout, options: InstallOptions, io: CommandIo): Promise<Step[]> {
  const { planClientRemoval, recordedTargets } = await import("./install_clients.ts");
  const files = clientFiles(layout, io);
  const targets = options.clients.length > 0 ? options.clients : await recordedTargets(files);
  return targets.length === 0 ? [] : await planClientRemoval({ targets, ...files });
}

async function planLinks(layout: Layout, manifest: Manifest | undefined, steps: Step[]): Promise<void> {
  const links: readonly LinkRecord[] = manifest?.links ?? layout.links;
  for (const { path, target, displaced } of links) {
    if (await entryKind(path) !== "link" || await linkTarget(path) !== target) continue;
    steps.push({ title: `remove ${path}`, apply: (journal) => journal.remove(path) });
    if (displaced === undefined || await entryKind(displaced) === "missing") continue;
    steps.push({
      title: `put ${displaced} back as ${path}`,
      apply: (journal) => journal.move(displaced, path),
    });
  }
}

async function planSettings(
  layout: Layout,
  record: SettingsRecord | undefined,
  steps: Step[],
): Promise<void> {
  const path = layout.settings;
  const text = await readTextIfAny(path);
  if (text === undefined) return;
  const original = await settingsBefore(layout, record, text);
  if (original === text) return;
  const step = original === undefined
    ? { title: `remove ${path}`, apply: (journal: Journal) => journal.remove(path) }
    : {
      title: `take the hook out of ${path}`,
      apply: (journal: Journal) => journal.writeText(path, original, text),
    };
  steps.push(step);
  const backup = record?.backup;
  if (backup === undefined || await entryKind(backup) === "missing") return;
  steps.push({ title: `remove ${backup}`, apply: (journal) => journal.remove(backup) });
}

/** The text to leave behind; undefined when the file was made by us and holds nothing else. */
async function settingsBefore(
  layout: Layout,
  record: SettingsRecord | undefined,
  text: string,
): Promise<string | undefined> {
  const untouched = record !== undefined && record.sha256 === await sha256(text);
  if (untouched) {
    const saved = record.backup === undefined ? undefined : await readTextIfAny(record.backup);
    if (record.backup === undefined) return undefined;
    // Without what an older installation may have left in it: it would start a program that is gone.
    if (saved !== undefined) return removeHooks(saved, layout.own, record.created);
  }
  return inFile(layout.settings, () => {
    const rest = removeHooks(text, layout.own, record?.created ?? []);
    return record !== undefined && record.backup === undefined && isEmptySettings(rest) ? undefined : rest;
  });
}

async function removeFolders(manifest: Manifest | undefined, io: CommandIo): Promise<void> {
  const journal = new Journal();
  for (const path of [...manifest?.folders ?? []].reverse()) {
    if (await journal.removeEmptyFolder(path)) io.out(`remove the folder ${path}\n`);
  }
  await journal.commit();
}
