import type { SettingValues } from "./setting_specs.ts";

/** Source of a setting's value, strongest first. */
export type SettingSource = "env" | "project" | "user" | "default";

/** A value that knows where it came from. */
export interface Sourced<T> {
  readonly value: T;
  readonly source: SettingSource;
}

/** The resolved settings, by their key in the files. Times are milliseconds unless the key names another unit. */
export type Settings = {
  readonly [Key in keyof SettingValues]: Sourced<SettingValues[Key]>;
};

/** A key of the settings, as the files spell it. */
export type SettingKey = keyof Settings;

/** Settings with what was wrong on the way: [Limits] lines that name file, line, value and the default used. */
export interface ResolvedSettings {
  readonly settings: Settings;
  readonly problems: readonly string[];
}

/** One configuration file as read. */
export interface ConfigFile {
  readonly source: "project" | "user";
  /** As shown in messages. */
  readonly path: string;
  readonly text: string;
}
