import type { SafeText } from "../../model/brands.ts";
import { asObject } from "../../model/json.ts";
import { claudeAnswer, clientOf, cwdOf, outputText, sessionIdOf, textOf } from "../hook_client.ts";
import type { Payload } from "../hook_client.ts";

/** Claude Code's events beside the prompt: what they say and what may be answered. */

/** Fields of every event. */
interface Common {
  readonly cwd: string;
  /** Absent when missing or unfit. */
  readonly sessionId?: string;
}

/** An event this program acts on. */
export type ClaudeEvent =
  & Common
  & (
    | { readonly type: "session-start"; readonly source: "startup" | "resume" | "clear" | "compact" }
    | { readonly type: "session-end"; readonly reason: string }
    /** A subagent is about to get `prompt`, a field of `input`. */
    | { readonly type: "before-agent"; readonly prompt: string; readonly input: Payload }
    /** `path` as the client names it, absolute. */
    | { readonly type: "after-edit"; readonly path: string }
    | { readonly type: "tool-failed"; readonly tool: string; readonly input: Payload; readonly error: string }
  );

const AGENT_TOOLS: ReadonlySet<string> = new Set(["Agent", "Task"]);
const EDIT_TOOLS: ReadonlySet<string> = new Set(["Edit", "Write", "MultiEdit", "NotebookEdit"]);
const SOURCES = ["startup", "resume", "clear", "compact"] as const;

/** Reads an event; undefined for every event, tool and shape on which nothing is done. Never throws. */
export function decodeEvent(payload: Payload, fallbackCwd: () => string): ClaudeEvent | undefined {
  if (clientOf(payload) !== "claude-code") return undefined;
  const sessionId = sessionIdOf(payload);
  const common = { cwd: cwdOf(payload, fallbackCwd), ...(sessionId !== undefined && { sessionId }) };
  switch (payload["hook_event_name"]) {
    case "SessionStart": {
      const source = SOURCES.find((known) => known === payload["source"]);
      return source && { ...common, type: "session-start", source };
    }
    case "SessionEnd":
      return { ...common, type: "session-end", reason: textOf(payload, "reason") ?? "other" };
    case "PreToolUse":
      return beforeTool(payload, common);
    case "PostToolUse":
      return afterTool(payload, common);
    case "PostToolUseFailure":
      return failedTool(payload, common);
    default:
      return undefined;
  }
}

/** Adds text for the model, and optionally a line for the person; empty when there is neither. */
export function encodeEventContext(
  event: string,
  { context, message }: { context: SafeText; message?: SafeText | undefined },
): string {
  return outputText(claudeAnswer(event, { context, hint: message }));
}

/** The subagent's whole input with another prompt: the client takes no part of an input. */
export function encodeAgentInput(input: Payload, prompt: string): string {
  const updatedInput = { ...input, prompt };
  return JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse", updatedInput } }) + "\n";
}

function beforeTool(payload: Payload, common: Common): ClaudeEvent | undefined {
  const input = asObject(payload["tool_input"]);
  const prompt = input && textOf(input, "prompt");
  if (!input || prompt === undefined || !AGENT_TOOLS.has(toolOf(payload))) return undefined;
  return { ...common, type: "before-agent", prompt, input };
}

function afterTool(payload: Payload, common: Common): ClaudeEvent | undefined {
  const input = asObject(payload["tool_input"]);
  const path = input && (textOf(input, "file_path") ?? textOf(input, "notebook_path"));
  if (path === undefined || !EDIT_TOOLS.has(toolOf(payload))) return undefined;
  return { ...common, type: "after-edit", path };
}

function failedTool(payload: Payload, common: Common): ClaudeEvent | undefined {
  const tool = toolOf(payload);
  // The user pressed a key: that is no failure of the tool.
  if (tool === "" || payload["is_interrupt"] === true) return undefined;
  const input = asObject(payload["tool_input"]) ?? {};
  return { ...common, type: "tool-failed", tool, input, error: textOf(payload, "error") ?? "" };
}

function toolOf(payload: Payload): string {
  const name = payload["tool_name"];
  return typeof name === "string" && /^[\w.:-]{1,128}$/.test(name) ? name : "";
}
