import { refusal } from "../file_refused.ts";
import { doubledKey } from "../claude_code/settings_shape.ts";
import { append, remove, replace } from "../claude_code/json_edit.ts";
import { asObject } from "../../model/json.ts";
import type { CommandHook } from "./native_hook.ts";

/**
 * Adds and removes this program's hook in the text of Codex's `hooks.json`: text in, text out. Everything else keeps its
 * bytes and its place, because Codex trusts hooks by their place.
 */

/** Where the hook stands: zero-based, as Codex counts. */
export interface HookPlace {
  readonly text: string;
  readonly group: number;
  readonly index: number;
}

/** This program's hooks at one event of a client. */
export interface OwnHook {
  /** Tells this program's commands from others. */
  readonly isOwn: (command: string) => boolean;
  /** As the client spells it. */
  readonly event: string;
}

/**
 * The text with the hook in it exactly once: in its place if one of ours stands there, else after all others.
 *
 * @throws {FileRefused} when Codex would not read the text
 */
export function addHook(
  text: string,
  hook: CommandHook,
  own: OwnHook,
): HookPlace {
  const place = added(text, hook, own);
  const isFirst = text.trim() === "";
  if (isFirst || foreign(text, own) === foreign(place.text, own)) return place;
  throw refusal("cannot add the hook without changing more");
}

function added(
  text: string,
  hook: CommandHook,
  { isOwn, event }: OwnHook,
): HookPlace {
  const group = { hooks: [hook] };
  if (text.trim() === "") {
    return { text: JSON.stringify({ hooks: { [event]: [group] } }, null, 2) + "\n", group: 0, index: 0 };
  }
  const { hooks, groups } = parse(text, event);
  const [own, ...copies] = places(groups, isOwn);
  let next = text;
  for (const copy of copies.reverse()) next = removeAt(next, copy, event);
  if (own) {
    const path = ["hooks", event, own.group, "hooks", own.index];
    const entry = asObject(asObject(groups[own.group])?.["hooks"])?.[own.index];
    const same = JSON.stringify(entry) === JSON.stringify(hook);
    return { text: same ? next : replace(next, path, hook), ...own };
  }
  if (!hooks) {
    return {
      text: append(next, { path: [], key: "hooks", value: { [event]: [group] } }),
      group: 0,
      index: 0,
    };
  }
  if (hooks[event] === undefined) {
    return { text: append(next, { path: ["hooks"], key: event, value: [group] }), group: 0, index: 0 };
  }
  return {
    text: append(next, { path: ["hooks", event], key: undefined, value: group }),
    group: groups.length,
    index: 0,
  };
}

/** The text without any hook of ours; undefined when nothing else is left in it. */
export function removeHook(
  text: string,
  { isOwn, event }: OwnHook,
): string | undefined {
  if (text.trim() === "") return text;
  let next = text;
  for (const place of places(parse(text, event).groups, isOwn).reverse()) next = removeAt(next, place, event);
  if (next === text) return text;
  const { root, hooks, groups } = parse(next, event);
  if (groups.length > 0) return next;
  if (Object.keys(hooks ?? {}).length > 1) return remove(next, ["hooks", event]);
  return Object.keys(root).length > 1 ? remove(next, ["hooks"]) : undefined;
}

/** Everything in the text but our hooks and what holds nothing else, as canonical text. */
function foreign(text: string, { isOwn, event }: OwnHook): string {
  const { root, hooks, groups } = parse(text, event);
  const own = places(groups, isOwn);
  const kept = groups.flatMap((group, at) => {
    const list = asObject(group)?.["hooks"];
    const mine = own.filter((place) => place.group === at);
    if (!Array.isArray(list) || mine.length === 0) return [group];
    const others = list.filter((_, index) => !mine.some((place) => place.index === index));
    return others.length === 0 ? [] : [{ ...asObject(group), hooks: others }];
  });
  const events = { ...hooks, [event]: kept.length === 0 ? undefined : kept };
  const isEmpty = Object.values(events).every((groups) => groups === undefined);
  return JSON.stringify({ ...root, hooks: isEmpty ? undefined : events });
}

interface Place {
  readonly group: number;
  readonly index: number;
}

function parse(
  text: string,
  event: string,
): { root: object; hooks: Readonly<Record<string, unknown>> | undefined; groups: unknown[] } {
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch (error) {
    throw refusal(`not valid JSON: ${error instanceof Error ? error.message : error}`);
  }
  const object = asObject(root);
  if (!object) throw refusal("not a JSON object");
  const twice = doubledKey(text, "hooks");
  if (twice !== undefined) throw refusal(`the key stands twice: ${twice}`);
  const hooks = object["hooks"];
  if (hooks === undefined) return { root: object, hooks: undefined, groups: [] };
  const checked = asObject(hooks);
  const groups = checked?.[event] ?? [];
  if (!checked || !Array.isArray(groups)) throw refusal(`no list of hooks: ${event}`);
  return { root: object, hooks: checked, groups };
}

function places(groups: readonly unknown[], isOwn: (command: string) => boolean): Place[] {
  return groups.flatMap((group, at) => {
    const hooks = asObject(group)?.["hooks"];
    if (!Array.isArray(hooks)) return [];
    return hooks.flatMap((hook, index) => {
      const command = asObject(hook)?.["command"];
      return typeof command === "string" && isOwn(command) ? [{ group: at, index }] : [];
    });
  });
}

/** A group that held only our hook goes whole. */
function removeAt(text: string, { group, index }: Place, event: string): string {
  const hooks = asObject(parse(text, event).groups[group])?.["hooks"];
  const path = ["hooks", event, group];
  const alone = Array.isArray(hooks) && hooks.length === 1;
  return remove(text, alone ? path : [...path, "hooks", index]);
}
