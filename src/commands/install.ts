import { addHooks } from "../adapters/claude_code/settings_file.ts";
import { SettingsRefused } from "../adapters/claude_code/settings_shape.ts";
import type { ExitCode } from "../model/errors.ts";
import {
  entryKind,
  Journal,
  linkTarget,
  missingFolders,
  readTextIfAny,
  sameContent,
  sha256,
  UserFilesError,
} from "../platform/user_files.ts";
import {
  type InstallOptions,
  type Layout,
  layoutFor,
  parseInstallOptions,
  UsageError,
} from "./install_layout.ts";
import {
  decodeManifest,
  encodeManifest,
  type LinkRecord,
  type Manifest,
  type SettingsRecord,
} from "./install_manifest.ts";
import type { CommandIo } from "./io.ts";

const HELP = `auto-tools install: puts this program where Claude Code finds it

Usage: auto-tools install [--claude] [--no-hook] [--bin-dir DIR] [--replace] [--dry-run]
       auto-tools install --uninstall

  --claude       for Claude Code (the default)
  --no-hook      leave settings.json alone
  --bin-dir DIR  where the commands auto-tools and codex-auto go (default: ~/.local/bin)
  --replace      keep foreign files under our names as backups instead of stopping
  --dry-run      say what would change and change nothing
  --uninstall    take everything away again

Example: auto-tools install --dry-run
`;

/** One change still to be made, said before it is done. */
interface Step {
  readonly title: string;
  apply(journal: Journal): Promise<void>;
}

/** What has to change, and the manifest that describes the installation once it has. */
interface Plan {
  readonly steps: readonly Step[];
  readonly manifest: Manifest;
}

/** `auto-tools install`: copies the running executable, links its other names and adds the hook, all or nothing. */
export async function run(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  return await guarded("install", io, async () => {
    const options = parseInstallOptions(args);
    if (options.help) return io.out(HELP);
    if (options.showContext) return io.out(`${contextIn(await io.stdin())}\n`);
    if (options.uninstall) {
      const { remove } = await import("./uninstall.ts");
      return await remove(options, io);
    }
    const layout = layoutFor(options, io);
    await carryOut(await planInstall(layout, options, io), layout, options, io);
  });
}

/** Runs a command whose failures are the user's to correct: says what failed and what to do, never shows a stack. */
export async function guarded(name: string, io: CommandIo, act: () => Promise<void>): Promise<ExitCode> {
  try {
    await act();
    return 0;
  } catch (error) {
    if (error instanceof UsageError || error instanceof SettingsRefused) {
      io.err(`auto-tools ${name}: ${error.message}\n`);
      return 20;
    }
    if (!(error instanceof UserFilesError)) throw error;
    io.err(`auto-tools ${name}: ${error.message}\n`);
    return 40;
  }
}

/** Does the steps; when one fails, takes back the earlier ones and passes the failure on. */
export async function applySteps(steps: readonly Step[], io: CommandIo): Promise<void> {
  const journal = new Journal();
  try {
    for (const step of steps) await step.apply(journal);
  } catch (error) {
    const left = await journal.rollback();
    io.err(left.length === 0 ? "nothing was changed\n" : `could not be taken back: ${left.join("; ")}\n`);
    throw error;
  }
  await journal.commit();
}

async function carryOut(plan: Plan, layout: Layout, options: InstallOptions, io: CommandIo): Promise<void> {
  const verb = options.dryRun ? "would " : "";
  if (!options.dryRun) await applySteps(plan.steps, io);
  for (const { title } of plan.steps) io.out(`${verb}${title}\n`);
  if (plan.steps.length === 0) io.out(`already installed: ${layout.binary}\n`);
  const onPath = (io.env("PATH") ?? "").split(":").includes(layout.binDir);
  if (!onPath) {
    io.out(
      `note: ${layout.binDir} is not on PATH; add this line to your shell's profile:\n  export PATH="${layout.binDir}:$PATH"\n`,
    );
  }
}

async function planInstall(layout: Layout, options: InstallOptions, io: CommandIo): Promise<Plan> {
  const manifestText = await readTextIfAny(layout.manifest);
  const before = decodeManifest(manifestText);
  const steps: Step[] = [];
  const folders = [
    ...new Set([...await missingFolders(layout.hooksDir), ...await missingFolders(layout.binDir)]),
  ];
  for (const path of folders) {
    steps.push({
      title: `make the folder ${path}`,
      apply: async (journal) => void await journal.makeFolders(path),
    });
  }
  await planBinary(layout, options, io, steps);
  const links = await planLinks(layout, options, before, steps);
  const settings = options.hook ? await planSettings(layout, before, steps) : before?.settings;
  const manifest: Manifest = {
    version: 1,
    folders: [...new Set([...before?.folders ?? [], ...folders])],
    binary: layout.binary,
    links,
    ...(settings === undefined ? {} : { settings }),
  };
  const text = encodeManifest(manifest);
  if (text !== manifestText) {
    steps.push({
      title: `note what was made in ${layout.manifest}`,
      apply: (journal) => journal.writeText(layout.manifest, text, manifestText),
    });
  }
  return { steps, manifest };
}

async function planBinary(
  layout: Layout,
  options: InstallOptions,
  io: CommandIo,
  steps: Step[],
): Promise<void> {
  const { binary } = layout;
  const kind = await entryKind(binary);
  if (kind === "folder" || (kind === "link" && !options.replace)) {
    throw new UserFilesError(
      `${binary} is not a file: ${kind}; move it away${kind === "link" ? " or pass --replace" : ""}`,
    );
  }
  if (await sameContent(io.execPath, binary)) return;
  steps.push({
    title: `copy the program to ${binary}`,
    apply: (journal) => journal.copyFile(io.execPath, binary, 0o755),
  });
}

async function planLinks(
  layout: Layout,
  options: InstallOptions,
  before: Manifest | undefined,
  steps: Step[],
): Promise<LinkRecord[]> {
  const records = new Map((before?.links ?? []).map((link) => [link.path, link]));
  for (const { path, target } of layout.links) {
    const known = records.get(path);
    const state = await linkState(path, target);
    let displaced = known?.displaced;
    if (state === "foreign") {
      if (!options.replace) {
        throw new UserFilesError(
          `${path} exists and is not ours; move it away, or pass --replace to keep it as a backup`,
        );
      }
      const backup = await freeBackup(path);
      displaced = backup;
      steps.push({ title: `move ${path} to ${backup}`, apply: (journal) => journal.move(path, backup) });
    }
    if (state !== "right") {
      steps.push({ title: `link ${path} to ${target}`, apply: (journal) => journal.link(path, target) });
    }
    records.set(path, { path, target, ...(displaced === undefined ? {} : { displaced }) });
  }
  return [...records.values()];
}

/** A link to some other copy of the program is an older installation of ours. */
async function linkState(path: string, target: string): Promise<"right" | "free" | "foreign"> {
  const kind = await entryKind(path);
  if (kind === "missing") return "free";
  if (kind !== "link") return "foreign";
  const current = await linkTarget(path);
  if (current === target) return "right";
  return /(^|\/)auto-tools$/.test(current) ? "free" : "foreign";
}

async function planSettings(
  layout: Layout,
  before: Manifest | undefined,
  steps: Step[],
): Promise<SettingsRecord | undefined> {
  const path = layout.settings;
  const text = await readTextIfAny(path);
  const edit = inFile(path, () => addHooks(text ?? "", layout.hooks, layout.own));
  if (text !== undefined && edit.text === text) return before?.settings;
  const untouched = before?.settings !== undefined && text !== undefined &&
    before.settings.sha256 === await sha256(text);
  const backup = text === undefined
    ? undefined
    : untouched
    ? before.settings?.backup
    : await freeBackup(path);
  if (text !== undefined && backup !== undefined && !untouched) {
    steps.push({
      title: `keep ${path} as ${backup}`,
      apply: (journal) => journal.copyFile(path, backup, 0o600),
    });
  }
  steps.push({
    title: `add the hook to ${path}`,
    apply: (journal) => journal.writeText(path, edit.text, text),
  });
  const created = [...new Set([...before?.settings?.created ?? [], ...edit.created])];
  return { path, sha256: await sha256(edit.text), created, ...(backup === undefined ? {} : { backup }) };
}

/** What the model would be given by a hook's answer, for people to read. */
function contextIn(answer: string): string {
  const nothing = "(nothing to add to this prompt here)";
  if (answer.trim() === "") return nothing;
  const { hookSpecificOutput } = JSON.parse(answer) as {
    hookSpecificOutput?: { additionalContext?: unknown };
  };
  const context = hookSpecificOutput?.additionalContext;
  return typeof context === "string" && context !== "" ? context : nothing;
}

/** Names the file in the message when its content is refused. */
export function inFile<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof SettingsRefused) {
      throw new SettingsRefused(`${path}: ${error.message}`, { cause: error });
    }
    throw error;
  }
}

async function freeBackup(path: string): Promise<string> {
  for (let n = 1;; n++) {
    const name = `${path}.auto-tools-backup-${n}`;
    if (await entryKind(name) === "missing") return name;
  }
}
