import { claudeAnswer, claudeFields, type HookClient, SMALL_CAP } from "../hook_client.ts";

/** Claude Code, and every client that is not known here and sends its payload. Longer text becomes a short preview. */
export const CLAUDE: HookClient = {
  name: "claude-code",
  cap: SMALL_CAP,
  frame: "tags",
  tellsDelivery: true,
  isPrompt: (payload) => payload["hook_event_name"] === "UserPromptSubmit",
  fields: claudeFields,
  answer: (context, hint) => claudeAnswer("UserPromptSubmit", { context, hint }),
};
