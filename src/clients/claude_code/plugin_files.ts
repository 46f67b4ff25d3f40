import { packedFile, packedFiles } from "../../platform/assets.ts";
import { PLUGIN, PLUGIN_MODULE } from "../../platform/program.ts";
import { programTexts } from "../../platform/program_files.ts";

const MODULE = "hooks/auto-tools.js";
const PROGRAM = "%AUTO_TOOLS%";

/**
 * The files of the plug-in as they are installed, by their path in it: those of the marketplace, with the larger module that
 * knows by itself which prompts are about code, and with the program's path in it.
 */
export function pluginTexts(binary: string): ReadonlyMap<string, string> {
  const path = JSON.stringify(binary).slice(1, -1);
  const module = new TextDecoder().decode(packedFile(packedFiles(), PLUGIN_MODULE)).replaceAll(
    PROGRAM,
    () => path,
  );
  return new Map(programTexts(PLUGIN)).set(MODULE, module);
}
