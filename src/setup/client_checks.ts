import { MESSAGE_BYTES } from "../platform/limits.ts";
import { hooksSwitchedOff } from "../clients/claude_code/settings_file.ts";
import { asObject, lookUp, parseObject } from "../model/json.ts";
import { SERVER_NAME } from "../clients/mcp/client_file.ts";
import { readSmallFile, realPath } from "../platform/host_files.ts";
import { codexFolder, parseToml, readCodexHooks } from "../clients/codex/hook.ts";
import { entriesOf } from "../clients/codex/trust.ts";
import { type ClientTarget, mcpClient } from "./client_targets.ts";
import { HOOK_TARGETS, type HookTarget, type Place } from "../clients/hook_target.ts";
import { onPath, placeOf } from "./hook_targets.ts";
import type { Layout } from "./install_layout.ts";
import type { Wiring } from "./wiring.ts";
import type { CommandIo } from "../platform/command_io.ts";
import { baseName } from "../model/paths.ts";
import { pluginEnabled } from "../clients/claude_code/plugin_settings.ts";

import clients from "../../config/mcp-clients.json" with { type: "json" };

/** Every client this program can be wired to, from their own files; nothing is started. */
export async function wirings(layout: Layout, io: CommandIo): Promise<Wiring[]> {
  const hooks = targetWirings(placeOf(layout.binary, io));
  return [claudeCode(layout, io), await codexHook(io), ...hooks, await codexServer(io), ...mcpClients(io)];
}

/**
 * The named clients alone, each once: targets of `install`, where both ways into Claude Code are one client.
 *
 * @throws UsageError for an unknown MCP client
 */
export async function wiringsOf(
  targets: readonly ClientTarget[],
  layout: Layout,
  io: CommandIo,
): Promise<Wiring[]> {
  const found: Wiring[] = [];
  for (const target of targets) {
    const hook = HOOK_TARGETS.get(target);
    const wiring = hook
      ? targetWiring(hook, placeOf(layout.binary, io))
      : target.startsWith("mcp:")
      ? mcpWiring(target.slice(4), io)
      : target === "codex"
      ? await codexHook(io)
      : target === "codex-mcp"
      ? await codexServer(io)
      : claudeCode(layout, io);
    if (!found.some(({ client }) => client === wiring.client)) found.push(wiring);
  }
  return found;
}

/** The program that Claude Code starts for a prompt: what its settings name, else the one that the plugin starts. */
export function claudeProgram({ settings, hooksDir, binary }: Layout): string {
  const hooks = asObject(parseObject(readSmallFile(settings, MESSAGE_BYTES))?.["hooks"]);
  return commandsOf(hooks?.["UserPromptSubmit"]).find((one) => one.startsWith(`${hooksDir}/`)) ?? binary;
}

function claudeCode(layout: Layout, io: CommandIo): Wiring {
  const { settings, hooksDir } = layout;
  const client = "Claude Code";
  const text = readSmallFile(settings, MESSAGE_BYTES) ?? "";
  const fix = "auto-tools install";
  let hooks: unknown;
  try {
    hooks = text.trim() === "" ? {} : asObject(JSON.parse(text))?.["hooks"] ?? {};
  } catch {
    const found = `not valid JSON: ${settings}`;
    return { client, state: "broken", found, fix: "correct the file by hand, then run auto-tools install" };
  }
  const commands = commandsOf(asObject(hooks)?.["UserPromptSubmit"]).filter((one) =>
    one.startsWith(hooksDir)
  );
  const plugin = claudePlugin(layout, io);
  if (plugin && commands.length > 0) {
    const found = "the hook is in the settings and in the plugin: it runs twice";
    return { client, state: "broken", found, fix: "auto-tools install --claude-plugin" };
  }
  if (hooksSwitchedOff(text)) {
    return { client, state: "broken", found: `"disableAllHooks" is true in ${settings}`, fix: "remove it" };
  }
  if (plugin) return plugin;
  return entryWiring({ client, what: "hook", file: settings, fix, command: commands[0] });
}

/** Checks the wiring of this user's clients among {@link HOOK_TARGETS}; nothing is started. */
function targetWirings(place: Place): Wiring[] {
  return [...HOOK_TARGETS.values()]
    .map((target) => ({ target, wiring: targetWiring(target, place) }))
    .filter(({ target, wiring }) => wiring.state !== "absent" || realPath(target.trace(place)) !== undefined)
    .map(({ wiring }) => wiring);
}

/** The same for one client. */
function targetWiring(target: HookTarget, place: Place): Wiring {
  const { title: client, word } = target;
  const fix = `auto-tools install --${word}`;
  const hook = target.files(place).at(-1);
  const path = hook?.path ?? "";
  const text = place.read(path);
  try {
    if (!hook || text === undefined || hook.take(text) === text) {
      return entryWiring({ client, what: "hook", file: path, fix, command: undefined });
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { client, state: "broken", found: `${path}: ${why}`, fix: "correct the file by hand" };
  }
  const command = /(\/[^'"\n]*\/auto-tools)['"]/.exec(text)?.[1];
  if (command === undefined) {
    return { client, state: "broken", found: `the hook names no program: ${path}`, fix };
  }
  const wiring = entryWiring({ client, what: "hook", file: path, fix, command });
  const off = target.off?.(place);
  return off === undefined || wiring.state !== "wired"
    ? wiring
    : { client, state: "broken", found: off, fix: "remove that setting" };
}

async function codexHook(io: CommandIo): Promise<Wiring> {
  const client = "Codex";
  const { folder, hooks, problems } = await readCodexHooks(io);
  const fix = "auto-tools install --codex";
  if (problems.length > 0) {
    return { client, state: "broken", found: problems.join("; "), fix: "correct the file by hand" };
  }
  const trusted = hooks.filter(({ trust }) => trust === "trusted");
  const [first] = trusted.length > 0 ? trusted : hooks;
  if (!first) return entryWiring({ client, what: "hook", file: folder, fix, command: undefined });
  if (trusted.length > 1) {
    return { client, state: "broken", found: "the hook is declared more than once: it runs twice", fix };
  }
  if (first.trust !== "trusted") {
    // Trust goes by place: another tool's hook before ours moves it.
    const found = `the hook in ${first.file} is ${first.trust}: Codex skips it without a word`;
    return { client, state: "broken", found, fix };
  }
  const command = /^'([^']+)'/.exec(first.hook.command)?.[1] ?? first.hook.command.split(" ")[0] ?? "";
  return entryWiring({ client, what: "trusted hook", file: first.file, fix, command });
}

async function codexServer(io: CommandIo): Promise<Wiring> {
  const file = `${codexFolder(io)}/config.toml`;
  const client = "Codex MCP";
  const fix = "auto-tools install --codex-mcp";
  const text = readSmallFile(file, MESSAGE_BYTES);
  const config = text === undefined ? undefined : await parseToml(text).catch(() => undefined);
  const server = asObject(asObject(asObject(config)?.["mcp_servers"])?.[SERVER_NAME]);
  return entryWiring({ client, what: "server", file, fix, command: server?.["command"] });
}

/** Those that have a file of their own here. */
function mcpClients(io: CommandIo): Wiring[] {
  const isHere = (name: string): boolean => realPath(mcpClient(name, io).path) !== undefined;
  return Object.keys(clients).filter(isHere).map((name) => mcpWiring(name, io));
}

/** @param name of a known client, or the path of its JSON file */
function mcpWiring(name: string, io: CommandIo): Wiring {
  const { path, key } = mcpClient(name, io);
  const title = lookUp<{ readonly title: string }>(clients, name)?.title ?? name;
  const servers = asObject(parseObject(readSmallFile(path, MESSAGE_BYTES))?.[key]);
  const command = asObject(servers?.[SERVER_NAME])?.["command"];
  const fix = `auto-tools install --mcp ${name}`;
  return entryWiring({ client: `${title} MCP`, what: "server", file: path, fix, command });
}

/** Wiring by one entry of a client's file; a command that is no text is no entry. */
function entryWiring(
  { client, what, file, fix, command }: Readonly<Record<"client" | "what" | "file" | "fix", string>> & {
    readonly command: unknown;
  },
): Wiring {
  if (typeof command !== "string") return { client, state: "absent", found: `no ${what} in ${file}`, fix };
  if (command.startsWith("/") && realPath(command) === undefined) {
    return { client, state: "broken", found: `the ${what}'s program is gone: ${command}`, fix };
  }
  return { client, state: "wired", found: `${what} in ${file}`, fix };
}

function commandsOf(groups: unknown): string[] {
  return entriesOf(groups).flatMap(({ entry: { command } }) => typeof command === "string" ? [command] : []);
}

const PLUGIN = "auto-tools@auto-tools";
/** Oldest version whose modules were seen to answer: major, minor, patch. */
const RUNS_MODULES: readonly [number, number, number] = [2, 1, 329];

/** Checks Claude Code's plug-in; undefined if the settings do not enable it. */
export function claudePlugin({ settings, pluginFolder }: Layout, io: CommandIo): Wiring | undefined {
  const text = readSmallFile(settings, MESSAGE_BYTES) ?? "";
  if (!pluginEnabled(text)) return undefined;
  const client = "Claude Code";
  const fix = "auto-tools install --claude-plugin";
  const own = `${pluginFolder}/hooks/hooks.json`;
  const folder = realPath(own) === undefined ? fetchedFolder(settings) : pluginFolder;
  if (folder === undefined || realPath(`${folder}/hooks/hooks.json`) === undefined) {
    return { client, state: "broken", found: `the plugin is switched on and missing: ${pluginFolder}`, fix };
  }
  return { client, state: "wired", found: `plugin in ${folder}; ${answering(folder, io)}`, fix };
}

/** Returns the client's folder of the plug-in fetched from a marketplace. */
function fetchedFolder(settings: string): string | undefined {
  const file = `${settings.slice(0, settings.lastIndexOf("/"))}/plugins/installed_plugins.json`;
  const plugins = asObject(parseObject(readSmallFile(file, MESSAGE_BYTES))?.["plugins"]);
  const installs = plugins?.[PLUGIN];
  const path = Array.isArray(installs) ? asObject(installs[0])?.["installPath"] : undefined;
  return typeof path === "string" ? path : undefined;
}

/** Names what answers in this client: the plug-in's module or its hook. */
function answering(folder: string, io: CommandIo): string {
  const names: unknown = parseObject(readSmallFile(`${folder}/hooks/hooks.json`))?.["modules"];
  const [name] = Array.isArray(names) ? names : [];
  if (typeof name !== "string" || realPath(`${folder}/hooks/${name}`) === undefined) {
    return "it has no module: its hook answers";
  }
  const version = clientVersion(io);
  if (version === undefined) return "its module answers where Claude Code runs modules, else its hook";
  const place = version.findIndex((part, at) => part !== RUNS_MODULES[at]);
  const isOld = place >= 0 && version[place]! < RUNS_MODULES[place]!;
  const shown = version.join(".");
  return isOld
    ? `Claude Code ${shown} runs no modules as far as is known: its hook answers`
    : `its module answers in Claude Code ${shown}`;
}

/** The version of the `claude` on PATH, from the folder or the package it lies in; it is not started. */
function clientVersion(io: CommandIo): readonly number[] | undefined {
  const program = onPath("claude", io);
  if (program === undefined) return undefined;
  const above = program.split("/").map((_, count, parts) => parts.slice(0, parts.length - count).join("/"));
  const manifests = above.slice(1, 4).map((folder) => parseObject(readSmallFile(`${folder}/package.json`)));
  const named = manifests.find((one) => String(one?.["name"]).startsWith("@anthropic-ai/claude-code"));
  const text = String(named?.["version"] ?? baseName(program));
  const parts = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/.exec(text);
  return parts ? parts.slice(1).map(Number) : undefined;
}
