import { claudeAnswer, claudeFields, type HookClient } from "../hook_client.ts";
import { clientOf } from "../hook_payload.ts";

/** Codex keeps only head and tail of longer text, and drops an answer with a single field it does not know. */
export const CODEX: HookClient = {
  name: "codex-cli",
  cap: { limit: 10_000, unit: "bytes" },
  frame: "tags",
  isPrompt: (payload) =>
    payload["hook_event_name"] === "UserPromptSubmit" && clientOf(payload) === "codex-cli",
  fields: claudeFields,
  answer: (context, hint) => claudeAnswer("UserPromptSubmit", { context, hint }),
};
