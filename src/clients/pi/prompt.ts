import { pluginClient } from "../hook_client.ts";

/** pi, through the extension file written by `install`. */
export const PI: ReturnType<typeof pluginClient> = pluginClient("pi", "before_agent_start");
