import { UsageError } from "./usage_error.ts";
import plugin from "../../config/claude-plugin/hooks/hooks.json" with { type: "json" };
import { isAbsolute, join, normalize, resolve } from "node:path/posix";
import { HOOK_ALIASES, type HookSpec, PROGRAM } from "../clients/claude_code/settings_file.ts";
import type { ClientFiles } from "./client_targets.ts";
import { type CommandIo, noPositionals, readArguments } from "../platform/command_io.ts";
import { HOOK_TARGETS } from "../clients/hook_target.ts";
import { NOT_DELIVERED } from "./hook_targets.ts";
import { withoutLastSlash } from "../model/paths.ts";

/** Options of `install` and `uninstall` on the command line. */
export type InstallOptions = Readonly<ReturnType<typeof parseInstallOptions>>;

/**
 * Reads the arguments of `install` and `uninstall`; clients keep the order in which they were typed.
 *
 * @throws Failure for an unknown option, a missing value or an argument that is no option.
 */
export function parseInstallOptions(args: readonly string[], command = "install") {
  const { values } = readArguments(args, {
    flags: FLAGS,
    texts: ["bin-dir"],
    lists: ["mcp"],
    ...noPositionals(command),
  });
  const given = new Set(Object.keys(values));
  const clients = Object.entries(values).flatMap(([name, value]) =>
    name === "mcp" ? [value].flat().map((client) => `mcp:${client}`) : TARGETS.has(name) ? [name] : []
  );
  const refused = Object.keys(values).find((name) => NOT_DELIVERED.has(name));
  if (refused !== undefined) throw new UsageError(`--${refused}: ${NOT_DELIVERED.get(refused)}`);
  const binDir = values["bin-dir"];
  if (clients.includes("claude-plugin") && given.has("claude")) {
    throw new UsageError("--claude and --claude-plugin exclude each other: every hook would run twice");
  }
  return {
    dryRun: given.has("dry-run"),
    uninstall: given.has("uninstall"),
    /** False leaves Claude Code's settings alone. */
    hook: !given.has("no-hook") &&
      (clients.length === 0 || given.has("claude") || given.has("all")),
    /** Other clients named; none of them and no `--claude` selects Claude Code. */
    clients,
    /** Something foreign under one of our names is kept as a backup and replaced; else it stops the installation. */
    replace: given.has("replace"),
    /** Every client that this user has, beside those named. */
    all: given.has("all"),
    /** Only print the context in a hook's answer given on stdin; the installer shows its proof with it. */
    showContext: given.has("show-context"),
    /** Folder of `auto-tools` and `codex-auto`; default `~/.local/bin`. */
    binDir: typeof binDir === "string" ? binDir : undefined,
  };
}

const TARGETS = new Set(["codex", "codex-mcp", "claude-plugin", ...HOOK_TARGETS.keys()]);
const FLAGS = [
  ...["all", "claude", "dry-run", "uninstall", "no-hook", "replace", "show-context"],
  ...[...TARGETS, ...NOT_DELIVERED.keys()],
];

/** Absolute paths of an installation. */
export type Layout = Readonly<ReturnType<typeof layoutFor>>;

/**
 * Returns this user's paths.
 *
 * @throws {UsageError} when the home folder is unknown.
 */
export function layoutFor(options: InstallOptions, io: CommandIo) {
  if (!isAbsolute(io.home)) throw new UsageError("the home folder is unknown; set HOME to an absolute path");
  const claudeDir = folder(io.env("CLAUDE_CONFIG_DIR") || join(io.home, ".claude"), io);
  const binDir = folder(options.binDir ?? join(io.home, ".local/bin"), io);
  const hooksDir = join(claudeDir, "hooks");
  const binary = join(hooksDir, PROGRAM);
  return {
    hooksDir,
    binDir,
    binary,
    /** The program that the last upgrade replaced. */
    previous: join(hooksDir, `.${PROGRAM}-previous`),
    manifest: join(hooksDir, `.${PROGRAM}-install.json`),
    settings: join(claudeDir, "settings.json"),
    /** Folder of Claude Code's plugin. */
    pluginFolder: join(claudeDir, `${PROGRAM}-plugin`),
    /** Record of changes to other clients' files. */
    clientRecords: join(hooksDir, `.${PROGRAM}-clients.json`),
    /** Symlinks and what each points to. */
    links: [
      ...HOOK_ALIASES.map((name) => ({ path: join(hooksDir, name), target: PROGRAM })),
      ...[PROGRAM, "codex-auto"].map((name) => ({ path: join(binDir, name), target: binary })),
    ],
    hooks: hookSpecs(binary),
    own: { hooksDir, home: io.home },
  };
}

interface PluginGroup {
  readonly matcher?: string;
  readonly hooks: readonly {
    readonly args: readonly string[];
    readonly timeout: number;
    readonly async?: boolean;
  }[];
}

/** The same hooks as the plugin's, which is their one list; the client waits `timeout` seconds for us at most. */
function hookSpecs(binary: string): HookSpec[] {
  return Object.entries(plugin.hooks).flatMap(([event, groups]) =>
    groups.flatMap((group: PluginGroup) =>
      group.hooks.map(({ args, timeout, async }) => ({
        event,
        ...(group.matcher !== undefined && { matcher: group.matcher }),
        command: binary,
        // The plugin starts the program through its own launcher; only the last word is for the program.
        args: args.slice(-1),
        timeout,
        ...(async === true && { async: true as const }),
      }))
    )
  );
}

function folder(path: string, io: CommandIo): string {
  const full = normalize(resolve(io.cwd, path));
  return full.length > 1 ? withoutLastSlash(full) : full;
}

/** Returns the part of the layout for changes to other clients' files. */
export function clientFiles(layout: Layout, io: CommandIo): ClientFiles {
  const { binary, clientRecords: recordFile, settings, pluginFolder, own } = layout;
  return { binary, recordFile, settings, pluginFolder, own, io };
}
