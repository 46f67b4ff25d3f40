import { HOOK_TARGETS, type Place } from "../clients/hook_target.ts";
import type { CommandIo } from "../platform/command_io.ts";
import { readSmallFile, realPath } from "../platform/host_files.ts";
import { parseObject } from "../model/json.ts";
import { withoutLastSlash } from "../model/paths.ts";

/** Clients that no prompt hook of ours reaches, with the reason. */
export const NOT_DELIVERED: ReadonlyMap<string, string> = new Map([
  ["cline", "not delivered in Cline CLI 3.0.65: it ignores what the prompt hook prints"],
  ["droid", "not delivered in Factory Droid 0.215.0: `droid exec` does not start the prompt hook"],
  ["cursor", "never run with Cursor; the tools over MCP: --mcp cursor"],
  ["vscode", "never run with VS Code; the tools over MCP: --mcp vscode"],
  ["kiro", "never run with Kiro CLI; the tools over MCP: --mcp PATH/TO/mcp.json"],
]);

/** Returns the paths of this user's clients. */
export function placeOf(binary: string, io: CommandIo): Place {
  const config = io.env("XDG_CONFIG_HOME");
  return {
    home: io.home,
    config: config?.startsWith("/") ? withoutLastSlash(config) : `${io.home}/.config`,
    binary,
    read: (path) => readSmallFile(path),
    version: (program) => versionOf(program, io),
  };
}

/** The targets whose client has a folder in this user's home, or a program on PATH, which has the target's name. */
export function targetsFound(binary: string, io: CommandIo): string[] {
  const place = placeOf(binary, io);
  return [...HOOK_TARGETS].flatMap(([name, target]) =>
    realPath(target.trace(place)) === undefined && onPath(name, io) === undefined ? [] : [name]
  );
}

/** Clients that `install --all` leaves out, with the reason. */
export function targetsSkipped(binary: string, io: CommandIo): string[] {
  const found = targetsFound(binary, io);
  const place = placeOf(binary, io);
  const absent = [...HOOK_TARGETS].flatMap(([name, { title, trace }]) =>
    found.includes(name) ? [] : [`${title}: no program ${name} on PATH and no ${trace(place)}`]
  );
  const refused = [...NOT_DELIVERED].flatMap(([name, why]) => onPath(name, io) ? [`${name}: ${why}`] : []);
  return [...absent, ...refused];
}

/** Real path of a program on PATH; undefined if it is on none of its folders. */
export function onPath(program: string, io: CommandIo): string | undefined {
  const folders = (io.env("PATH") ?? "").split(":").filter((folder) => folder.startsWith("/"));
  for (const folder of folders) {
    const real = realPath(`${folder}/${program}`);
    if (real !== undefined) return real;
  }
  return undefined;
}

/** Version of the npm package of a program on PATH, which lies in a folder `bin` of it. */
function versionOf(program: string, io: CommandIo): string | undefined {
  const text = readSmallFile(onPath(program, io)?.replace(/\/bin\/[^/]+$/, "/package.json") ?? "");
  const { name, version } = parseObject(text) ?? {};
  const isIts = typeof name === "string" && name.includes(program) && typeof version === "string";
  return isIts && /^\d+\.\d+\.\d+[\w.+-]*$/.test(version) ? version : undefined;
}
