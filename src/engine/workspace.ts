import type { Plan, ToolOutcome } from "../model/calls.ts";
import { asObject, parseObject } from "../model/json.ts";
import type { Settings } from "../model/settings.ts";
import { literal } from "../model/text.ts";
import { env, readInside, readSmallFile, realFolder, realPath } from "../platform/host_files.ts";
import { nearestProject } from "../platform/git_folder.ts";
import { repositoryFor } from "./repository_for.ts";

/** A repository of the user's workspace. */
export interface Member {
  /** Its folder's name, with the folder above it where two have the same. */
  readonly name: string;
  /** Absolute real path. */
  readonly root: string;
}

const MOST_MEMBERS = 8;

/** The other repositories of the workspace that `root` (absolute, real) belongs to. */
export async function otherMembers(root: string, settings: Settings): Promise<readonly Member[]> {
  return (await membersWith(root, settings)).filter((one) => one.root !== root);
}

/**
 * The repositories of the workspace that `root` (absolute, real) belongs to, itself among them; none where the user's settings
 * do not name `root`: a repository outside of the workspace learns nothing of it.
 */
async function membersWith(root: string, settings: Settings): Promise<readonly Member[]> {
  const listed = settings.workspace.value;
  if (listed.length === 0) return [];
  const folders = (await Promise.all(listed.map(foldersOf))).flat();
  const roots = [...new Set(folders)].slice(0, MOST_MEMBERS);
  if (!roots.includes(root)) return [];
  const isShared = (name: string): boolean => roots.filter((one) => lastParts(one, 1) === name).length > 1;
  return roots.map((one) => {
    const name = lastParts(one, 1);
    return { root: one, name: isShared(name) ? lastParts(one, 2) : name };
  });
}

/** The root of the repository around a folder and the repositories of its workspace; neither where there is no workspace. */
export async function workspaceAt(
  cwd: string,
  settings: Settings,
): Promise<{ readonly root: string | undefined; readonly members: readonly Member[] }> {
  if (settings.workspace.value.length === 0) return { root: undefined, members: [] };
  const { root } = await repositoryFor(cwd, settings);
  return { root, members: root === undefined ? [] : await membersWith(root, settings) };
}

/** Name for all repositories of the workspace. */
export const ALL_MEMBERS = "all";

/** The real paths of what an entry of the setting names: a folder, or those that a workspace file lists. */
async function foldersOf(entry: string): Promise<readonly string[]> {
  const path = entry.startsWith("~/") ? `${env("HOME") ?? ""}${entry.slice(1)}` : entry;
  if (!path.startsWith("/")) return [];
  const folders = path.endsWith(".code-workspace") ? await listedIn(path) : [path];
  return folders.flatMap((folder) => realFolder(folder) ?? []);
}

/** The folders of a workspace file. One that lies in a repository is not read: its authors could name any folder. */
async function listedIn(path: string): Promise<readonly string[]> {
  const real = realPath(path);
  const folder = real?.slice(0, real.lastIndexOf("/"));
  if (real === undefined || !folder || realPath(`${nearestProject(folder) ?? folder}/.git`) !== undefined) {
    return [];
  }
  const { parse } = await import("jsonc-parser");
  const { folders } = asObject(parse(readSmallFile(real) ?? "")) ?? {};
  const paths = Array.isArray(folders) ? folders.map((one) => asObject(one)?.["path"]) : [];
  return paths.filter((one) => typeof one === "string").map((one) =>
    one.startsWith("/") ? one : `${folder}/${one}`
  );
}

/** Names under which other repositories import the packages that a member's manifests at its root declare. */
export function packagesOf({ root }: Member): readonly string[] {
  return MANIFESTS.flatMap(([path, name]) => {
    const file = readInside(root, path);
    const found = typeof file === "object" ? name(file.text) : undefined;
    return found === undefined || found.length > 200 ? [] : [found];
  });
}

type NameOf = (text: string) => string | undefined;

const MANIFESTS: readonly (readonly [string, NameOf])[] = [
  ["package.json", nameIn],
  ["deno.json", nameIn],
  ["go.mod", (text) => /^module\s+"?([^\s"]+)/m.exec(text)?.[1]],
  ["Cargo.toml", (text) => tomlName(text, "package")?.replaceAll("-", "_")],
  ["pyproject.toml", (text) => tomlName(text, "(?:project|tool\\.poetry)")?.replaceAll("-", "_")],
];

function nameIn(text: string): string | undefined {
  const name = parseObject(text)?.["name"];
  return typeof name === "string" && name !== "" ? name : undefined;
}

function tomlName(text: string, table: string): string | undefined {
  const body = new RegExp(`^\\[${table}\\]\\s*$([^]*?)(?=^\\[|$(?![^]))`, "m").exec(text)?.[1];
  return body === undefined ? undefined : /^name\s*=\s*["']([^"']+)["']/m.exec(body)?.[1];
}

function lastParts(path: string, count: number): string {
  return path.split("/").slice(-count).join("/").replaceAll(":", "_");
}

/** True if the prompt also names a repository: its name where it is unambiguous, or a package of it. */
export function isNamed(prompt: string, { name }: Member, packages: readonly string[]): boolean {
  const isWord = (one: string): boolean => /^[a-z]*$/.test(one);
  const hasPackage = packages.some((one) => !isWord(one) && hasWord(prompt, one));
  return hasPackage || (isWord(name) ? isSaidToBeRepository(prompt, name) : hasWord(prompt, name));
}

function hasWord(prompt: string, word: string): boolean {
  return new RegExp(`(?<![\\w@/.-])${literal(word)}(?![\\w-])`, "i").test(prompt);
}

/** A plain word such as "backend" may mean anything but beside one of these. */
function isSaidToBeRepository(prompt: string, name: string): boolean {
  const word = literal(name);
  const kind = "(?:repo|repository|project|service|package|仓库|项目|代码库|工程)";
  const before = `(?:\\b(?:in|from|inside|${kind})\\s+(?:the\\s+|our\\s+)?|[在从]\\s*|[\`"'“])`;
  return new RegExp(`${before}${word}(?![\\w-])|(?<![\\w-])${word}\\s*(?:${kind}|[里中的])`, "i").test(
    prompt,
  );
}

/** The other repositories of a workspace. */
export interface Others {
  /** Names under which they can be imported. */
  readonly packages: readonly string[];
  /** Names in the prompt that they may share: routes, topics, procedures. */
  readonly links: readonly string[];
  /** The outcomes with what the others know, as far as they are asked; then this thread has given up its rights. */
  readonly ask: (
    plan: Plan,
    found: readonly ToolOutcome[],
    leftMs: number,
  ) => Promise<readonly ToolOutcome[]>;
}
