import { asObject, parseObject } from "../../model/json.ts";
import { jsonText, pluginText, wholeFile } from "../hook_target.ts";
import type { HookTarget, Place, TargetFile } from "../hook_target.ts";

/**
 * A plug-in file of our own. OpenCode wants its plug-in package beside a configuration that has plug-ins, fetches it
 * from npm (63 MB), and waits 73 s at every start without network. Our plug-in needs nothing of it, so if there is
 * nothing of npm's yet and the client's version is known, files of a few lines replace it.
 */
export const OPENCODE_TARGET: HookTarget = {
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
export const KILO_TARGET: HookTarget = {
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
