import { nearestWord } from "../model/near_words.ts";
import type { ConfigFile, ResolvedSettings, Settings, SettingSource } from "../model/settings.ts";
import { SETTING_SPECS, type SettingSpec, type SettingType } from "../model/setting_specs.ts";
import { wholeNumberIn } from "../model/text.ts";

/** Maximum number of items of a list, and of UTF-16 code units of one. */
const MOST_IN_LIST = 1000;

/** Parses a YAML file into dotted keys with one-based lines; `problems` are complete [Limits] lines. */
export type ConfigReader = (file: ConfigFile) => {
  readonly entries: readonly ConfigEntry[];
  readonly problems: readonly string[];
};

/** Leaf of a configuration file. */
export interface ConfigEntry {
  /** Dotted, for instance `budget.wall_ms`. */
  readonly key: string;
  readonly value: unknown;
  /** One-based. */
  readonly line: number;
}

/**
 * Resolves every setting. Precedence: environment, project file, user file, default.
 *
 * @param env returns the value of a variable; undefined if unset
 * @param files at most one per source, the user's before the project's
 * @param readConfig called only if there are files
 */
export function resolveSettings(
  env: (name: string) => string | undefined,
  files: readonly ConfigFile[] = [],
  readConfig?: ConfigReader,
): ResolvedSettings {
  const values: Record<string, { value: unknown; source: SettingSource }> = {};
  const problems: string[] = [];
  for (const [key, spec] of SETTING_SPECS) values[key] = { value: spec.default, source: "default" };
  for (const file of files) if (readConfig) applyFile(file, readConfig(file), { values, problems });
  applyEnvironment(env, { values, problems });
  return { settings: values as unknown as Settings, problems };
}

/** Maximum number of problems per file; a file of another kind would give thousands. */
const MOST_PROBLEMS = 20;

// deno-lint-ignore no-control-regex
const CONTROLS = /[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** State of a resolution: values with their sources, and problems. */
interface Resolution {
  readonly values: Record<string, { value: unknown; source: SettingSource }>;
  readonly problems: string[];
}

function applyFile(file: ConfigFile, read: ReturnType<ConfigReader>, { values, problems }: Resolution): void {
  problems.push(...read.problems);
  const known = problems.length;
  for (const entry of read.entries) {
    if (problems.length - known >= MOST_PROBLEMS) {
      problems.push(`config: more problems in ${file.path}; the rest of the file is ignored`);
      return;
    }
    const where = `${file.path}:${entry.line}`;
    const spec = SETTING_SPECS.get(entry.key);
    if (!spec) {
      problems.push(`config: unknown key: ${excerpt(entry.key)} (${where}); ${suggestion(entry.key)}`);
      continue;
    }
    const value = accept(spec.type, entry.value);
    const before = values[entry.key]?.value;
    const effective = file.source === "project" && value !== undefined ? tighten(spec, before, value) : value;
    if (value === undefined) {
      problems.push(
        `config: bad value: ${entry.key}: ${excerpt(entry.value)} (${where}); using ${excerpt(before)}`,
      );
    } else if (effective === undefined) {
      problems.push(
        `config: ignored from the project file: ${entry.key} (${where}); set it in your own file`,
      );
    } else {
      values[entry.key] = { value: effective, source: file.source };
    }
  }
}

function applyEnvironment(env: (name: string) => string | undefined, { values, problems }: Resolution): void {
  for (const [key, spec] of SETTING_SPECS) {
    const raw = spec.env === undefined ? undefined : env(spec.env);
    if (raw === undefined || raw === "") continue;
    const value = accept(spec.type, raw);
    if (value === undefined) {
      problems.push(
        `config: bad value: ${spec.env}=${excerpt(raw)}; using ${excerpt(values[key]?.value)} (${spec.doc})`,
      );
    } else {
      values[key] = { value, source: "env" };
    }
  }
  if (env("CI_AUTO_TOOLS_DRY_RUN") === "1") values["mode"] = { value: "plan", source: "env" };
}

/**
 * Restricts a value from a project file, which is untrusted: returns the effective value, or undefined if it would
 * loosen the setting. Lists are merged with the previous value.
 */
function tighten({ type, project, unset }: SettingSpec, before: unknown, value: unknown): unknown {
  if (project !== undefined) return project !== "never" && String(value) === project.only ? value : undefined;
  const isTighter = (): boolean => {
    if (type.kind === "number") return (value as number) <= ((before ?? unset) as number);
    if (type.kind === "boolean") return value === false || before === true;
    return type.kind === "choice" &&
      type.values.indexOf(value as string) <= type.values.indexOf(before as string);
  };
  if (type.kind === "list") return [...new Set([...before as string[], ...value as string[]])];
  return isTighter() ? value : undefined;
}

const BOOLEANS = new Map([["1", true], ["0", false], ["true", true], ["false", false]]);

/** Converts a raw value to the setting's type; undefined if it is invalid. */
function accept(type: SettingType, raw: unknown): unknown {
  switch (type.kind) {
    case "number": {
      const number = wholeNumberIn(raw) ?? raw;
      const fits = typeof number === "number" && Number.isInteger(number) && number >= type.min &&
        number <= type.max;
      return fits ? number : undefined;
    }
    case "boolean":
      return typeof raw === "object" ? undefined : BOOLEANS.get(String(raw));
    case "choice": {
      const word = raw === true ? "on" : raw === false ? "off" : raw;
      return typeof word === "string" && type.values.includes(word) ? word : undefined;
    }
    case "choices": {
      const list = typeof raw === "string" ? raw.split(",").map((word) => word.trim()) : raw;
      const fits = Array.isArray(list) && list.length > 0 && list.every((word) => type.values.includes(word));
      return fits ? [...new Set(list)] : undefined;
    }
    case "text":
      return typeof raw === "string" && raw !== "" && !raw.includes("\0") ? raw : undefined;
    case "list": {
      const list = typeof raw === "string" ? [raw] : raw;
      const fits = Array.isArray(list) && list.length <= MOST_IN_LIST &&
        list.every((item) => typeof item === "string" && item.length <= MOST_IN_LIST);
      return fits ? list : undefined;
    }
  }
}

function excerpt(value: unknown): string {
  if (value === undefined) return "unset";
  const text = withoutPassword(typeof value === "string" ? value : JSON.stringify(value) ?? String(value));
  const plain = withoutControls(text);
  return plain.length > 40 ? `${plain.slice(0, 39)}…` : plain;
}

/** Replaces control characters and invisible characters by a question mark. */
export function withoutControls(text: string): string {
  return text.replace(CONTROLS, "?");
}

/** Redacts user name and password in a URL. */
export function withoutPassword(text: string): string {
  return text.replace(/\/\/[^/@\s]*@/g, "//<redacted>@");
}

function suggestion(key: string): string {
  const near = nearestWord(key, [...SETTING_SPECS.keys()]);
  return near === undefined ? "ignored" : `ignored; did you mean ${near}`;
}
