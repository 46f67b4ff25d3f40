import { addTarget, Drafts, withoutEntry } from "./client_targets.ts";
import type { ClientFiles, ClientTarget, ClientText, Draft } from "./client_targets.ts";
import { entryKind, Journal, missingFolders, readTextIfAny } from "../platform/user_files.ts";
import { sha256 } from "../platform/sha256.ts";
import { type ClientEntry, type ClientRecord, decodeRecords, encodeRecords } from "./install_manifest.ts";
import { folderMade, inFile, planBackup, removal, rewriting, type Step } from "./install_steps.ts";

/** Plans changes of everything but Claude Code's own hooks: Codex and the clients of MCP. */

/** The steps that put this program into the targets' files. */
export async function planClients(targets: readonly ClientTarget[], files: ClientFiles): Promise<Step[]> {
  const drafts = new Drafts();
  for (const target of targets) await addTarget(target, drafts, files);
  const planned = new Set<string>();
  return await recorded(files.recordFile, async (records, steps) => {
    for (const draft of drafts.changed()) {
      const record = records.get(draft.path);
      const written = await planWrite(draft, record, { steps, planned });
      const entries = mergedEntries(record?.entries ?? [], draft.entries);
      records.set(draft.path, { ...written, entries });
    }
  });
}

/** Plan of {@link planClientRemoval}. */
export interface ClientRemoval {
  readonly steps: Step[];
  /** The text of each changed file after the steps, by path; undefined: it is removed. */
  readonly left: ReadonlyMap<string, string | undefined>;
  /** Notes for people besides the steps. */
  readonly notes: readonly string[];
}

/**
 * Takes out of the clients' files what the records list, and nothing else. A file that did not change since gets its
 * former bytes back; of one that did, a backup stays.
 *
 * @param targets undefined: all that are recorded
 */
export async function planClientRemoval(
  targets: readonly ClientTarget[] | undefined,
  files: ClientFiles,
): Promise<ClientRemoval> {
  const left = new Map<string, string | undefined>();
  const found = new Set<ClientTarget>();
  const notes: string[] = [];
  const steps = await recorded(files.recordFile, async (records, steps) => {
    for (const record of [...records.values()]) {
      const all = record.entries;
      const chosen = all.filter(({ target }) => targets === undefined || targets.includes(target));
      if (chosen.length === 0) continue;
      for (const { target } of chosen) found.add(target);
      const rest = all.filter((entry) => !chosen.includes(entry));
      const next = await planRemoval(record, { chosen, rest, files, steps, left, notes });
      if (next) records.set(record.path, next);
      else records.delete(record.path);
    }
  });
  for (const target of targets ?? []) {
    if (!found.has(target)) notes.push(`nothing is recorded for ${target}: its files are left as they are`);
  }
  return { steps, left, notes };
}

interface Removal {
  readonly chosen: readonly ClientEntry[];
  /** Entries that stay. */
  readonly rest: readonly ClientEntry[];
  readonly files: ClientFiles;
  readonly steps: Step[];
  readonly left: Map<string, string | undefined>;
  readonly notes: string[];
}

/** Plans the removal from one file and answers what is recorded of it then. */
async function planRemoval(record: ClientRecord, work: Removal): Promise<ClientRecord | undefined> {
  const { chosen, rest, files, steps, left, notes } = work;
  const { path, backup } = record;
  const before = await readTextIfAny(path);
  if (before === undefined) return undefined;
  const untouched = record.sha256 === sha256(before);
  const saved = untouched && rest.length === 0 && backup !== undefined
    ? await readTextIfAny(backup)
    : undefined;
  // A backup that was made over an older installation holds its entries.
  const edited = await stripped({ text: saved ?? before, path }, chosen, files);
  const after = edited ??
    (backup === undefined ? undefined : saved ?? (path.endsWith(".toml") ? "" : "{}\n"));
  if (after === before) notes.push(`${path} no longer holds what was written there: it is left as it is`);
  else {
    left.set(path, after);
    if (!untouched) await planBackup(path, steps);
    steps.push(rewriting(`take our entries out of ${path}`, path, { before, after }));
  }
  if (rest.length > 0) {
    return { ...record, entries: rest, ...(untouched && after && { sha256: sha256(after) }) };
  }
  if (backup !== undefined && await entryKind(backup) !== "missing") steps.push(removal(backup));
  return undefined;
}

async function stripped(
  { text, path }: ClientText,
  entries: readonly ClientEntry[],
  files: ClientFiles,
): Promise<string | undefined> {
  let left: string | undefined = text;
  for (const entry of entries) {
    const held: string | undefined = left;
    if (held === undefined) break;
    left = await inFile(entry.target, () => withoutEntry({ text: held, path }, entry, files));
  }
  return left;
}

function mergedEntries(old: readonly ClientEntry[], added: readonly ClientEntry[]): ClientEntry[] {
  const key = ({ target, path }: ClientEntry): string => JSON.stringify([target, path]);
  return [...new Map([...old, ...added].map((entry) => [key(entry), entry])).values()];
}

/** The folders that installations made for clients' files. */
export async function recordedFolders({ recordFile }: ClientFiles): Promise<string[]> {
  return decodeRecords(await readTextIfAny(recordFile)).flatMap(({ folders }) => folders ?? []);
}

/** Removes folders, innermost first; those with something in them stay. Returns the removed ones. */
export async function removeEmptyFolders(folders: readonly string[]): Promise<string[]> {
  const journal = new Journal();
  const removed: string[] = [];
  for (const folder of [...new Set(folders)].sort((a, b) => b.length - a.length)) {
    if (await journal.removeEmptyFolder(folder)) removed.push(folder);
  }
  await journal.commit();
  return removed;
}

async function planWrite(
  { path, before, after }: Draft,
  record: ClientRecord | undefined,
  { steps, planned }: { steps: Step[]; planned: Set<string> },
): Promise<Omit<ClientRecord, "entries">> {
  let backup = record?.backup;
  const ours = record !== undefined && before !== undefined && record.sha256 === sha256(before);
  if (before !== undefined && !ours) backup = await planBackup(path, steps, backup);
  const missing = (await missingFolders(path.slice(0, path.lastIndexOf("/"))))
    .filter((folder) => !planned.has(folder));
  for (const folder of missing) {
    planned.add(folder);
    steps.push(folderMade(folder));
  }
  steps.push(rewriting(`write our entry to ${path}`, path, { before, after }));
  const folders = [...record?.folders ?? [], ...missing];
  return {
    path,
    sha256: sha256(after),
    ...(backup !== undefined && { backup }),
    ...(folders.length > 0 && { folders }),
  };
}

/** Steps that change clients' files, and then the record of these files at `file`, which `plan` edits. */
async function recorded(
  file: string,
  plan: (records: Map<string, ClientRecord>, steps: Step[]) => Promise<void>,
): Promise<Step[]> {
  const before = await readTextIfAny(file);
  const records = new Map(decodeRecords(before).map((record) => [record.path, record]));
  const steps: Step[] = [];
  await plan(records, steps);
  const after = records.size === 0 ? undefined : encodeRecords([...records.values()]);
  if (after !== before) steps.push(rewriting(`note what was changed in ${file}`, file, { before, after }));
  return steps;
}
