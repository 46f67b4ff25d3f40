import { append, type JsonPath, remove } from "./claude_code/json_edit.ts";
import { parseSettings, type Settings } from "./claude_code/settings_shape.ts";

/** Entries of hooks in Claude Code's form, which several clients took over: `{"hooks": {EVENT: [{"hooks": [ENTRY]}]}}`. */

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
  return (settings.hooks?.[event] ?? []).flatMap(({ hooks }, group) =>
    hooks.flatMap((hook, entry) => isOwn(hook) ? [{ group, entry }] : [])
  );
}

/** The entry at a position. */
export function entryAt(settings: Settings, event: string, position: HookPosition): HookEntry | undefined {
  return settings.hooks?.[event]?.[position.group]?.hooks[position.entry];
}

/** Path of the entry at a position. */
export function pathOf(event: string, { group, entry }: HookPosition): JsonPath {
  return ["hooks", event, group, "hooks", entry];
}

/** Removes entries, the last one first, so that the other positions remain valid; an emptied group is removed. */
export function removeEntries(body: string, event: string, positions: readonly HookPosition[]): string {
  return [...positions].reverse().reduce((left, position) => {
    const isAlone = parseSettings(left).hooks?.[event]?.[position.group]?.hooks.length === 1;
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
  if (hooks[event] === undefined) {
    return { text: append(body, { path: ["hooks"], key: event, value: [group] }), created: `hooks.${event}` };
  }
  return { text: append(body, { path: ["hooks", event], key: undefined, value: group }) };
}
