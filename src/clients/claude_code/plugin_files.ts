import { PLUGIN, PLUGIN_MODULE } from "../../platform/program.ts";
import { programText, programTexts } from "../../platform/program_files.ts";

const HOOKS = "hooks/hooks.json";
const MODULE = "auto-tools.js";
const PROGRAM = "%AUTO_TOOLS%";

/**
 * The files of the plug-in as they are installed, by their path in it: those of the marketplace, and the module that answers
 * prompts inside the client, with the program's path in it.
 */
export function pluginTexts(binary: string): ReadonlyMap<string, string> {
  const texts = new Map(programTexts(PLUGIN));
  const hooks = JSON.parse(texts.get(HOOKS) ?? "{}");
  texts.set(HOOKS, JSON.stringify({ ...hooks, modules: [MODULE] }, null, 2) + "\n");
  const path = JSON.stringify(binary).slice(1, -1);
  texts.set(`hooks/${MODULE}`, programText(PLUGIN_MODULE).replaceAll(PROGRAM, () => path));
  return texts;
}
