import clients from "../../config/mcp-clients.json" with { type: "json" };
import { disablePlugin, enablePlugin } from "../clients/claude_code/plugin_settings.ts";
import type { Ownership } from "../clients/claude_code/settings_file.ts";
import { isEmptySettings, removeHooks } from "../clients/claude_code/settings_file.ts";
import { removeTable, setTable } from "../clients/codex/config_file.ts";
import { addHook, HooksFileRefused, removeHook } from "../clients/codex/hooks_file.ts";
import type { CommandHook } from "../clients/codex/native_hook.ts";
import { hookCommand, trustedHash, trustKey } from "../clients/codex/native_hook.ts";
import { runsThisProgram } from "../clients/codex/trust.ts";
import type { McpClientFile } from "../clients/mcp/client_file.ts";
import { addServer, ClientFileRefused, removeServer, SERVER_NAME } from "../clients/mcp/client_file.ts";
import { programTexts } from "../platform/program_files.ts";
import { Journal, missingFolders, readTextIfAny, sha256 } from "../platform/user_files.ts";
import { PLUGIN } from "../platform/program.ts";
import { codexFolder, HOOK_TIMEOUT_S, parseToml } from "../clients/codex/hook.ts";
import type { ClientRecord } from "./install_clients_record.ts";
import { decodeRecords, encodeRecords } from "./install_clients_record.ts";
import { UsageError } from "./install_layout.ts";
import type { Step } from "./install_steps.ts";
import { freeBackup } from "./install_steps.ts";
import type { CommandIo } from "../platform/command_io.ts";

/** Everything but Claude Code's own hooks that an installation can write to: Codex and the clients of MCP. */

/** `claude-plugin`, `codex`, `codex-mcp`, or `mcp:NAME` with a name of `config/mcp-clients.json` or the path of a JSON file. */
export type ClientTarget = string;

/** Claude Code's plugin as a target. */
export const PLUGIN_TARGET = "claude-plugin";

/** What is planned with and for. */
export interface ClientPlan extends ClientFiles {
  readonly targets: readonly ClientTarget[];
}

/** Where things are for this user. */
export interface ClientFiles {
  /** Absolute path of the installed program. */
  readonly binary: string;
  /** Where it is noted what was changed. */
  readonly recordFile: string;
  /** Claude Code's `settings.json`, and where its plugin goes. */
  readonly settings: string;
  readonly pluginFolder: string;
  readonly own: Ownership;
  readonly io: CommandIo;
}

/** The texts of files before and after; undefined: there is none. */
class Drafts {
  readonly #before = new Map<string, string | undefined>();
  readonly #after = new Map<string, string | undefined>();

  async read(path: string): Promise<string | undefined> {
    if (!this.#before.has(path)) {
      const text = await readTextIfAny(path);
      this.#before.set(path, text);
      this.#after.set(path, text);
    }
    return this.#after.get(path);
  }

  write(path: string, text: string | undefined): void {
    this.#after.set(path, text);
  }

  /** Files that were read and do not exist. */
  missing(): string[] {
    return [...this.#before].flatMap(([path, text]) => text === undefined ? [path] : []);
  }

  changed(): { path: string; before: string | undefined; after: string | undefined }[] {
    return [...this.#after].flatMap(([path, after]) => {
      const before = this.#before.get(path);
      return before === after ? [] : [{ path, before, after }];
    });
  }
}

/** The steps that put this program into the targets' files. */
export async function planClients(plan: ClientPlan): Promise<Step[]> {
  const drafts = new Drafts();
  for (const target of plan.targets) await inClientFile(target, () => addTo(target, drafts, plan));
  const recordText = await readTextIfAny(plan.recordFile);
  const records = new Map(decodeRecords(recordText).map((record) => [record.path, record]));
  const steps: Step[] = [];
  const planned = new Set<string>();
  for (const { path, before, after } of drafts.changed()) {
    if (after === undefined) continue;
    records.set(path, await planWrite({ path, before, after }, records.get(path), { steps, planned }));
  }
  return withRecord(steps, records, recordText, plan.recordFile);
}

/** What {@link planClientRemoval} plans. */
export interface ClientRemoval {
  readonly steps: Step[];
  /** The text of each changed file after the steps, by path; undefined: it is removed. */
  readonly left: ReadonlyMap<string, string | undefined>;
}

/** Takes this program out of the targets' files; files that did not change since get their former bytes back. */
export async function planClientRemoval(plan: ClientPlan): Promise<ClientRemoval> {
  const recordText = await readTextIfAny(plan.recordFile);
  const records = new Map(decodeRecords(recordText).map((record) => [record.path, record]));
  const drafts = new Drafts();
  for (const target of plan.targets) await inClientFile(target, () => removeFrom(target, drafts, plan));
  const steps: Step[] = [];
  const left = new Map<string, string | undefined>();
  for (const { path, before, after } of drafts.changed()) {
    const record = records.get(path);
    const untouched = record !== undefined && before !== undefined && record.sha256 === await sha256(before);
    const saved = record?.backup === undefined ? undefined : await readTextIfAny(record.backup);
    // With several of our entries in one file the backup is only right once the last of them goes.
    const text = untouched && !mentionsUs(after) ? saved : record?.backup === undefined ? after : after ?? "";
    left.set(path, text);
    if (text === undefined) {
      steps.push({ title: `remove ${path}`, apply: (journal) => journal.remove(path) });
    } else {
      steps.push({
        title: `take our entries out of ${path}`,
        apply: (journal) => journal.writeText(path, text, before),
      });
    }
    if (mentionsUs(text)) continue;
    const backup = record?.backup;
    if (backup !== undefined && saved !== undefined) {
      steps.push({ title: `remove ${backup}`, apply: (journal) => journal.remove(backup) });
    }
    records.delete(path);
  }
  for (const path of drafts.missing()) records.delete(path);
  return { steps: withRecord(steps, records, recordText, plan.recordFile), left };
}

/** The folders that installations made for clients' files. */
export async function recordedFolders({ recordFile }: ClientFiles): Promise<string[]> {
  return decodeRecords(await readTextIfAny(recordFile)).flatMap(({ folders }) => folders ?? []);
}

/** Removes folders, innermost first; those with something in them stay. */
export async function removeEmptyFolders(folders: readonly string[]): Promise<void> {
  const journal = new Journal();
  const innermost = [...new Set(folders)].sort((a, b) => b.length - a.length);
  for (const folder of innermost) await journal.removeEmptyFolder(folder);
  await journal.commit();
}

/** The targets whose files an earlier installation changed. */
export async function recordedTargets(
  { recordFile, settings, pluginFolder, io }: ClientFiles,
): Promise<ClientTarget[]> {
  const folder = codexFolder(io);
  const known = new Map(Object.keys(clients).map((name) => [mcpClient(name, io).path, `mcp:${name}`]));
  const targets = decodeRecords(await readTextIfAny(recordFile)).flatMap(({ path }) => {
    if (path === `${folder}/hooks.json`) return ["codex"];
    if (path === `${folder}/config.toml`) return ["codex-mcp"];
    if (path === settings || path.startsWith(`${pluginFolder}/`)) return [PLUGIN_TARGET];
    return [known.get(path) ?? `mcp:${path}`];
  });
  return [...new Set(targets)];
}

/** The file and shape of an MCP client; a path stands for itself. */
export function mcpClient(name: string, io: CommandIo): McpClientFile & { readonly path: string } {
  if (name.includes("/")) return { path: absolute(name, io), key: "mcpServers" };
  const known = (clients as Record<string, McpClientFile & { path: string; macPath?: string }>)[name];
  if (!known) {
    const names = Object.keys(clients).join(", ");
    throw new UsageError(
      `unknown MCP client: ${name}; known are ${names}, or give the path of its JSON file`,
    );
  }
  const mac = io.home.startsWith("/Users/") ? known.macPath : undefined;
  return { ...known, path: (mac ?? known.path).replace(/^~/, io.home) };
}

async function addTo(target: ClientTarget, drafts: Drafts, plan: ClientPlan): Promise<void> {
  const { binary, io } = plan;
  const folder = codexFolder(io);
  const config = `${folder}/config.toml`;
  if (target === PLUGIN_TARGET) await addPlugin(drafts, plan);
  else if (target === "codex") {
    const file = `${folder}/hooks.json`;
    const hook: CommandHook = { type: "command", command: hookCommand(binary), timeout: HOOK_TIMEOUT_S };
    const { text, group, index } = addHook(await drafts.read(file) ?? "", hook, runsThisProgram);
    drafts.write(file, text);
    const path = ["hooks", "state", trustKey(file, group, index)];
    const table = { path, values: { trusted_hash: await trustedHash(hook) } };
    drafts.write(config, await checkedToml(setTable(await drafts.read(config) ?? "", table)));
  } else if (target === "codex-mcp") {
    const table = { path: ["mcp_servers", SERVER_NAME], values: { command: binary, args: ["mcp"] } };
    drafts.write(config, await checkedToml(setTable(await drafts.read(config) ?? "", table)));
  } else {
    const client = mcpClient(target.slice("mcp:".length), io);
    drafts.write(client.path, addServer(await drafts.read(client.path) ?? "", client, binary));
  }
}

/** The plugin brings the hooks, so those in the settings go: both would fire. */
async function addPlugin(drafts: Drafts, { settings, pluginFolder, own }: ClientPlan): Promise<void> {
  for (const [name, text] of programTexts(PLUGIN)) {
    await drafts.read(`${pluginFolder}/${name}`);
    drafts.write(`${pluginFolder}/${name}`, text);
  }
  const before = await drafts.read(settings) ?? "";
  drafts.write(settings, enablePlugin(removeHooks(before, own, ["hooks"]), pluginFolder));
}

async function removePlugin(drafts: Drafts, { settings, pluginFolder }: ClientPlan): Promise<void> {
  for (const name of programTexts(PLUGIN).keys()) {
    if (await drafts.read(`${pluginFolder}/${name}`) !== undefined) {
      drafts.write(`${pluginFolder}/${name}`, undefined);
    }
  }
  const before = await drafts.read(settings);
  if (before === undefined) return;
  const after = disablePlugin(before);
  drafts.write(settings, isEmptySettings(after) ? undefined : after);
}

async function removeFrom(target: ClientTarget, drafts: Drafts, plan: ClientPlan): Promise<void> {
  const { io } = plan;
  if (target === PLUGIN_TARGET) return await removePlugin(drafts, plan);
  const folder = codexFolder(io);
  const config = `${folder}/config.toml`;
  if (target === "codex") {
    const file = `${folder}/hooks.json`;
    const text = await drafts.read(file);
    if (text === undefined) return;
    const own = await ownKeys(file, text);
    drafts.write(file, removeHook(text, runsThisProgram));
    const before = await drafts.read(config);
    if (before === undefined) return;
    const after = own.reduce((next, key) => removeTable(next, ["hooks", "state", key]), before);
    drafts.write(config, after.trim() === "" ? undefined : after);
  } else if (target === "codex-mcp") {
    const before = await drafts.read(config);
    if (before === undefined) return;
    const after = removeTable(before, ["mcp_servers", SERVER_NAME]);
    drafts.write(config, after.trim() === "" ? undefined : after);
  } else {
    const client = mcpClient(target.slice("mcp:".length), io);
    const text = await drafts.read(client.path);
    if (text !== undefined) drafts.write(client.path, removeServer(text, client));
  }
}

async function ownKeys(file: string, text: string): Promise<string[]> {
  const { ownHooks } = await import("../clients/codex/trust.ts");
  const found = await ownHooks([{ file, content: JSON.parse(text) }], undefined, runsThisProgram);
  return found.map(({ key }) => key);
}

/** Codex reads nothing of a file with an error in it, so a text that does not parse is never written. */
async function checkedToml(text: string): Promise<string> {
  try {
    await parseToml(text);
    return text;
  } catch (error) {
    const why = error instanceof Error ? error.message.split("\n")[0] : String(error);
    throw new HooksFileRefused(`config.toml would not be valid: ${why}; correct the file by hand`);
  }
}

async function planWrite(
  { path, before, after }: { path: string; before: string | undefined; after: string },
  record: ClientRecord | undefined,
  { steps, planned }: { steps: Step[]; planned: Set<string> },
): Promise<ClientRecord> {
  let backup = record?.backup;
  const ours = record !== undefined && before !== undefined && record.sha256 === await sha256(before);
  if (before !== undefined && !ours) {
    backup = await freeBackup(path);
    const to = backup;
    steps.push({ title: `keep ${path} as ${to}`, apply: (journal) => journal.copyFile(path, to, 0o600) });
  }
  const missing = (await missingFolders(path.slice(0, path.lastIndexOf("/"))))
    .filter((folder) => !planned.has(folder));
  for (const folder of missing) {
    planned.add(folder);
    steps.push({
      title: `make the folder ${folder}`,
      apply: async (journal) => void await journal.makeFolders(folder),
    });
  }
  steps.push({
    title: `write our entry to ${path}`,
    apply: (journal) => journal.writeText(path, after, before),
  });
  const folders = [...record?.folders ?? [], ...missing];
  return {
    path,
    sha256: await sha256(after),
    ...(backup !== undefined && { backup }),
    ...(folders.length > 0 && { folders }),
  };
}

function withRecord(
  steps: Step[],
  records: ReadonlyMap<string, ClientRecord>,
  before: string | undefined,
  file: string,
): Step[] {
  const after = records.size === 0 ? undefined : encodeRecords([...records.values()]);
  if (after === before) return steps;
  if (after === undefined) {
    return [...steps, { title: `remove ${file}`, apply: (journal) => journal.remove(file) }];
  }
  const title = `note what was changed in ${file}`;
  return [...steps, { title, apply: (journal) => journal.writeText(file, after, before) }];
}

function mentionsUs(text: string | undefined): boolean {
  return text !== undefined &&
    (text.includes(`mcp_servers.${SERVER_NAME}`) || text.includes(":user_prompt_submit:")) &&
    text.includes("auto-tools");
}

async function inClientFile(target: ClientTarget, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (error instanceof HooksFileRefused || error instanceof ClientFileRefused) {
      throw new UsageError(`${target}: ${error.message}`);
    }
    throw error;
  }
}

function absolute(path: string, io: CommandIo): string {
  if (path.startsWith("~/")) return `${io.home}/${path.slice(2)}`;
  return path.startsWith("/") ? path : `${io.cwd}/${path}`;
}
