import { refusal } from "../file_refused.ts";
import { append, remove, replace } from "../claude_code/json_edit.ts";
import { type HookTarget, jsonText, runsHookFor, wordCommand } from "../hook_target.ts";
import { asObject } from "../../model/json.ts";

/** Cursor keeps plain lists of commands by event in one file for all hooks. */
export const CURSOR_TARGET: HookTarget = {
  word: "cursor",
  title: "Cursor",
  trace: ({ home }) => `${home}/.cursor`,
  files: ({ home, binary }) => [{
    path: `${home}/.cursor/hooks.json`,
    put: (text) => put(text ?? "", wordCommand(binary, "cursor")),
    take,
  }],
};

const EVENT = "beforeSubmitPrompt";
const isOwn = runsHookFor("cursor");

function put(text: string, command: string): string {
  const entry = { command };
  if (text.trim() === "") return jsonText({ version: 1, hooks: { [EVENT]: [entry] } });
  const { hooks, entries } = parse(text);
  const [own, ...copies] = ownPlaces(entries);
  let next = text;
  for (const copy of copies.reverse()) next = remove(next, ["hooks", EVENT, copy]);
  if (own !== undefined) {
    const same = asObject(entries[own])?.["command"] === command;
    return same ? next : replace(next, ["hooks", EVENT, own, "command"], command);
  }
  if (!hooks) return append(next, { path: [], key: "hooks", value: { [EVENT]: [entry] } });
  return hooks[EVENT] === undefined
    ? append(next, { path: ["hooks"], key: EVENT, value: [entry] })
    : append(next, { path: ["hooks", EVENT], key: undefined, value: entry });
}

function take(text: string): string | undefined {
  if (text.trim() === "") return text;
  const { root, hooks = {}, entries } = parse(text);
  const own = ownPlaces(entries);
  if (own.length === 0) return text;
  if (own.length < entries.length) {
    return own.reverse().reduce((next, at) => remove(next, ["hooks", EVENT, at]), text);
  }
  if (Object.keys(hooks).length > 1) return remove(text, ["hooks", EVENT]);
  const others = Object.keys(root).filter((key) => key !== "hooks" && key !== "version");
  return others.length > 0 ? remove(text, ["hooks"]) : undefined;
}

function ownPlaces(entries: readonly unknown[]): number[] {
  return entries.flatMap((entry, at) => {
    const command = asObject(entry)?.["command"];
    return typeof command === "string" && isOwn(command) ? [at] : [];
  });
}

interface Parsed {
  readonly root: Readonly<Record<string, unknown>>;
  readonly hooks: Readonly<Record<string, unknown>> | undefined;
  readonly entries: readonly unknown[];
}

function parse(text: string): Parsed {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw refusal(`not valid JSON: ${error instanceof Error ? error.message : error}`);
  }
  const root = asObject(parsed);
  if (!root) throw refusal("not a JSON object");
  if (root["hooks"] === undefined) return { root, hooks: undefined, entries: [] };
  const hooks = asObject(root["hooks"]);
  const entries = hooks?.[EVENT] ?? [];
  if (!hooks || !Array.isArray(entries)) throw refusal(`no list of hooks: ${EVENT}`);
  return { root, hooks, entries };
}
