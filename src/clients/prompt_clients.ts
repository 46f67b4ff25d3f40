import type { HookClientName } from "../model/prompt.ts";
import { claudeAnswer, claudeFields, clientOf, LARGE_CAP, SMALL_CAP } from "./hook_client.ts";
import type { HookClient, Payload } from "./hook_client.ts";

/** A client in Claude Code's form: the event in the payload, its answer; `own` is all in which it differs. */
function claudeForm(name: HookClientName, event: string, own: Partial<HookClient>): HookClient {
  return {
    name,
    cap: LARGE_CAP,
    frame: "tags",
    isPrompt: (payload) => payload["hook_event_name"] === event,
    fields: claudeFields,
    answer: (context, hint) => claudeAnswer(event, { context, hint }),
    ...own,
  };
}

/** A client with a plug-in that adds the context to the requests of one turn, so that the conversation does not keep it. */
function pluginClient(name: HookClientName, event: string): HookClient {
  return claudeForm(name, event, {
    word: name,
    fields: ({ prompt, cwd }) => ({ prompt, cwd }),
    answer: (context) => claudeAnswer(event, { context, hint: undefined }),
  });
}

const PROMPT = "UserPromptSubmit";

/** Claude Code, and every client that is not known here and sends its payload. Longer text becomes a short preview. */
const CLAUDE = claudeForm("claude-code", PROMPT, { cap: SMALL_CAP, tellsDelivery: true });

/** Codex keeps only head and tail of longer text, and drops an answer with a single field it does not know. */
export const CODEX: HookClient = claudeForm("codex-cli", PROMPT, {
  cap: { limit: 10_000, unit: "bytes" },
  isPrompt: (payload) => payload["hook_event_name"] === PROMPT && clientOf(payload) === "codex-cli",
});

/** Gemini CLI. It shows everything that is not JSON to the user, and writes `<` as `&lt;` for the model. */
const GEMINI = claudeForm("gemini-cli", "BeforeAgent", {
  word: "gemini",
  frame: "brackets",
  ownFile: (home) => `${home}/.gemini/extensions/auto-tools/hooks/hooks.json`,
});

/** Qwen Code starts the hook again, with an empty prompt, at every round of tool calls. */
const QWEN = claudeForm("qwen-code", PROMPT, {
  word: "qwen",
  frame: "brackets",
  isUnmistakable: (payload) =>
    ["timestamp", "prompt_id", "transcript_path"].every((field) => typeof payload[field] === "string"),
  ownFile: (home) => `${home}/.qwen/settings.json`,
});

/** OpenCode and Kilo, through the plug-in file written by `install`. */
const OPENCODE = pluginClient("opencode", "messages.transform");

/** pi, through the extension file written by `install`. */
const PI = pluginClient("pi", "before_agent_start");

/** Comes before a compaction of Copilot, and at no other time; spelled so, its payload names the event. */
export const COPILOT_COMPACTS = "PreCompact";

const copilotFile = (home: string): string => `${home}/.copilot/hooks/auto-tools.json`;

/**
 * Copilot CLI spells its payload as the hook's declaration spells the event, and has no line for the user. Of
 * `userPromptSubmitted` the payload names no event.
 */
const COPILOT = claudeForm("copilot-cli", "userPromptSubmitted", {
  word: "copilot",
  compactEvent: COPILOT_COMPACTS,
  isPrompt: (payload) =>
    ["hook_event_name", "hookEventName", "hookName"].every((field) => payload[field] === undefined) &&
    typeof payload["sessionId"] === "string" && typeof payload["prompt"] === "string" &&
    typeof payload["timestamp"] === "number",
  fields: ({ prompt, cwd, sessionId }) => ({ prompt, cwd, session: sessionId }),
  answer: (context) => context ? { additionalContext: context } : undefined,
  ownFile: copilotFile,
});

/**
 * `UserPromptSubmit` of Copilot CLI, as hooks of plug-ins made for Claude Code are declared. A client of this shape that is
 * not Copilot finds the context where Claude Code takes it; Copilot delivers it once.
 */
const COPILOT_PLUGIN = claudeForm("copilot-cli", PROMPT, {
  isPrompt: (payload) => payload["hook_event_name"] === PROMPT && isBare(payload),
  answer: (context, hint) => {
    const answer = claudeAnswer(PROMPT, { context, hint });
    return context ? { additionalContext: context, ...Object(answer) } : answer;
  },
  ownFile: copilotFile,
});

function isBare(payload: Payload): boolean {
  return typeof payload["timestamp"] === "string" &&
    ["transcript_path", "prompt_id", "turn_id"].every((field) => payload[field] === undefined);
}

/** All of them, in the order in which a payload is tried; the last takes what no other does. */
export const CLIENTS: readonly HookClient[] = [
  GEMINI,
  OPENCODE,
  PI,
  COPILOT,
  CODEX,
  COPILOT_PLUGIN,
  QWEN,
  CLAUDE,
];
