import { remove, replace } from "../claude_code/json_edit.ts";
import { entryAt, insertGroup, parseSettings, pathOf, positionsOf, removeEntries } from "../hook_groups.ts";
import type { HookEntry, HookPosition } from "../hook_groups.ts";
import type { CommandHook } from "./native_hook.ts";

/**
 * Adds and removes this program's hook in a text of Codex's `hooks.json` or of a similar file. Everything else keeps its
 * bytes and its position, by which Codex trusts hooks.
 */

/** An edited text with the position of the hook. */
export interface PlacedHook extends HookPosition {
  readonly text: string;
}

/** This program's hooks at one event of a client. */
export interface OwnHook {
  /** True for this program's commands. */
  readonly isOwn: (command: string) => boolean;
  /** Name of the event in the file. */
  readonly event: string;
}

/**
 * The text with the hook in it exactly once: at the position of an existing one of ours, else after all others.
 *
 * @throws {FileRefused} if the client would not read the text
 */
export function addHook(text: string, hook: CommandHook, { isOwn, event }: OwnHook): PlacedHook {
  const group = { hooks: [hook] };
  if (text.trim() === "") {
    return { text: JSON.stringify({ hooks: { [event]: [group] } }, null, 2) + "\n", group: 0, entry: 0 };
  }
  const settings = parseSettings(text);
  const [own, ...copies] = positionsOf(settings, event, ownEntry(isOwn));
  if (!own) {
    const position = { group: settings.hooks?.[event]?.length ?? 0, entry: 0 };
    return { text: insertGroup(text, event, group).text, ...position };
  }
  const isSame = JSON.stringify(entryAt(settings, event, own)) === JSON.stringify(hook);
  const left = removeEntries(text, event, copies);
  return { text: isSame ? left : replace(left, pathOf(event, own), hook), ...own };
}

/** The text without any hook of ours; undefined if nothing else is left in it. */
export function removeHook(text: string, { isOwn, event }: OwnHook): string | undefined {
  if (text.trim() === "") return text;
  const own = positionsOf(parseSettings(text), event, ownEntry(isOwn));
  if (own.length === 0) return text;
  const left = removeEntries(text, event, own);
  const { root, hooks = {} } = parseSettings(left);
  if ((hooks[event]?.length ?? 0) > 0) return left;
  if (Object.keys(hooks).length > 1) return remove(left, ["hooks", event]);
  return Object.keys(root).length > 1 ? remove(left, ["hooks"]) : undefined;
}

function ownEntry(isOwn: OwnHook["isOwn"]): (entry: HookEntry) => boolean {
  return ({ command }) => typeof command === "string" && isOwn(command);
}
