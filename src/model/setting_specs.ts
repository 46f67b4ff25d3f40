import table from "../../config/settings.json" with { type: "json" };
import type { RerankProvider } from "./semantic.ts";
import { TOOL_SPECS, type ToolName } from "./tools.ts";

/** One setting: its key in the files, its environment variable, what it accepts and what it means. */
export interface SettingSpec {
  /** Environment variable that overrides the files; none when only files carry it. */
  readonly env?: string;
  readonly doc: string;
  readonly type: SettingType;
  /** Absent: unset. */
  readonly default?: string | number | boolean | readonly string[];
  /**
   * The only value that a repository's file may set: any other sends data off the machine, starts a program or widens the
   * root. `never`: there is none. Absent: whatever is tighter than the user's value; a smaller number, `false`, an earlier one
   * of the choices, more of a list.
   */
  readonly project?: "never" | { readonly only: string };
  /** Value of an unset number in a comparison with a repository's file. */
  readonly unset?: number;
}

/** Type of a value. Numbers are whole; `min` and `max` are inclusive. */
export type SettingType =
  | { readonly kind: "number"; readonly min: number; readonly max: number }
  | { readonly kind: "boolean" }
  | { readonly kind: "choice"; readonly values: readonly string[] }
  /** One or more of the values, as a list or separated by commas. */
  | { readonly kind: "choices"; readonly values: readonly string[] }
  | { readonly kind: "text" }
  | { readonly kind: "list" };

/** Settings that are one of several words. */
interface Words {
  readonly enabled: "off" | "auto" | "on";
  readonly mode: "plan" | "run";
  readonly "codex.session_mode": "exec" | "resume";
  readonly "reranker.provider": RerankProvider;
  readonly notice: "off" | "first" | "each";
}

/** The type of each setting's value, by key. */
export type SettingValues =
  & Words
  & { readonly [Key in Exclude<keyof typeof table, keyof Words>]: ValueOf<(typeof table)[Key]> }
  & { readonly [Name in ToolName as `tools.${Name}.timeout_ms`]: number };

type ValueOf<Spec> = Spec extends { default: readonly unknown[] } ? readonly string[]
  : Spec extends { default: infer Value } ? Value
  : Spec extends { type: { min: number } } ? number | undefined
  : string | undefined;

const TIMEOUTS = Object.entries(TOOL_SPECS).map(([tool, { timeoutMs }]): [string, SettingSpec] => [
  `tools.${tool}.timeout_ms`,
  {
    doc: `milliseconds ${tool} may take`,
    type: { kind: "number", min: 10, max: 60_000 },
    default: timeoutMs,
  },
]);

/**
 * Registry of settings by key, in the order of display. Values of a choice are ordered from strictest to loosest.
 */
export const SETTING_SPECS: ReadonlyMap<string, SettingSpec> = new Map([
  ...Object.entries(table as Readonly<Record<string, SettingSpec>>),
  ...TIMEOUTS,
]);
