import { pluginClient } from "../hook_client.ts";

/** OpenCode and Kilo, through the plug-in file written by `install`. */
export const OPENCODE: ReturnType<typeof pluginClient> = pluginClient("opencode", "messages.transform");
