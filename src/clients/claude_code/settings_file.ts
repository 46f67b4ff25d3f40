import { entryAt, insertGroup, parseSettings, pathOf, positionsOf, removeEntries } from "../hook_groups.ts";
import type { HookEntry, HookPosition, Settings } from "../hook_groups.ts";
import { remove, replace } from "./json_edit.ts";

/**
 * Adds and removes our hooks in the text of Claude Code's `settings.json`: text in, text out, no IO.
 * Everything else in the file keeps its bytes: other keys, their order, indentation, line ends, a byte order mark.
 */

/** One hook of the file, in exec form: no shell parses the path. */
export interface HookSpec {
  /** The client's event name, such as `UserPromptSubmit`. */
  readonly event: string;
  /** The client's matcher of tools; undefined for events without one. */
  readonly matcher?: string;
  /** Absolute path of the executable. */
  readonly command: string;
  readonly args: readonly string[];
  /** Seconds after which the client gives up on the hook. */
  readonly timeout: number;
  /** The client does not wait for it. */
  readonly async?: true;
}

/** The arguments that our entries have. */
const WORDS: readonly unknown[] = ["hook", "warm"];

/** Criteria of entries of ours among those of other tools. */
export interface Ownership {
  /** The folder that holds our executable and its other names, absolute, without a trailing slash. */
  readonly hooksDir: string;
  /** Value of `~` and `$HOME` in a shell command. */
  readonly home: string;
}

/** A container that {@link addHooks} had to make: `hooks` itself or `hooks.<event>`. */
export type CreatedPart = string;

/** The outcome of {@link addHooks}. */
export interface HookEdit {
  /** The new text; the very same string when nothing had to change. */
  readonly text: string;
  /** Parts that {@link removeHooks} may remove once empty. */
  readonly created: readonly CreatedPart[];
}

/** The name of our executable; an entry that runs a file of this name is ours wherever the file lies. */
export const PROGRAM = "auto-tools";

/** Other names of the executable inside the hooks folder; elsewhere a file of such a name is not ours. */
export const HOOK_ALIASES: readonly string[] = [
  "context-inject-global.sh",
  "augment-context-global.sh",
  "auto-tool-orchestrator.sh",
];

/**
 * The text with every hook of `specs` in it exactly once. An entry of ours under an older path or in shell form is
 * updated in place and keeps its other keys (the user's own timeout, for instance); further copies of it go.
 *
 * @throws {FileRefused} when the text is not strict JSON or its hooks have a shape the client would not read.
 */
export function addHooks(text: string, specs: readonly HookSpec[], own: Ownership): HookEdit {
  const { bom, body } = splitBom(text);
  if (body.trim() === "") return { text: bom + newFile(specs), created: ["hooks"] };
  const created = new Set<CreatedPart>();
  let next = body;
  for (const spec of specs) next = addOne(next, spec, own, created);
  return { text: next === body ? text : bom + next, created: [...created] };
}

/**
 * The text without any entry of ours. Containers named in `created` go too when nothing is left in them.
 *
 * @throws {FileRefused} as {@link addHooks}.
 */
export function removeHooks(text: string, own: Ownership, created: readonly CreatedPart[]): string {
  const { bom, body } = splitBom(text);
  if (body.trim() === "") return text;
  let next = body;
  for (const event of Object.keys(parseSettings(next).hooks ?? {})) {
    const left = removeEntries(
      next,
      event,
      positionsOf(parseSettings(next), event, (entry) => isOwn(entry, own)),
    );
    if (left === next) continue;
    next = dropIfEmpty(left, ["hooks", event], created);
  }
  if (next !== body) next = dropIfEmpty(next, ["hooks"], created);
  return next === body ? text : bom + next;
}

/** True if the text holds no setting at all, as a file that only ever held our hooks after {@link removeHooks}. */
export function isEmptySettings(text: string): boolean {
  const { body } = splitBom(text);
  return body.trim() === "" || Object.keys(parseSettings(body).root).length === 0;
}

/** True if the user disabled all of the client's hooks. */
export function hooksSwitchedOff(text: string): boolean {
  const { body } = splitBom(text);
  return body.trim() !== "" && parseSettings(body).root["disableAllHooks"] === true;
}

function addOne(body: string, spec: HookSpec, own: Ownership, created: Set<CreatedPart>): string {
  const settings = parseSettings(body);
  const isSame = (entry: HookEntry): boolean =>
    isOwn(entry, own) && wordOf(entry["args"]) === wordOf(spec.args);
  const [first, ...copies] = positionsOf(settings, spec.event, isSame);
  if (first !== undefined) return removeEntries(updateEntry(body, settings, first, spec), spec.event, copies);
  const inserted = insertGroup(body, spec.event, groupOf(spec));
  if (inserted.created !== undefined) created.add(inserted.created);
  return inserted.text;
}

function updateEntry(body: string, settings: Settings, position: HookPosition, spec: HookSpec): string {
  const path = pathOf(spec.event, position);
  const entry = entryAt(settings, spec.event, position);
  const wanted = { type: "command", command: spec.command, args: spec.args };
  let next = body;
  for (const [key, value] of Object.entries(wanted)) {
    if (JSON.stringify(entry?.[key]) !== JSON.stringify(value)) next = replace(next, [...path, key], value);
  }
  return next;
}

function dropIfEmpty(body: string, path: readonly string[], created: readonly CreatedPart[]): string {
  const { hooks } = parseSettings(body);
  const [, event] = path;
  const value = event === undefined ? hooks : hooks?.[event];
  if (value === undefined || Object.keys(value).length > 0) return body;
  const ours = created.includes(path.join(".")) || created.includes("hooks");
  return ours ? remove(body, path) : body;
}

/** Purpose of an entry of ours: an event may have one that answers and one that only works ahead. */
function wordOf(args: unknown): string {
  return Array.isArray(args) && typeof args[0] === "string" ? args[0] : "hook";
}

function isOwn(hook: HookEntry, own: Ownership): boolean {
  const { command, args } = hook;
  if (typeof command !== "string") return false;
  const path = args === undefined ? shellProgram(command, own.home) : execProgram(command, args);
  if (path === undefined) return false;
  const slash = path.lastIndexOf("/");
  const name = path.slice(slash + 1);
  return name === PROGRAM ||
    (HOOK_ALIASES.includes(name) && path.slice(0, Math.max(slash, 0)) === own.hooksDir);
}

function execProgram(command: string, args: unknown): string | undefined {
  const plain = Array.isArray(args) && (args.length === 0 || (args.length === 1 && WORDS.includes(args[0])));
  return plain ? command : undefined;
}

/** The program of a shell command that is nothing but a path, quoted or not, with at most the word `hook` after it. */
function shellProgram(command: string, home: string): string | undefined {
  const found = /^\s*(?:"([^"`\\]+)"|'([^']+)'|([^\s"'`;|&<>()\\]+))(?:\s+hook)?\s*$/.exec(command);
  const path = found?.[1] ?? found?.[2] ?? found?.[3];
  return path?.replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/)/, () => home);
}

function groupOf(spec: HookSpec): unknown {
  const { matcher, command, args, timeout, async } = spec;
  const hooks = [{ type: "command", command, args, ...(async && { async }), timeout }];
  return matcher === undefined ? { hooks } : { matcher, hooks };
}

function newFile(specs: readonly HookSpec[]): string {
  const hooks: Record<string, unknown[]> = {};
  for (const spec of specs) (hooks[spec.event] ??= []).push(groupOf(spec));
  return JSON.stringify({ hooks }, null, 2) + "\n";
}

function splitBom(text: string): { bom: string; body: string } {
  return text.startsWith("\uFEFF") ? { bom: "\uFEFF", body: text.slice(1) } : { bom: "", body: text };
}
