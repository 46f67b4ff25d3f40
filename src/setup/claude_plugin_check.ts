import { MESSAGE_BYTES } from "../platform/limits.ts";
import { baseName } from "../model/paths.ts";
import { pluginEnabled } from "../clients/claude_code/plugin_settings.ts";
import { asObject, parseObject } from "../model/json.ts";
import type { CommandIo } from "../platform/command_io.ts";
import { readSmallFile, realPath } from "../platform/host_files.ts";
import { onPath } from "./hook_targets.ts";
import type { Layout } from "./install_layout.ts";
import type { Wiring } from "./wiring.ts";

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
