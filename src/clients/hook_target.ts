import { CLIENT_PLUGINS } from "../platform/program.ts";
import { programText } from "../platform/program_files.ts";
import { HOOK_TIMEOUT_S, hookCommand, PROMPT_EVENT } from "./codex/native_hook.ts";
import { COPILOT_COMPACTS } from "./prompt_clients.ts";
import { asObject, parseObject } from "../model/json.ts";
import { addHook, removeHook } from "./codex/hooks_file.ts";

/** Wiring by `install` of the prompt hook of a client with a file of its own for that: texts in, texts out. */

/** One client. */
export interface HookTarget {
  /** The option of `install` without its dashes; also the word after `hook` in the command. */
  readonly word: string;
  /** As people know the client. */
  readonly title: string;
  /** Absolute path that client users have. */
  trace(place: Place): string;
  /** The files to write; the last holds the hook. */
  files(place: Place): readonly TargetFile[];
  /** Reason from the client's own settings not to run the hook; undefined: it would. */
  off?(place: Place): string | undefined;
  /** Further note for people; undefined: none. */
  note?(place: Place): string | undefined;
}

/** This user's folders; paths are absolute and without a trailing slash. */
export interface Place {
  readonly home: string;
  /** Folder of the user's configurations, by default `~/.config`. */
  readonly config: string;
  /** The installed program. */
  readonly binary: string;
  /** The text of a small file; undefined when there is none. */
  read(path: string): string | undefined;
  /** The version of a client's npm package that a program on PATH belongs to; undefined: it is not known. */
  version(program: string): string | undefined;
}

/** One file of a target. */
export interface TargetFile {
  readonly path: string;
  /**
   * The text with our part in it, the same when it is there already; undefined: no file is to be made.
   *
   * @param text undefined: there is no such file
   * @throws {FileRefused} for a text that cannot take it
   */
  put(text: string | undefined): string | undefined;
  /**
   * The text without our part; undefined when nothing else is left.
   *
   * @throws {FileRefused} for a text that cannot be read
   */
  take(text: string): string | undefined;
}

/** A file that is ours alone: its path names this program. */
export function wholeFile(path: string, text: string): TargetFile {
  return { path, put: () => text, take: (found) => found.includes("auto-tools") ? undefined : found };
}

/** Source of a plug-in in `config/client-plugins`, with the part that all of them share and the path of the program. */
export function pluginText(file: string, binary: string): string {
  return [file, "facts.js"].map((part) => programText(`${CLIENT_PLUGINS}${part}`)).join("\n")
    .replace('const PROGRAM = "auto-tools"', () => `const PROGRAM = ${JSON.stringify(binary)}`);
}

/** Formats JSON for our files. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2) + "\n";
}

/** The shell command of a client's hook. */
export function wordCommand(binary: string, word: string): string {
  return `${hookCommand(binary)} ${word}`;
}

/** True if a shell command runs this program as the hook of the client `word`. */
export function runsHookFor(word: string): (command: string) => boolean {
  const own = new RegExp(`auto-tools'? hook ${word}(?![\\w-])`);
  return (command) => own.test(command);
}

function hook(binary: string): unknown {
  return { type: "command", bash: wordCommand(binary, "copilot"), timeoutSec: HOOK_TIMEOUT_S };
}

/** Copilot CLI reads every file of its folder of hooks, so ours is one of our own. */
const COPILOT: HookTarget = {
  word: "copilot",
  title: "Copilot CLI",
  trace: ({ home }) => `${home}/.copilot`,
  files: ({ home, binary }) => [
    wholeFile(
      `${home}/.copilot/hooks/auto-tools.json`,
      jsonText({
        version: 1,
        hooks: { userPromptSubmitted: [hook(binary)], [COPILOT_COMPACTS]: [hook(binary)] },
      }),
    ),
  ],
};

/** An extension of our own: Gemini CLI's settings are left alone. Its timeouts are milliseconds. */
const GEMINI: HookTarget = {
  word: "gemini",
  title: "Gemini CLI",
  trace: ({ home }) => `${home}/.gemini`,
  files: ({ home, binary }) => {
    const folder = `${home}/.gemini/extensions/auto-tools`;
    const command = wordCommand(binary, "gemini");
    const hook = { name: "auto-tools", type: "command", command, timeout: HOOK_TIMEOUT_S * 1000 };
    return [
      wholeFile(`${folder}/gemini-extension.json`, jsonText({ name: "auto-tools", version: "1.0.0" })),
      wholeFile(
        `${folder}/hooks/hooks.json`,
        jsonText({ hooks: { BeforeAgent: [{ hooks: [hook] }] } }),
      ),
    ];
  },
  off: ({ home, read }) => {
    const path = `${home}/.gemini/settings.json`;
    const { enabled, disabled } = asObject(parseObject(read(path))?.["hooksConfig"]) ?? {};
    if (enabled === false) return `"hooksConfig.enabled" is false in ${path}`;
    const isDisabled = Array.isArray(disabled) && disabled.includes("auto-tools");
    return isDisabled ? `"hooksConfig.disabled" names auto-tools in ${path}` : undefined;
  },
};

/** Qwen Code takes Claude Code's form, in its settings. Old versions read the timeout as milliseconds, new ones too from 1000. */
const QWEN: HookTarget = {
  word: "qwen",
  title: "Qwen Code",
  trace: ({ home }) => `${home}/.qwen`,
  files: ({ home, binary }) => {
    const command = exceptRounds(wordCommand(binary, "qwen"));
    const hook = { type: "command", command, timeout: HOOK_TIMEOUT_S * 1000 } as const;
    const isOwn = runsHookFor("qwen");
    return [{
      path: `${home}/.qwen/settings.json`,
      put: (text) => EVENTS.reduce((left, event) => addHook(left, hook, { isOwn, event }).text, text ?? ""),
      take: (text) =>
        EVENTS.reduce<string | undefined>(
          (left, event) => left === undefined ? undefined : removeHook(left, { isOwn, event }),
          text,
        ),
    }];
  },
  off: ({ home, read }) => {
    const path = `${home}/.qwen/settings.json`;
    return parseObject(read(path))?.["disableAllHooks"] === true
      ? `"disableAllHooks" is true in ${path}`
      : undefined;
  },
};

/** A prompt, and a conversation replaced by its summary: its facts may be repeated. */
const EVENTS = [PROMPT_EVENT.declared, "PostCompact"];

/** The hook is started at every round of tool calls, with an empty prompt: the shell answers that by itself. */
function exceptRounds(command: string): string {
  return `p=$(cat); case "$p" in *'"prompt":""'*) ;; *) printf %s "$p" | ${command} ;; esac`;
}

/**
 * A plug-in file of our own. OpenCode wants its plug-in package beside a configuration that has plug-ins, fetches it
 * from npm (63 MB), and waits 73 s at every start without network. Our plug-in needs nothing of it, so if there is
 * nothing of npm's yet and the client's version is known, files of a few lines replace it.
 */
const OPENCODE: HookTarget = {
  word: "opencode",
  title: "OpenCode",
  trace: ({ config }) => `${config}/opencode`,
  files: (place) => {
    const plugin = `${place.config}/opencode/plugin/${PLUGIN_FILE}`;
    return [...standIn(place), wholeFile(plugin, pluginText(PLUGIN_SOURCE, place.binary))];
  },
  note: (place) => standIn(place).every(({ put }) => put(undefined) !== undefined) ? undefined : PACKAGE_NOTE,
};

/** Kilo is a fork that takes the same plug-in; its package is not stood in for. */
const KILO: HookTarget = {
  word: "kilo",
  title: "Kilo",
  trace: ({ config }) => `${config}/kilo`,
  files: ({ config, binary }) => [
    wholeFile(`${config}/kilo/plugin/${PLUGIN_FILE}`, pluginText(PLUGIN_SOURCE, binary)),
  ],
};

const PLUGIN_SOURCE = "opencode.js";
const PLUGIN_FILE = "auto-tools.js";
const PACKAGE = "@opencode-ai/plugin";
const PACKAGE_NOTE =
  `OpenCode fetches ${PACKAGE} (63 MB) from npm at its next start if it is not there; without network each start then waits`;

const MARK = "Stands in for the package: the plug-in of auto-tools needs nothing of it";

/** Written only where none of the three is there, or all are ours; anything else is the user's. */
function standIn(place: Place): TargetFile[] {
  const folder = `${place.config}/opencode`;
  const stub = `${folder}/node_modules/${PACKAGE}/package.json`;
  const paths = [`${folder}/package.json`, `${folder}/package-lock.json`, stub];
  const version = standInVersion(place, paths);
  const dependencies = { [PACKAGE]: version };
  const packages = { "": { dependencies }, [`node_modules/${PACKAGE}`]: { version } };
  const lock = { name: "opencode", lockfileVersion: 3, requires: true, packages };
  const texts = [{ dependencies }, lock, { name: PACKAGE, version, type: "module", description: MARK }];
  return paths.map((path, at) => ({
    path,
    put: (text) => version === undefined ? text : jsonText(texts[at]),
    take: (text) => isStandIn(text) ? undefined : text,
  }));
}

function standInVersion(place: Place, paths: readonly string[]): string | undefined {
  const held = paths.map((path) => place.read(path));
  const isFree = held.every((text) => text === undefined) || held.every((text) => isStandIn(text));
  return isFree ? place.version("opencode") : undefined;
}

/** True if a text is one of the three as written here, of any version. */
function isStandIn(text: string | undefined): boolean {
  const { dependencies, packages, description } = parseObject(text) ?? {};
  const only = (value: unknown, keys: readonly string[]): boolean =>
    Object.keys(asObject(value) ?? {}).join() === keys.join();
  return description === MARK || only(dependencies, [PACKAGE]) ||
    only(packages, ["", `node_modules/${PACKAGE}`]);
}

/** pi loads every file in its folder of extensions. */
const PI: HookTarget = {
  word: "pi",
  title: "pi",
  trace: ({ home }) => `${home}/.pi`,
  files: ({ home, binary }) => [
    wholeFile(`${home}/.pi/agent/extensions/auto-tools.js`, pluginText("pi.js", binary)),
  ],
};

/** The clients whose prompt hook `install` wires, by the option's name. */
export const HOOK_TARGETS: ReadonlyMap<string, HookTarget> = new Map(
  [COPILOT, GEMINI, QWEN, OPENCODE, KILO, PI].map((target) => [target.word, target]),
);
