import type { Cap } from "../model/answer.ts";
import type { SafeText } from "../model/brands.ts";
import type { HookClientName } from "../model/request.ts";
import type { Payload } from "./hook_payload.ts";

/** What one client's prompt hook sends and takes. */
export interface HookClient {
  readonly name: HookClientName;
  /** Follows `hook` in the command that the client's own file holds; absent: the payload alone says which client it is. */
  readonly word?: string;
  /** What the client takes whole. */
  readonly cap: Cap;
  /** `brackets` for clients that escape angle brackets. */
  readonly frame: "tags" | "brackets";
  /** Whether the payload may be a prompt of this client. */
  isPrompt(payload: Payload): boolean;
  /** Whether it is of no other client; used where the hook's command names none. Default: every prompt is. */
  isUnmistakable?(payload: Payload): boolean;
  /** Its own event, beside `PostCompact`, by which it says that a summary replaces the conversation. */
  readonly compactEvent?: string;
  /** The fields of the prompt as they came. */
  fields(payload: Payload): PromptFields;
  /** What is printed, if anything. */
  answer(context: SafeText | undefined, hint: SafeText | undefined): HookOutput;
  /** Whether the client shows the user a line beside a context; default false. */
  readonly tellsDelivery?: boolean;
  /** The file of the client's own that `install` puts the hook into; absent: it has no argument of its own. */
  ownFile?(home: string): string;
}

/** Nothing of it was checked. */
export interface PromptFields {
  readonly prompt: unknown;
  readonly cwd: unknown;
  /** Absent where what is given for one turn does not stay in the conversation. */
  readonly session?: unknown;
}

/** One JSON object, plain text, or nothing. */
export type HookOutput = Readonly<Record<string, unknown>> | string | undefined;

/** Measured whole at this size by every client that sets no bound of its own. */
export const LARGE_CAP: Cap = { limit: 200_000, unit: "UTF-16 units" };

/** For clients whose bound is documented at this size, or that document none. */
export const SMALL_CAP: Cap = { limit: 10_000, unit: "UTF-16 units" };

/**
 * A client with a plug-in that adds the context to the requests of one turn, so that the conversation does not keep it.
 *
 * @param event event named in the payload
 */
export function pluginClient(name: HookClientName, event: string): HookClient {
  return {
    name,
    word: name,
    cap: LARGE_CAP,
    frame: "tags",
    isPrompt: (payload) => payload["hook_event_name"] === event,
    fields: ({ prompt, cwd }) => ({ prompt, cwd }),
    answer: (context) => claudeAnswer(event, { context, hint: undefined }),
  };
}

/** The answer in Claude Code's form, which several clients took over. */
export function claudeAnswer(
  hookEventName: string,
  { context, hint }: { context: SafeText | undefined; hint: SafeText | undefined },
): HookOutput {
  if (!context && hint === undefined) return undefined;
  return {
    ...(hint !== undefined && { systemMessage: hint }),
    ...(context && { hookSpecificOutput: { hookEventName, additionalContext: context } }),
  };
}

/** Prompt, folder and session under Claude Code's names. */
export function claudeFields(payload: Payload): PromptFields {
  return { prompt: payload["prompt"], cwd: payload["cwd"], session: payload["session_id"] };
}
