import { refusal } from "../file_refused.ts";
import { z } from "zod";
import { type Node, parseTree } from "jsonc-parser";
import { oneLine } from "../../model/text.ts";

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
