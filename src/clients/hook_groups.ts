import { append, type JsonPath, remove } from "./claude_code/json_edit.ts";
import { refusal } from "./file_refused.ts";
import { z } from "zod";
import { type Node, parseTree } from "jsonc-parser";
import { lookUp } from "../model/json.ts";
import { oneLine } from "../model/text.ts";

/** Entries of hooks in Claude Code's form, which several clients took over: `{"hooks": {EVENT: [{"hooks": [ENTRY]}]}}`. */

const SETTINGS = z.looseObject({
  hooks: z.record(z.string(), z.array(z.looseObject({ hooks: z.array(z.looseObject({})) }))).optional(),
});

/** The parts of Claude Code's `settings.json` that are edited, validated. */
export interface Settings {
  readonly root: Readonly<Record<string, unknown>>;
  /** Hook groups by event name; undefined if the file has no `hooks`. */
  readonly hooks?: Readonly<Record<string, readonly HookGroup[]>> | undefined;
}

/** One element of an event's list: hooks that run together, under an optional matcher. */
export interface HookGroup {
  readonly hooks: readonly Readonly<Record<string, unknown>>[];
}

/**
 * Parses the text as the client does: strict JSON without comments and trailing commas.
 *
 * @throws {FileRefused} also for a key that occurs twice among the hooks, because an edit could reach the wrong one
 */
export function parseSettings(body: string): Settings {
  const root = parseStrict(body);
  const twice = doubledKey(body, "hooks");
  if (twice !== undefined) throw refusal(`the key occurs twice: ${twice}`);
  const { data, error } = SETTINGS.safeParse(root);
  if (data) return { root: data, hooks: data.hooks };
  const [issue] = error.issues;
  throw refusal(`${issue?.path.join(".") || "the file"}: ${issue?.message ?? "invalid"}`);
}

function parseStrict(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw refusal(`the file is not valid JSON: ${oneLine(reason)}`);
  }
}

/**
 * Returns the dotted path of the first duplicate key in JSON text, on the top level or anywhere under the key
 * `inside`; undefined without one.
 */
export function doubledKey(text: string, inside: string): string | undefined {
  return doubledIn(parseTree(text), inside, "");
}

function doubledIn(node: Node | undefined, inside: string, path: string): string | undefined {
  if (node === undefined) return undefined;
  const seen = new Set<string>();
  for (const child of node.children ?? []) {
    const found = node.type === "object"
      ? doubledProperty(child, { inside, path, seen })
      : doubledIn(child, inside, `${path}[]`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function doubledProperty(
  property: Node,
  { inside, path, seen }: { inside: string; path: string; seen: Set<string> },
): string | undefined {
  const key = String(property.children?.[0]?.value);
  const full = path === "" ? key : `${path}.${key}`;
  if (seen.has(key)) return full;
  seen.add(key);
  return full.startsWith(inside) ? doubledIn(property.children?.[1], inside, full) : undefined;
}

/** One entry of a file. */
export type HookEntry = Readonly<Record<string, unknown>>;

/** Position of an entry among the groups of its event, zero-based. */
export interface HookPosition {
  readonly group: number;
  readonly entry: number;
}

/** Positions of the entries of an event for which `isOwn` holds, in order. */
export function positionsOf(
  settings: Settings,
  event: string,
  isOwn: (entry: HookEntry) => boolean,
): HookPosition[] {
  return (lookUp(settings.hooks ?? {}, event) ?? []).flatMap(({ hooks }, group) =>
    hooks.flatMap((hook, entry) => isOwn(hook) ? [{ group, entry }] : [])
  );
}

/** The entry at a position. */
export function entryAt(settings: Settings, event: string, position: HookPosition): HookEntry | undefined {
  return lookUp(settings.hooks ?? {}, event)?.[position.group]?.hooks.at(position.entry);
}

/** Path of the entry at a position. */
export function pathOf(event: string, { group, entry }: HookPosition): JsonPath {
  return ["hooks", event, group, "hooks", entry];
}

/** Removes entries, the last one first, so that the other positions remain valid; an emptied group is removed. */
export function removeEntries(body: string, event: string, positions: readonly HookPosition[]): string {
  return [...positions].reverse().reduce((left, position) => {
    const isAlone = lookUp(parseSettings(left).hooks ?? {}, event)?.[position.group]?.hooks.length === 1;
    return remove(left, isAlone ? ["hooks", event, position.group] : pathOf(event, position));
  }, body);
}

/** Appends a group to an event; `created` is the path of the container made for it, if any. */
export function insertGroup(body: string, event: string, group: unknown): { text: string; created?: string } {
  const { hooks } = parseSettings(body);
  if (hooks === undefined) {
    const text = append(body, { path: [], key: "hooks", value: { [event]: [group] } });
    return { text, created: "hooks" };
  }
  if (!Object.hasOwn(hooks, event)) {
    return { text: append(body, { path: ["hooks"], key: event, value: [group] }), created: `hooks.${event}` };
  }
  return { text: append(body, { path: ["hooks", event], key: undefined, value: group }) };
}
