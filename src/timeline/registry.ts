/** Event types of the timeline with descriptions. No event contains prompts or file contents. */
export const EVENT_TYPES = {
  "session:start":
    "a client's session began or went on: source, and what it was given again after a compaction",
  "session:end": "a session ended: reason",
  "context:injected":
    "facts were handed over: client, kind of prompt, size, time, how each tool ended, places per tool",
  "context:empty": "a prompt about code was answered with nothing: the same, and why",
  "hook:unknown": "the hook was sent a payload of no known client; it printed nothing",
  "internal:error": "a part of this program failed: module, kind of failure, count; never its message",
  "model:asked":
    "a model of the user's choice was asked: purpose, provider, model, calls, tokens, price, failure",
  "tool:failure": "one of the client's own tools failed: tool, severity",
  "file:changed": "the client changed a file: path",
  "index:updated": "the index was built or brought up to date by command: files, milliseconds",
} as const satisfies Record<string, string>;

/** Key of {@link EVENT_TYPES}. */
export type EventType = keyof typeof EVENT_TYPES;

/** Reason for an empty context in response to a prompt about code. */
export type EmptyReason = "nothing found" | "nothing named" | "no root" | "out of time" | "plan only";
