import { FileRefused } from "../clients/file_refused.ts";
import type { ExitCode } from "../model/errors.ts";
import { entryKind, isWriteDenied, Journal, UserFilesError } from "../platform/user_files.ts";
import { UsageError } from "./usage_error.ts";
import type { CommandIo } from "../platform/command_io.ts";

/**
 * Shared by `install` and `uninstall`: changes that are planned and listed first, then made all together or not at
 * all.
 */

/** One change still to be made, announced before. */
export interface Step {
  /** The action and its object, as a command. */
  readonly title: string;
  /** Makes the change in a way the journal can take back. */
  apply(journal: Journal): Promise<void>;
}

/** Removes a file. */
export function removal(path: string): Step {
  return { title: `remove ${path}`, apply: (journal) => journal.remove(path) };
}

/** Writes the new text of a file; without one the file is removed. */
export function rewriting(
  title: string,
  path: string,
  { before, after }: { readonly before: string | undefined; readonly after: string | undefined },
): Step {
  if (after === undefined) return removal(path);
  return { title, apply: (journal) => journal.writeText(path, after, before) };
}

/** Makes one folder. */
export function folderMade(path: string): Step {
  return { title: `make the folder ${path}`, apply: async (journal) => void await journal.makeFolders(path) };
}

/** Plans a copy of a file that is about to change, in place of an older copy; the path of the new one. */
export async function planBackup(path: string, steps: Step[], old?: string): Promise<string> {
  const backup = await freeBackup(path);
  steps.push({
    title: `keep ${path} as ${backup}`,
    apply: (journal) => journal.copyFile(path, backup, 0o600),
  });
  if (old !== undefined && await entryKind(old) === "file") steps.push(removal(old));
  return backup;
}

/** Runs a command whose failures are the user's to correct: prints the failure and its remedy, never a stack. */
export async function guarded(name: string, io: CommandIo, act: () => Promise<void>): Promise<ExitCode> {
  try {
    await act();
    return 0;
  } catch (error) {
    const isUsage = error instanceof UsageError || error instanceof FileRefused;
    if (!isUsage && !(error instanceof UserFilesError)) throw error;
    io.err(`auto-tools ${name}: ${error.message}\n`);
    return isUsage ? 20 : 40;
  }
}

/** Applies the steps; when one fails, reverts the earlier ones, reports that and rethrows. */
export async function applySteps(steps: readonly Step[], io: CommandIo): Promise<void> {
  const journal = new Journal();
  try {
    for (const step of steps) await step.apply(journal);
  } catch (error) {
    const left = await journal.rollback();
    io.err(left.length === 0 ? "nothing was changed\n" : `could not be taken back: ${left.join("; ")}\n`);
    throw error;
  }
  for (const left of await journal.commit()) io.err(`could not be removed: ${left}\n`);
}

/**
 * Stops before any change where the runtime forbids this process to change one of the files.
 *
 * @throws UserFilesError with the command that is allowed to
 */
export function requireWritable(paths: readonly string[], command: string, io: CommandIo): void {
  const denied = paths.find(isWriteDenied);
  if (denied === undefined) return;
  throw new UserFilesError(
    `cannot change ${denied} while its folder is on PATH; nothing was changed; ` +
      `run: PATH=/usr/bin:/bin ${io.execPath} ${command}`,
  );
}

/** Prints the changes made, or planned. */
export function report(steps: readonly Step[], dryRun: boolean, io: CommandIo): void {
  for (const { title } of steps) io.out(`${dryRun ? "would " : ""}${title}\n`);
}

/** Names the file or the client in the message when a file's content is refused. */
export async function inFile<T>(name: string, act: () => T | Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof FileRefused) throw new FileRefused(`${name}: ${error.message}`, { cause: error });
    throw error;
  }
}

/** A name beside `path` that nothing has yet. */
export async function freeBackup(path: string): Promise<string> {
  for (let n = 1;; n++) {
    const name = `${path}.auto-tools-backup-${n}`;
    if (await entryKind(name) === "missing") return name;
  }
}
