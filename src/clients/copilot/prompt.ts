import { claudeAnswer, claudeFields, type HookClient, LARGE_CAP } from "../hook_client.ts";
import type { Payload } from "../hook_payload.ts";

/** Copilot CLI spells its payload as the hook's declaration spells the event. It has no line for the user. */
const COMMON = {
  name: "copilot-cli",
  cap: LARGE_CAP,
  frame: "tags",
  ownFile: (home: string) => `${home}/.copilot/hooks/auto-tools.json`,
} as const;

/** Comes before a compaction, and at no other time; spelled so, its payload names the event. */
export const COPILOT_COMPACTS = "PreCompact";

/** `userPromptSubmitted`: the payload names no event. */
export const COPILOT: HookClient = {
  ...COMMON,
  word: "copilot",
  compactEvent: COPILOT_COMPACTS,
  isPrompt: (payload) =>
    EVENT_FIELDS.every((field) => payload[field] === undefined) &&
    typeof payload["sessionId"] === "string" && typeof payload["prompt"] === "string" &&
    typeof payload["timestamp"] === "number",
  fields: ({ prompt, cwd, sessionId }) => ({ prompt, cwd, session: sessionId }),
  answer: (context) => context ? { additionalContext: context } : undefined,
};

/**
 * `UserPromptSubmit`, as hooks of plug-ins made for Claude Code are declared. A client of this shape that is not Copilot
 * finds the context where Claude Code takes it; Copilot delivers it once.
 */
export const COPILOT_PLUGIN: HookClient = {
  ...COMMON,
  isPrompt: (payload) => payload["hook_event_name"] === "UserPromptSubmit" && isBare(payload),
  fields: claudeFields,
  answer: (context, hint) => {
    const answer = claudeAnswer("UserPromptSubmit", { context, hint });
    return context ? { additionalContext: context, ...Object(answer) } : answer;
  },
};

const EVENT_FIELDS = ["hook_event_name", "hookEventName", "hookName"];

function isBare(payload: Payload): boolean {
  return typeof payload["timestamp"] === "string" &&
    ["transcript_path", "prompt_id", "turn_id"].every((field) => payload[field] === undefined);
}
