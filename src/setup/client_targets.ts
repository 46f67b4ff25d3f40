import clients from "../../config/mcp-clients.json" with { type: "json" };
import { absolutePath } from "../platform/host_files.ts";
import { lookUp } from "../model/json.ts";
import { pluginTexts } from "../clients/claude_code/plugin_files.ts";
import { disablePlugin, enablePlugin } from "../clients/claude_code/plugin_settings.ts";
import { isEmptySettings, type Ownership, removeHooks } from "../clients/claude_code/settings_file.ts";
import { hasTable, removeTable, setTable } from "../clients/codex/config_file.ts";
import { codexFolder } from "../clients/codex/hook.ts";
import { addHook, removeHook } from "../clients/codex/hooks_file.ts";
import {
  type CommandHook,
  HOOK_EVENTS,
  HOOK_TIMEOUT_S,
  hookCommand,
  trustedHash,
  trustKey,
} from "../clients/codex/native_hook.ts";
import { runsThisProgram } from "../clients/codex/trust.ts";
import { HOOK_TARGETS, type HookTarget } from "../clients/hook_target.ts";
import { addServer, hasServer, removeServer, SERVER_NAME, serverEntry } from "../clients/mcp/client_file.ts";
import type { McpClientFile } from "../clients/mcp/client_file.ts";
import type { CommandIo } from "../platform/command_io.ts";
import type { ClientEntry } from "./install_manifest.ts";
import { placeOf } from "./hook_targets.ts";
import { inFile } from "./install_steps.ts";
import { UsageError } from "./usage_error.ts";
import { readTextIfAny } from "../platform/user_files.ts";

/** A file that an installation changes. */
export interface Draft {
  readonly path: string;
  /** Undefined: there is no such file. */
  readonly before: string | undefined;
  readonly after: string;
  /** Entries added to the file, or already in it in the same form. */
  readonly entries: readonly ClientEntry[];
}

/** The texts of files while an installation is planned. */
export class Drafts {
  readonly #before = new Map<string, string | undefined>();
  readonly #after = new Map<string, string>();
  readonly #entries = new Map<string, ClientEntry[]>();

  /** The planned text of a file; undefined: there is no such file. */
  async read(path: string): Promise<string | undefined> {
    if (!this.#before.has(path)) this.#before.set(path, await readTextIfAny(path));
    return this.#after.get(path) ?? this.#before.get(path);
  }

  /** Plans a new text, in which `entry` is ours. */
  write(path: string, text: string, entry: ClientEntry): void {
    this.#after.set(path, text);
    this.#entries.set(path, [...this.#entries.get(path) ?? [], entry]);
  }

  /** The files whose text changes. */
  changed(): Draft[] {
    return [...this.#after].flatMap(([path, after]) => {
      const before = this.#before.get(path);
      return before === after ? [] : [{ path, before, after, entries: this.#entries.get(path) ?? [] }];
    });
  }
}

/** Entries of each target of `install` per file, and their removal: texts in, texts out. */

/** `claude-plugin`, `codex`, `codex-mcp`, a key of {@link HOOK_TARGETS}, or `mcp:NAME` with a name of `config/mcp-clients.json` or the path of a JSON file. */
export type ClientTarget = string;

const PLUGIN_TARGET = "claude-plugin";

/** Paths of this user's files. */
export interface ClientFiles {
  /** Absolute path of the installed program. */
  readonly binary: string;
  /** Path of the record of changes. */
  readonly recordFile: string;
  /** Claude Code's `settings.json`, and where its plugin goes. */
  readonly settings: string;
  readonly pluginFolder: string;
  readonly own: Ownership;
  readonly io: CommandIo;
}

/** Returns the file and shape of an MCP client; a path is used as is. */
export function mcpClient(name: string, io: CommandIo): McpClientFile & { readonly path: string } {
  if (name.includes("/")) return { path: absolute(name, io), key: "mcpServers" };
  const known = lookUp<McpClientFile & { path: string; macPath?: string }>(clients, name);
  if (!known) {
    const names = Object.keys(clients).join(", ");
    throw new UsageError(
      `unknown MCP client: ${name}; known are ${names}, or give the path of its JSON file`,
    );
  }
  const mac = io.home.startsWith("/Users/") ? known.macPath : undefined;
  return { ...known, path: (mac ?? known.path).replace(/^~/, io.home) };
}

/**
 * Plans the target's entries.
 *
 * @throws UsageError for a target, FileRefused for a file that cannot take them
 */
export async function addTarget(target: ClientTarget, drafts: Drafts, files: ClientFiles): Promise<void> {
  if (target === PLUGIN_TARGET) return await inFile(target, () => addPlugin(drafts, files));
  if (target === "codex") return await inFile(target, () => addCodexHook(drafts, files));
  const hook = HOOK_TARGETS.get(target);
  if (hook) return await inFile(target, () => addPromptHook(hook, drafts, files));
  await inFile(target, () => addMcp(target, drafts, files));
}

async function addMcp(target: ClientTarget, drafts: Drafts, { binary, io }: ClientFiles): Promise<void> {
  if (target === "codex-mcp") {
    const table = { path: ["mcp_servers", SERVER_NAME], values: { command: binary, args: ["mcp"] } };
    const config = `${codexFolder(io)}/config.toml`;
    return drafts.write(config, setTable(await drafts.read(config) ?? "", table), { target, ...table });
  }
  const client = mcpClient(target.slice("mcp:".length), io);
  const text = addServer(await drafts.read(client.path) ?? "", client, binary);
  const values = serverEntry(client, binary);
  drafts.write(client.path, text, { target, path: [client.key, SERVER_NAME], values });
}

async function addCodexHook(drafts: Drafts, { binary, io }: ClientFiles): Promise<void> {
  const target = "codex";
  const file = `${codexFolder(io)}/hooks.json`;
  const hook: CommandHook = { type: "command", command: hookCommand(binary), timeout: HOOK_TIMEOUT_S };
  const config = `${codexFolder(io)}/config.toml`;
  for (const event of HOOK_EVENTS) {
    const place = addHook(await drafts.read(file) ?? "", hook, {
      isOwn: runsThisProgram,
      event: event.declared,
    });
    drafts.write(file, place.text, { target });
    const values = { trusted_hash: trustedHash(hook, event) };
    const table = { path: ["hooks", "state", trustKey(file, place, event)], values };
    drafts.write(config, setTable(await drafts.read(config) ?? "", table), { target, ...table });
  }
}

function withoutCodexHooks(text: string): string | undefined {
  return HOOK_EVENTS.reduce<string | undefined>(
    (left, { declared }) =>
      left === undefined ? undefined : removeHook(left, { isOwn: runsThisProgram, event: declared }),
    text,
  );
}

async function addPromptHook(hook: HookTarget, drafts: Drafts, { binary, io }: ClientFiles): Promise<void> {
  for (const { path, put } of hook.files(placeOf(binary, io))) {
    const text = put(await drafts.read(path));
    if (text !== undefined) drafts.write(path, text, { target: hook.word });
  }
}

/** The plugin brings the hooks, so those in the settings go: both would fire. */
async function addPlugin(
  drafts: Drafts,
  { settings, pluginFolder, own, binary }: ClientFiles,
): Promise<void> {
  const entry = { target: PLUGIN_TARGET };
  for (const [name, text] of pluginTexts(binary)) {
    await drafts.read(`${pluginFolder}/${name}`);
    drafts.write(`${pluginFolder}/${name}`, text, entry);
  }
  const before = await drafts.read(settings) ?? "";
  drafts.write(settings, enablePlugin(removeHooks(before, own, ["hooks"]), pluginFolder), entry);
}

/** A client's file: its text and its path. */
export interface ClientText {
  readonly text: string;
  readonly path: string;
}

/**
 * The text of the file at `path` without an entry; undefined when nothing else is left in it. An entry that does not hold
 * what was written there any more is not ours: the text stays.
 *
 * @throws FileRefused for a text that cannot be edited
 */
export function withoutEntry(
  { text, path }: ClientText,
  { target, path: keys, values = {} }: ClientEntry,
  { pluginFolder, binary, io }: ClientFiles,
): string | undefined {
  if (target === PLUGIN_TARGET) {
    if (path.startsWith(`${pluginFolder}/`)) return undefined;
    const after = disablePlugin(text);
    return isEmptySettings(after) ? undefined : after;
  }
  const hook = HOOK_TARGETS.get(target);
  if (hook) {
    const files = hook.files(placeOf(binary, io));
    return (files.find((file) => file.path === path) ?? files.at(-1))?.take(text);
  }
  if (keys === undefined) return withoutCodexHooks(text);
  if (path.endsWith(".toml")) {
    if (!hasTable(text, { path: keys, values })) return text;
    const after = removeTable(text, keys);
    return after.trim() === "" ? undefined : after;
  }
  const client = { key: keys[0] ?? "" };
  return hasServer(text, client, values) ? removeServer(text, client) : text;
}

function absolute(path: string, io: CommandIo): string {
  if (path.startsWith("~/")) return `${io.home}/${path.slice(2)}`;
  return absolutePath(path, io.cwd);
}
