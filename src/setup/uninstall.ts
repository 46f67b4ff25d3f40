import { isEmptySettings, removeHooks } from "../clients/claude_code/settings_file.ts";
import type { ExitCode } from "../model/errors.ts";
import { entryKind, linkTarget, readTextIfAny } from "../platform/user_files.ts";
import { sha256 } from "../platform/sha256.ts";
import type { ClientRemoval } from "./install_clients.ts";
import { planClientRemoval, recordedFolders, removeEmptyFolders } from "./install_clients.ts";
import { applySteps, guarded, inFile, removal, report, requireWritable, rewriting } from "./install_steps.ts";
import type { Step } from "./install_steps.ts";
import { clientFiles, layoutFor, parseInstallOptions } from "./install_layout.ts";
import type { InstallOptions, Layout } from "./install_layout.ts";
import { decodeManifest, type LinkRecord, type Manifest, type SettingsRecord } from "./install_manifest.ts";
import type { CommandIo } from "../platform/command_io.ts";

/** `auto-tools uninstall`: the inverse of `auto-tools install`. */
export async function run(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  return await guarded("uninstall", io, async () => {
    const options = parseInstallOptions(args, "uninstall");
    await remove(options, io);
  });
}

/** Takes the installation away, all or nothing. Folders go only if the installation made them and they are empty now. */
export async function remove(options: InstallOptions, io: CommandIo): Promise<void> {
  const layout = layoutFor(options, io);
  const manifest = decodeManifest(await readTextIfAny(layout.manifest));
  const files = clientFiles(layout, io);
  const named = options.clients.length > 0 && !options.all ? options.clients : undefined;
  const { steps: clients, left, notes } = await planClientRemoval(named, files);
  const folders = await recordedFolders(files);
  // The hooks go first: a client must never start a program that is gone.
  const steps = [...clients];
  const everything = named === undefined || options.hook;
  if (everything) {
    if (options.hook) await planSettings(layout, { record: manifest?.settings, left }, steps);
    await planProgram(layout, manifest, steps);
    const links = manifest?.links ?? layout.links;
    requireWritable([...links.map(({ path }) => path), layout.binary], "uninstall", io);
  }
  if (!options.dryRun) await applySteps(steps, io);
  report(steps, options.dryRun, io);
  for (const note of notes) io.out(`note: ${note}\n`);
  if (everything && steps.length === 0) io.out(`not installed: ${layout.binary}\n`);
  if (options.dryRun) return;
  await removeEmptyFolders(folders);
  const made = everything ? manifest?.folders ?? [] : [];
  for (const path of await removeEmptyFolders(made)) io.out(`remove the folder ${path}\n`);
}

async function planProgram(layout: Layout, manifest: Manifest | undefined, steps: Step[]): Promise<void> {
  await planLinks(layout, manifest, steps);
  for (const path of [layout.binary, layout.previous, layout.manifest]) {
    if (await entryKind(path) === "missing") continue;
    steps.push(removal(path));
  }
}

async function planLinks(layout: Layout, manifest: Manifest | undefined, steps: Step[]): Promise<void> {
  const links: readonly LinkRecord[] = manifest?.links ?? layout.links;
  for (const { path, target, displaced } of links) {
    if (await entryKind(path) !== "link" || await linkTarget(path) !== target) continue;
    steps.push(removal(path));
    if (displaced === undefined || await entryKind(displaced) === "missing") continue;
    steps.push({
      title: `put ${displaced} back as ${path}`,
      apply: (journal) => journal.move(displaced, path),
    });
  }
}

async function planSettings(
  layout: Layout,
  { record, left }: { record: SettingsRecord | undefined; left: ClientRemoval["left"] },
  steps: Step[],
): Promise<void> {
  const path = layout.settings;
  const text = left.has(path) ? left.get(path) : await readTextIfAny(path);
  if (text === undefined) return;
  const original = await settingsBefore(layout, record, text);
  if (original === text) return;
  steps.push(rewriting(`take the hook out of ${path}`, path, { before: text, after: original }));
  const backup = record?.backup;
  if (backup === undefined || await entryKind(backup) === "missing") return;
  steps.push(removal(backup));
}

/** The text to leave behind; undefined when the file was made by us and holds nothing else. */
async function settingsBefore(
  layout: Layout,
  record: SettingsRecord | undefined,
  text: string,
): Promise<string | undefined> {
  const untouched = record !== undefined && record.sha256 === sha256(text);
  if (untouched) {
    const saved = record.backup === undefined ? undefined : await readTextIfAny(record.backup);
    if (record.backup === undefined) return undefined;
    // Without what an older installation may have left in it: it would start a program that is gone.
    if (saved !== undefined) return removeHooks(saved, layout.own, record.created);
  }
  return await inFile(layout.settings, () => {
    const rest = removeHooks(text, layout.own, record?.created ?? []);
    return record !== undefined && record.backup === undefined && isEmptySettings(rest) ? undefined : rest;
  });
}
