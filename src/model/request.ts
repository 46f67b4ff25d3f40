/** The first value of the flow: what a client asked, free of the client's dialect. */
export interface Request {
  readonly client: ClientName;
  readonly event: EventName;
  /** The text that the user typed; may be empty. */
  readonly prompt: string;
  /** Absolute path of the folder the client works in. */
  readonly cwd: string;
  /** The client's own session id, already validated; absent when missing or unusable. */
  readonly sessionId?: string;
}

/** The clients with a prompt hook that this program answers. */
export const HOOK_CLIENTS = [
  "claude-code",
  "codex-cli",
  "copilot-cli",
  "gemini-cli",
  "qwen-code",
  "opencode",
  "pi",
  "vscode",
  "cursor",
  "kiro-cli",
  "cline",
  "factory-droid",
] as const;

/** A name in {@link HOOK_CLIENTS}. */
export type HookClientName = typeof HOOK_CLIENTS[number];

/** The client that asked. `terminal` is a person at the command line. */
export type ClientName = HookClientName | "mcp" | "terminal";

/** The event behind the request. `cli` is everything that is not a hook. */
export type EventName = "UserPromptSubmit" | "cli";
