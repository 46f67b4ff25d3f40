import { attempt } from "../../model/attempt.ts";
import { setIn, unsetIn } from "./json_edit.ts";
import { asObject } from "../../model/json.ts";
import { parseSettings } from "../hook_groups.ts";

/** Switches this program's plugin on and off in the text of Claude Code's `settings.json`: text in, text out. */

/** Name of the plugin and of the folder-marketplace it comes from. */
const NAME = "auto-tools";
const PLUGIN = `${NAME}@${NAME}`;
const MARKETPLACES = "extraKnownMarketplaces";
const ENABLED = "enabledPlugins";
const BOM = "\uFEFF";

/** True if the plugin is enabled; a text the client could not read enables nothing. */
export function pluginEnabled(text: string): boolean {
  return attempt(() => asObject(asObject(JSON.parse(text.replace(BOM, "")))?.[ENABLED])?.[PLUGIN] === true) ??
    false;
}

/**
 * The text with the plugin in `folder` known and switched on.
 *
 * @throws {FileRefused} when the text is not strict JSON
 */
export function enablePlugin(text: string, folder: string): string {
  const marketplace = { source: { source: "directory", path: folder } };
  if (text.trim() === "") {
    const whole = { [MARKETPLACES]: { [NAME]: marketplace }, [ENABLED]: { [PLUGIN]: true } };
    return JSON.stringify(whole, null, 2) + "\n";
  }
  return sparingBom(
    text,
    (body) => setIn(setIn(body, MARKETPLACES, NAME, marketplace), ENABLED, PLUGIN, true),
  );
}

/** The text without a trace of the plugin. */
export function disablePlugin(text: string): string {
  if (text.trim() === "") return text;
  return sparingBom(text, (body) => unsetIn(unsetIn(body, ENABLED, PLUGIN), MARKETPLACES, NAME));
}

function sparingBom(text: string, edit: (body: string) => string): string {
  const body = text.replace(BOM, "");
  parseSettings(body);
  return (text.startsWith(BOM) ? BOM : "") + edit(body);
}
