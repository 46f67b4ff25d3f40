import type { HookClientName } from "../../../src/model/prompt.ts";

/** What each client's prompt hook sends and takes, one row per spelling. */

/** A client's dialect. */
export interface Dialect {
  readonly client: HookClientName;
  /** The word after `hook` in the command; absent for hooks that name no client. */
  readonly word?: string;
  /** The payload's fields. */
  prompt(reported: Said): Record<string, unknown>;
  /** The fields of the prompt, the folder and the session; no session where the client has none for us. */
  readonly fields: { readonly prompt: string; readonly cwd: string; readonly session?: string };
  /** The whole answer for a context, and for a hint to the user. */
  answer(context: string): unknown;
  hint(text: string): unknown;
  readonly frame: "tags" | "brackets";
  readonly cap: { readonly limit: number; readonly unit: "UTF-16 units" | "bytes" };
}

/** What differs between two prompts. */
export interface Said {
  readonly prompt: unknown;
  readonly cwd: unknown;
  readonly session: unknown;
}

const NAMES = { prompt: "prompt", cwd: "cwd", session: "session_id" };
const SMALL = { limit: 10_000, unit: "UTF-16 units" } as const;
const LARGE = { limit: 200_000, unit: "UTF-16 units" } as const;
const ISO = "2026-11-22T12:00:00.000Z";
const nothing = (): undefined => undefined;

const hookSpecific = (hookEventName: string) => (additionalContext: string): unknown => ({
  hookSpecificOutput: { hookEventName, additionalContext },
});
const systemMessage = (text: string): unknown => ({ systemMessage: text });

const CLAUDE_ANSWER = {
  answer: hookSpecific("UserPromptSubmit"),
  hint: systemMessage,
  frame: "tags",
  fields: NAMES,
} as const;

/** The fields of Claude Code's payload that others took over. */
const claude = ({ prompt, cwd, session }: Said): Record<string, unknown> => ({
  session_id: session,
  transcript_path: "/home/u/t.jsonl",
  cwd,
  hook_event_name: "UserPromptSubmit",
  prompt,
});

/** The rows of the suite. */
export const DIALECTS: readonly Dialect[] = [
  {
    ...CLAUDE_ANSWER,
    client: "claude-code",
    prompt: (reported) => ({ ...claude(reported), prompt_id: "e4f2530a", permission_mode: "default" }),
    cap: SMALL,
  },
  {
    ...CLAUDE_ANSWER,
    client: "codex-cli",
    prompt: (reported) => ({
      ...claude(reported),
      turn_id: "01a1f8b9",
      model: "gpt",
      permission_mode: "default",
    }),
    cap: { limit: 10_000, unit: "bytes" },
  },
  {
    client: "copilot-cli",
    word: "copilot",
    prompt: ({ prompt, cwd, session }) => ({ sessionId: session, timestamp: 1_763_812_800_000, cwd, prompt }),
    fields: { ...NAMES, session: "sessionId" },
    answer: (additionalContext) => ({ additionalContext }),
    hint: nothing,
    frame: "tags",
    cap: LARGE,
  },
  {
    client: "copilot-cli",
    prompt: ({ prompt, cwd, session }) => ({
      hook_event_name: "UserPromptSubmit",
      session_id: session,
      timestamp: ISO,
      cwd,
      prompt,
    }),
    fields: NAMES,
    answer: (additionalContext) => ({
      additionalContext,
      hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext },
    }),
    hint: systemMessage,
    frame: "tags",
    cap: LARGE,
  },
  {
    client: "gemini-cli",
    word: "gemini",
    prompt: (reported) => ({ ...claude(reported), hook_event_name: "BeforeAgent", timestamp: ISO }),
    fields: NAMES,
    answer: hookSpecific("BeforeAgent"),
    hint: systemMessage,
    frame: "brackets",
    cap: LARGE,
  },
  {
    ...CLAUDE_ANSWER,
    client: "qwen-code",
    word: "qwen",
    prompt: (reported) => ({
      ...claude(reported),
      timestamp: ISO,
      prompt_id: "s########0",
      submitted_prompt: reported.prompt,
    }),
    frame: "brackets",
    cap: LARGE,
  },
  {
    client: "opencode",
    word: "opencode",
    prompt: ({ prompt, cwd }) => ({ hook_event_name: "messages.transform", cwd, prompt }),
    fields: { prompt: "prompt", cwd: "cwd" },
    answer: hookSpecific("messages.transform"),
    hint: nothing,
    frame: "tags",
    cap: LARGE,
  },
  {
    client: "pi",
    word: "pi",
    prompt: ({ prompt, cwd }) => ({ hook_event_name: "before_agent_start", cwd, prompt }),
    fields: { prompt: "prompt", cwd: "cwd" },
    answer: hookSpecific("before_agent_start"),
    hint: nothing,
    frame: "tags",
    cap: LARGE,
  },
];
