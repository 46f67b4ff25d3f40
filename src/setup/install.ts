import { pluginEnabled } from "../clients/claude_code/plugin_settings.ts";
import { addHooks, hooksSwitchedOff } from "../clients/claude_code/settings_file.ts";
import type { ExitCode } from "../model/errors.ts";
import {
  entryKind,
  linkTarget,
  missingFolders,
  readTextIfAny,
  sameContent,
  UserFilesError,
} from "../platform/user_files.ts";
import { sha256 } from "../platform/sha256.ts";
import { clientFiles, layoutFor, parseInstallOptions } from "./install_layout.ts";
import type { InstallOptions, Layout } from "./install_layout.ts";
import { UsageError } from "./usage_error.ts";
import { decodeManifest, encodeManifest } from "./install_manifest.ts";
import type { LinkRecord, Manifest, SettingsRecord } from "./install_manifest.ts";
import {
  applySteps,
  folderMade,
  freeBackup,
  guarded,
  inFile,
  planBackup,
  report,
  requireWritable,
  rewriting,
  type Step,
} from "./install_steps.ts";
import { codexFolder } from "../clients/codex/hook.ts";
import { realPath } from "../platform/host_files.ts";
import type { ClientTarget } from "./client_targets.ts";
import { HOOK_TARGETS } from "../clients/hook_target.ts";
import { onPath, placeOf, targetsFound, targetsSkipped } from "./hook_targets.ts";
import type { CommandIo } from "../platform/command_io.ts";

/** `auto-tools install`: copies the running executable, links its other names and adds the hook, all or nothing. */
export async function run(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  return await guarded("install", io, async () => {
    let options = parseInstallOptions(args);
    if (options.showContext) return io.out(`${contextIn(await io.stdin())}\n`);
    if (options.uninstall) {
      const { remove } = await import("./uninstall.ts");
      return await remove(options, io);
    }
    const layout = layoutFor(options, io);
    if (options.all) {
      options = { ...options, clients: withFound(options.clients, layout.binary, io) };
      for (const skipped of targetsSkipped(layout.binary, io)) io.out(`skipped ${skipped}\n`);
    }
    if (options.hook && pluginEnabled(await readTextIfAny(layout.settings) ?? "")) {
      io.out(
        "note: the plugin is switched on and brings the hooks; in the settings too each would run twice\n",
      );
      io.out("      (auto-tools uninstall --claude-plugin first, to have them in the settings instead)\n");
      options = { ...options, hook: false };
    }
    const steps = [
      ...await planInstall({ layout, options, io }),
      ...await planOthers({ layout, options, io }),
    ];
    requireWritable([...layout.links.map(({ path }) => path), layout.binary], "install", io);
    if (!options.dryRun) await applySteps(steps, io);
    report(steps, options.dryRun, io);
    if (steps.length === 0) io.out(`already installed: ${layout.binary}\n`);
    await advise({ layout, options, io });
  });
}

/** The places of an installation, what was asked for, and the command's surroundings. */
interface Installing {
  readonly layout: Layout;
  readonly options: InstallOptions;
  readonly io: CommandIo;
}

async function planOthers({ layout, options, io }: Installing): Promise<Step[]> {
  if (options.clients.length === 0) return [];
  const { planClients } = await import("./install_clients.ts");
  return await planClients(options.clients, clientFiles(layout, io));
}

/** The named clients and those found here. */
function withFound(named: readonly ClientTarget[], binary: string, io: CommandIo): ClientTarget[] {
  const hasCodex = realPath(codexFolder(io)) !== undefined || onPath("codex", io) !== undefined;
  const codex = hasCodex ? ["codex"] : [];
  return [...new Set([...named, ...codex, ...targetsFound(binary, io)])];
}

/** Prints the obstacles to using a complete installation. */
async function advise({ layout, options, io }: Installing): Promise<void> {
  const { binary, binDir, settings } = layout;
  if (!(io.env("PATH") ?? "").split(":").includes(binDir)) {
    io.out(`note: ${binDir} is not on PATH; add this line to your shell's profile:\n`);
    io.out(`  export PATH="${binDir}:$PATH"\n`);
  }
  const place = placeOf(binary, io);
  for (const target of options.clients) {
    const note = HOOK_TARGETS.get(target)?.note?.(place);
    if (note !== undefined) io.out(`note: ${note}\n`);
  }
  const text = options.hook ? await readTextIfAny(settings) : undefined;
  if (text !== undefined && hooksSwitchedOff(text)) {
    io.out(
      `note: "disableAllHooks" is true in ${settings}; Claude Code runs no hook until that is removed\n`,
    );
  }
}

async function planInstall({ layout, options, io }: Installing): Promise<Step[]> {
  const steps: Step[] = [];
  const manifestText = await readTextIfAny(layout.manifest);
  const before = decodeManifest(manifestText);
  const folders = await planFolders(layout, steps);
  await planBinary(layout, io, steps);
  const links = await planLinks(layout, steps, { options, before, io });
  const settings = options.hook ? await planSettings(layout, before?.settings, steps) : before?.settings;
  const text = encodeManifest({
    version: 1,
    folders: [...new Set([...before?.folders ?? [], ...folders])],
    binary: layout.binary,
    links,
    ...(settings === undefined ? {} : { settings }),
  });
  if (text !== manifestText) {
    const title = `note what was made in ${layout.manifest}`;
    steps.push(rewriting(title, layout.manifest, { before: manifestText, after: text }));
  }
  return steps;
}

async function planFolders(layout: Layout, steps: Step[]): Promise<string[]> {
  const missing = [...await missingFolders(layout.hooksDir), ...await missingFolders(layout.binDir)];
  const folders = [...new Set(missing)];
  steps.push(...folders.map(folderMade));
  return folders;
}

async function planBinary(layout: Layout, io: CommandIo, steps: Step[]): Promise<void> {
  const { binary } = layout;
  if (/\/deno$/.test(io.execPath)) {
    throw new UsageError(`only the built program can install itself: ${io.execPath}; run ./install.sh`);
  }
  const kind = await entryKind(binary);
  if (kind === "folder" || kind === "link") {
    throw new UserFilesError(`${binary} is not a file of its own: ${kind}; move it away`);
  }
  if (await sameContent(io.execPath, binary)) return;
  steps.push({
    title: `copy the program to ${binary}`,
    apply: (journal) => journal.copyFile(io.execPath, binary, 0o755),
  });
}

async function planLinks(
  layout: Layout,
  steps: Step[],
  { options, before, io }: {
    readonly options: InstallOptions;
    /** Earlier installation. */
    readonly before: Manifest | undefined;
    readonly io: CommandIo;
  },
): Promise<LinkRecord[]> {
  const records = new Map((before?.links ?? []).map((link) => [link.path, link]));
  for (const { path, target } of layout.links) {
    const state = await linkState({ path, target }, io.execPath);
    const displaced = state === "foreign"
      ? await planDisplacement(path, options, steps)
      : records.get(path)?.displaced;
    if (state !== "right") {
      steps.push({ title: `link ${path} to ${target}`, apply: (journal) => journal.link(path, target) });
    }
    records.set(path, { path, target, ...(displaced === undefined ? {} : { displaced }) });
  }
  return [...records.values()];
}

async function planDisplacement(path: string, options: InstallOptions, steps: Step[]): Promise<string> {
  if (!options.replace) {
    throw new UserFilesError(
      `${path} exists and is not ours; move it away, or pass --replace to keep it as a backup`,
    );
  }
  const backup = await freeBackup(path);
  steps.push({ title: `move ${path} to ${backup}`, apply: (journal) => journal.move(path, backup) });
  return backup;
}

/** A link to another copy of the program is an older installation of ours; this very program was put there by hand. */
async function linkState(
  { path, target }: { path: string; target: string },
  program: string,
): Promise<"right" | "free" | "foreign"> {
  const kind = await entryKind(path);
  if (kind === "missing") return "free";
  if (kind !== "link") return await sameContent(program, path) ? "free" : "foreign";
  const current = await linkTarget(path);
  if (current === target) return "right";
  return /(^|\/)auto-tools$/.test(current) ? "free" : "foreign";
}

async function planSettings(
  layout: Layout,
  before: SettingsRecord | undefined,
  steps: Step[],
): Promise<SettingsRecord | undefined> {
  const path = layout.settings;
  const text = await readTextIfAny(path);
  const edit = await inFile(path, () => addHooks(text ?? "", layout.hooks, layout.own));
  if (edit.text === text) return before;
  // One backup at a time: the file as it was before our first change, or before this one if the user edited it since.
  const old = before?.backup;
  const isAsLeft = text !== undefined && before?.sha256 === sha256(text);
  const backup = isAsLeft ? old : text === undefined ? undefined : await planBackup(path, steps, old);
  steps.push(rewriting(`add the hook to ${path}`, path, { before: text, after: edit.text }));
  const created = [...new Set([...before?.created ?? [], ...edit.created])];
  return { path, sha256: sha256(edit.text), created, ...(backup === undefined ? {} : { backup }) };
}

/** Returns the model's context from a hook's answer, for people to read. */
function contextIn(answer: string): string {
  const nothing = "(nothing to add to this prompt here)";
  if (answer.trim() === "") return nothing;
  const { hookSpecificOutput } = JSON.parse(answer) as {
    hookSpecificOutput?: { additionalContext?: unknown };
  };
  const context = hookSpecificOutput?.additionalContext;
  return typeof context === "string" && context !== "" ? context : nothing;
}
