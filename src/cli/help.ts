import { HOOK_TARGETS } from "../clients/hook_target.ts";
import { once } from "../model/once.ts";
import { HELP } from "../platform/program.ts";
import { programTexts } from "../platform/program_files.ts";
import clients from "../../config/mcp-clients.json" with { type: "json" };
import { SUBCOMMANDS } from "./command_line.ts";
import { SETTING_SPECS } from "../model/setting_specs.ts";

/** Names that `--mcp` takes. */
export const MCP_CLIENTS: readonly string[] = Object.keys(clients);

/** Texts of `config/help`, by topic, with their lists filled in. */
const topics = once((): ReadonlyMap<string, string> => {
  const lists = {
    "{hook-options}": [...HOOK_TARGETS.keys()].map((word) => `--${word}`).join(", "),
    "{mcp-clients}": MCP_CLIENTS.join(", "),
    "{commands}": lines(SUBCOMMANDS, 12),
    "{variables}": lines(VARIABLES, 32),
  };
  const filled = (text: string): string =>
    Object.entries(lists).reduce((left, [name, list]) => left.replace(name, () => list), text);
  return new Map([...programTexts(HELP)].map(([file, text]) => [file.replace(".txt", ""), filled(text)]));
});

const VARIABLES = Object.fromEntries(
  [...SETTING_SPECS.values()].flatMap(({ env, doc }) => env === undefined ? [] : [[env, doc]]),
);

function lines(docs: Readonly<Record<string, string>>, width: number): string {
  return Object.entries(docs).map(([name, doc]) => `  ${name.padEnd(width)} ${doc}`).join("\n");
}

/** The help of one topic, or of the program. */
export function helpText(topic = "overview"): string {
  return topics().get(topic) ?? helpText();
}
