import { choiceLines, choiceText } from "../clients/terminal/semantic.ts";
import { type ExitCode, Failure } from "../model/errors.ts";
import type { SettingKey } from "../model/settings.ts";
import { chooseReranker } from "../semantic/choice/choose_reranker.ts";
import { configHome, createTextFile, env } from "../platform/host_files.ts";
import { SETTING_SPECS, type SettingSpec } from "../model/setting_specs.ts";
import { withoutPassword } from "../settings/settings.ts";
import { type CommandIo, noPositionals, readArguments } from "../platform/command_io.ts";
import { loadSettings } from "../engine/load_settings.ts";
import { chooseProvider } from "../engine/choose_provider.ts";

/** `auto-tools config`: every value and where it came from; `--init` writes the commented defaults. */
export async function run(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const { values } = readArguments(args, {
    flags: ["json", "init", "project", "schema"],
    ...noPositionals("config"),
  });
  if (values["schema"]) return print(io, JSON.stringify(configSchema(), null, 2));
  if (values["init"]) return init(values["project"] === true, io);
  const { settings, problems } = await loadSettings(io.cwd);
  const { choice } = await chooseProvider(settings);
  const { choice: reranker } = chooseReranker(settings, env);
  if (values["json"]) {
    return print(io, withoutPassword(JSON.stringify({ settings, problems, semantic: choice, reranker })));
  }
  for (const [key, spec] of SETTING_SPECS) {
    const { value, source } = settings[key as SettingKey];
    const name = spec.env === undefined ? "" : `  ${spec.env}`;
    io.out(`${key.padEnd(34)} ${shown(value).padEnd(12)} ${source.padEnd(8)}${name}\n`);
  }
  io.out(`\n${choiceLines(choice).join("\n")}\nreranker: ${choiceText(reranker)}\n`);
  for (const problem of problems) io.err(`[Limits] ${problem}\n`);
  return problems.length === 0 ? 0 : 20;
}

function print(io: CommandIo, text: string): ExitCode {
  io.out(`${text}\n`);
  return 0;
}

function init(inProject: boolean, io: CommandIo): ExitCode {
  const home = configHome();
  if (!inProject && home === undefined) {
    throw new Failure("invalidArgs", "no home folder: set HOME or XDG_CONFIG_HOME");
  }
  const path = inProject ? `${io.cwd}/config/auto-tools.yaml` : `${home}/auto-tools/auto-tools.yaml`;
  if (!createTextFile(path, defaultFile(inProject))) {
    throw new Failure("invalidArgs", `not written, it exists or the folder is read-only: ${path}`);
  }
  io.out(`${path}\n`);
  return 0;
}

/** The documented defaults as a file in which everything is commented out. */
export function defaultFile(inProject: boolean): string {
  const lines = ["# Settings of auto-tools. Environment variables win over this file.", ""];
  for (const [key, spec] of SETTING_SPECS) {
    if (inProject && spec.project === "never") continue;
    const variable = spec.env === undefined ? "" : ` (${spec.env})`;
    lines.push(`# ${spec.doc}${variable}`, `# ${key}: ${shown(spec.default)}`, "");
  }
  return lines.join("\n");
}

/** JSON Schema (2020-12) of the configuration files, for editors. Keys may be dotted or nested. */
export function configSchema(): Record<string, unknown> {
  const properties: Record<string, unknown> = {};
  for (const [key, spec] of SETTING_SPECS) place(properties, key.split("."), typeSchema(spec));
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "auto-tools settings",
    type: "object",
    properties,
  };
}

function place(properties: Record<string, unknown>, path: readonly string[], schema: unknown): void {
  const [first = "", ...rest] = path;
  if (rest.length === 0) {
    properties[first] = schema;
    return;
  }
  const inner = (properties[first] ??= { type: "object", properties: {} }) as {
    properties: Record<string, unknown>;
  };
  place(inner.properties, rest, schema);
}

function typeSchema({ type, doc, default: standard }: SettingSpec): Record<string, unknown> {
  const common = { description: doc, ...(standard !== undefined && { default: standard }) };
  switch (type.kind) {
    case "number":
      return { ...common, type: "integer", minimum: type.min, maximum: type.max };
    case "boolean":
      return { ...common, type: "boolean" };
    case "choice":
      return { ...common, enum: type.values };
    case "choices":
      return { ...common, type: ["string", "array"], items: { enum: type.values } };
    case "text":
      return { ...common, type: "string" };
    case "list":
      return { ...common, type: "array", items: { type: "string" } };
  }
}

function shown(value: unknown): string {
  return value === undefined
    ? "unset"
    : withoutPassword(typeof value === "string" ? value : JSON.stringify(value));
}
