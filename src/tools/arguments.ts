import { Failure } from "../model/errors.ts";
import { NAVIGATION_METHODS, type NavigationQuery } from "../model/navigation.ts";
import type { ToolUse } from "../model/calls.ts";
import type { Question } from "../model/question.ts";
import { TOOL_SPECS, type ToolSpec } from "../model/tools.ts";

const isText = (value: unknown): boolean => typeof value === "string";

/** Checks of a value, by the kind of its argument. */
const IS: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ["text", isText],
  ["choice", isText],
  ["number", Number.isFinite],
  ["flag", (value) => typeof value === "boolean"],
  ["question", isQuestion],
  ["names", (value) => Array.isArray(value) && value.every(isText)],
  ["position", isNavigation],
]);

/** The arguments that a tool reads, each with its kind. */
export function argumentKinds({ arguments: offered, internal = {} }: ToolSpec): readonly [string, string][] {
  return [
    ...Object.entries(offered).map(([name, { type }]): [string, string] => [name, type]),
    ...Object.entries(internal),
  ];
}

/**
 * A call as its tool may rely on it: present arguments are of their kind, names that the tool does not read are left out.
 *
 * @throws Failure for a value of another kind
 */
export function checkArguments<Call extends ToolUse>(call: Call): Call {
  const given = call.args as Readonly<Record<string, unknown>>;
  const checked: Record<string, unknown> = {};
  for (const [name, kind] of argumentKinds(TOOL_SPECS[call.tool])) {
    const value = given[name];
    if (value === undefined || value === null) continue;
    if (!IS.get(kind)?.(value)) throw new Failure("invalidArgs", `an argument is no ${kind}: ${name}`);
    checked[name] = value;
  }
  return { ...call, args: checked };
}

function isNavigation(value: unknown): boolean {
  const { method, open } = (value ?? {}) as Partial<NavigationQuery>;
  return NAVIGATION_METHODS.some((known) => known === method) && Array.isArray(open);
}

function isQuestion(value: unknown): boolean {
  const { terms, frames, subjects } = (value ?? {}) as Partial<Question>;
  const { identifiers, paths, phrases, words } = terms ?? {};
  return [identifiers, paths, phrases, words, frames, subjects].every(Array.isArray);
}
