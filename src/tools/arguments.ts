import { Failure } from "../model/errors.ts";
import type { QueryTerms } from "../model/intent.ts";
import type { NavigationQuery } from "../model/navigation.ts";
import { NAVIGATION_METHODS } from "../model/navigation.ts";
import type { ToolCall } from "../model/plan.ts";

/** Type of an argument. */
export type ArgumentKind = "text" | "number" | "flag" | "terms" | "texts" | "position";

/** Every argument that a tool reads; a name means the same in all of them. */
export const ARGUMENT_KINDS: Readonly<Record<string, ArgumentKind>> = {
  navigation: "position",
  query: "text",
  error: "text",
  symbol: "text",
  file: "text",
  path: "text",
  language: "text",
  role: "text",
  mode: "text",
  answer: "text",
  direction: "text",
  terms: "terms",
  limit: "number",
  lines: "number",
  depth: "number",
  budget: "number",
  top_k: "number",
  top_n: "number",
  top: "number",
  days: "number",
  history_depth: "number",
  decay: "number",
  threshold: "number",
  all: "flag",
  trace_usage: "flag",
  overview: "flag",
  brief: "flag",
  packages: "texts",
  links: "texts",
};

const IS: Readonly<Record<ArgumentKind, (value: unknown) => boolean>> = {
  text: (value) => typeof value === "string",
  number: (value) => Number.isFinite(value),
  flag: (value) => typeof value === "boolean",
  terms: isTerms,
  texts: (value) => Array.isArray(value) && value.every((one) => typeof one === "string"),
  position: isNavigation,
};

/**
 * The arguments as tools may rely on them: present ones are of their kind, names that no tool reads are left out.
 *
 * @throws Failure for a value of another kind
 */
export function checkArguments(args: ToolCall["args"]): ToolCall["args"] {
  const checked: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(ARGUMENT_KINDS)) {
    const value = args[name];
    if (value === undefined || value === null) continue;
    if (!IS[kind](value)) throw new Failure("invalidArgs", `an argument is no ${kind}: ${name}`);
    checked[name] = value;
  }
  return checked;
}

function isNavigation(value: unknown): boolean {
  const { method, open } = (value ?? {}) as Partial<NavigationQuery>;
  return NAVIGATION_METHODS.some((known) => known === method) && Array.isArray(open);
}

function isTerms(value: unknown): boolean {
  const { identifiers, paths, phrases, words } = (value ?? {}) as Partial<QueryTerms>;
  return [identifiers, paths, phrases, words].every(Array.isArray);
}
