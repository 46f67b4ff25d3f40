import { refusal } from "../file_refused.ts";
import { isObject } from "../../model/json.ts";
import { type Node, parseTree } from "jsonc-parser";

/** The parts of Claude Code's `settings.json` that we touch, checked. */
export interface Settings {
  readonly root: Readonly<Record<string, unknown>>;
  /** Hook groups by event name; undefined when the file has no `hooks`. */
  readonly hooks?: Readonly<Record<string, readonly HookGroup[]>>;
}

/** One element of an event's list: hooks that run together, under an optional matcher. */
export interface HookGroup {
  readonly hooks: readonly Readonly<Record<string, unknown>>[];
}

/**
 * Reads the text as the client does: strict JSON, no comments, no trailing commas.
 *
 * @throws {FileRefused} also for a key that stands twice among the hooks, since an edit could reach the wrong one.
 */
export function parseSettings(body: string): Settings {
  const root = parseStrict(body);
  if (!isObject(root)) throw refusal(`the file is not a JSON object: ${kindOf(root)}`);
  const twice = doubledKey(body, "hooks");
  if (twice !== undefined) throw refusal(`the key stands twice: ${twice}`);
  if (root["hooks"] === undefined) return { root };
  return { root, hooks: checkHooks(root["hooks"]) };
}

function parseStrict(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw refusal(`the file is not valid JSON: ${reason.replaceAll(/\s+/g, " ")}`);
  }
}

function checkHooks(hooks: unknown): Record<string, HookGroup[]> {
  if (!isObject(hooks)) throw refusal(`"hooks" is not an object: ${kindOf(hooks)}`);
  return Object.fromEntries(
    Object.entries(hooks).map(([event, groups]) => {
      if (!Array.isArray(groups)) throw refusal(`"hooks.${event}" is not a list: ${kindOf(groups)}`);
      return [event, groups.map((group: unknown, at) => checkGroup(group, `hooks.${event}[${at}]`))];
    }),
  );
}

function checkGroup(group: unknown, where: string): HookGroup {
  const hooks: unknown = isObject(group) ? group["hooks"] : undefined;
  if (!Array.isArray(hooks)) throw refusal(`"${where}" has no list of hooks: ${kindOf(group)}`);
  return {
    hooks: hooks.map((hook: unknown, at) => {
      if (!isObject(hook)) throw refusal(`"${where}.hooks[${at}]" is not an object: ${kindOf(hook)}`);
      return hook;
    }),
  };
}

/**
 * The dotted path of the first key that stands twice in JSON text, on the top level or anywhere under the key `inside`;
 * undefined where none does.
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

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : typeof value === "object" ? "an object" : JSON.stringify(value);
}
