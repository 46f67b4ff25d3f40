import languages from "../languages.json" with { type: "json" };
import { bundledText } from "./bundle.ts";
import { VERSION as version } from "../../src/platform/program.ts";

/**
 * The files by which the clients' marketplaces find the plugins of this repository, from one source: the program's
 * version and the texts below. `deno run -A config/build/marketplaces.ts` writes them.
 */

const NAME = "auto-tools";
const SUMMARY = "Facts about your code before each answer";
const DESCRIPTION = `${SUMMARY}: read-only analysis of the repository, with sources`;
const license = "MIT";
const OWNER = { name: NAME };
/** The plugin with hooks, agents and skills; and the one with the tools alone, for clients with other hooks. */
const [WHOLE, TOOLS] = ["./config/claude-plugin", "./config/mcp-plugin"];

/** The language server alone: a client asks one server for each file ending, so it comes only to those who ask for it. */
const SERVER = { name: `${NAME}-lsp`, folder: "config/lsp-plugin" };
const SERVER_SUMMARY =
  "Definitions, references and calls for Claude Code's LSP tool, in every language that is parsed";
/** Language ids of the protocol that differ from this program's. */
const PROTOCOL_IDS = new Map([["tsx", "typescriptreact"], ["bash", "shellscript"]]);

/** The language of each ending of a language that is parsed; of two that share one, the first. */
function languagesByEnding(): Record<string, string> {
  const pairs = languages.filter((one) => "grammar" in one).flatMap(({ id, extensions = [] }) =>
    extensions.map((ending): [string, string] => [ending, PROTOCOL_IDS.get(id) ?? id])
  );
  return Object.fromEntries(pairs.reverse());
}

/** The files' contents by their path in the repository. */
export const MARKETPLACES: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  [".claude-plugin/marketplace.json", {
    name: NAME,
    owner: OWNER,
    metadata: { description: DESCRIPTION, version },
    plugins: [
      { name: NAME, source: WHOLE, description: SUMMARY },
      { name: SERVER.name, source: `./${SERVER.folder}`, description: SERVER_SUMMARY },
    ],
  }],
  [`${SERVER.folder}/.claude-plugin/plugin.json`, {
    name: SERVER.name,
    version,
    description: SERVER_SUMMARY,
    author: OWNER,
    license,
  }],
  [`${SERVER.folder}/.lsp.json`, {
    [NAME]: { command: NAME, args: ["lsp"], extensionToLanguage: languagesByEnding() },
  }],
  ["config/claude-plugin/.claude-plugin/marketplace.json", {
    name: NAME,
    owner: OWNER,
    metadata: { description: DESCRIPTION, version },
    plugins: [{ name: NAME, source: "./", description: SUMMARY }],
  }],
  ["config/claude-plugin/.claude-plugin/plugin.json", {
    name: NAME,
    version,
    description: DESCRIPTION,
    author: OWNER,
    license,
    icon: "./.claude-plugin/icon.png",
    network: { hosts: [] },
  }],
  [".agents/plugins/marketplace.json", {
    name: NAME,
    interface: { displayName: NAME },
    plugins: [{
      name: NAME,
      source: { source: "local", path: TOOLS },
      policy: { installation: "AVAILABLE", authentication: "ON_INSTALL" },
      category: "Coding",
    }],
  }],
  [".cursor-plugin/marketplace.json", {
    name: NAME,
    owner: OWNER,
    metadata: { description: DESCRIPTION },
    plugins: [{ name: NAME, source: TOOLS, description: SUMMARY }],
  }],
  ...[".codex-plugin", ".cursor-plugin"].map((folder): [string, unknown] => [
    `config/mcp-plugin/${folder}/plugin.json`,
    { name: NAME, version, description: DESCRIPTION, author: OWNER, license, mcpServers: "./.mcp.json" },
  ]),
  ["config/mcp-plugin/.mcp.json", { mcpServers: { [NAME]: { command: NAME, args: ["mcp"] } } }],
  ["gemini-extension.json", {
    name: NAME,
    version,
    description: DESCRIPTION,
    mcpServers: {
      [NAME]: { command: "sh", args: ["${extensionPath}/config/claude-plugin/bin/auto-tools", "mcp"] },
    },
  }],
]);

/** The plug-in's module, as {@link claudeModule} makes it. */
export const CLAUDE_MODULE = "config/claude-plugin/hooks/auto-tools.js";

/** The module that answers prompts inside Claude Code, for the marketplace's plug-in. */
export function claudeModule(): Promise<string> {
  const at = (path: string): string => new URL(path, import.meta.url).pathname;
  const instead = new Map([["intent/gate.ts", at("open_gate.ts")]]);
  return bundledText(at("../../src/clients/claude_code/module.ts"), instead);
}

/** A file's content as it is written. */
function fileText(content: unknown): string {
  return JSON.stringify(content, null, 2) + "\n";
}

if (import.meta.main) {
  for (const [path, content] of MARKETPLACES) {
    await Deno.mkdir(path.slice(0, Math.max(0, path.lastIndexOf("/"))) || ".", { recursive: true });
    await Deno.writeTextFile(path, fileText(content));
  }
  await Deno.writeTextFile(CLAUDE_MODULE, await claudeModule());
}
