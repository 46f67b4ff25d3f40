import { type JsonObject, parseObject } from "../model/json.ts";
import { tokensOf } from "../model/tokens.ts";

/** Texts of ours, and what they take. */
export interface Given {
  readonly contexts: number;
  /** UTF-16 units. */
  readonly characters: number;
  /** Estimated; no model's tokenizer is asked. */
  readonly tokens: number;
}

/** What one session was given. */
export interface SessionStats {
  readonly session: string;
  /** The client that was answered last; absent: none was. */
  readonly client?: string;
  /** Since the session began. */
  readonly given: Given;
  /** Prompts about code that got nothing. */
  readonly empty: number;
  /** Given since the conversation was last compacted or cleared: it is sent again with every request. */
  readonly standing: Given;
  /** How often the conversation was compacted or cleared. */
  readonly restarts: number;
}

const NOTHING: Given = { contexts: 0, characters: 0, tokens: 0 };
const RESTARTS: readonly unknown[] = ["compact", "clear"];

/**
 * Adds up what a session was given; undefined where the timeline does not know it.
 *
 * @param id default: the session that was heard of last
 */
export function readSession(timeline: string, id?: string): SessionStats | undefined {
  const entries = timeline.split("\n").map(parseObject).filter((entry) => entry !== undefined);
  const session = id ?? entries.findLast((entry) => typeof entry["session"] === "string")?.["session"];
  const own = entries.filter((entry) => entry["session"] === session);
  if (typeof session !== "string" || own.length === 0) return undefined;
  const restart = own.findLastIndex(isRestart);
  const client = own.findLast((entry) => typeof entry["client"] === "string")?.["client"];
  return {
    session,
    ...(typeof client === "string" && { client }),
    given: sumOf(own),
    empty: own.filter((entry) => entry["event"] === "context:empty").length,
    standing: sumOf(own.slice(Math.max(0, restart))),
    restarts: own.filter(isRestart).length,
  };
}

function isRestart(entry: JsonObject): boolean {
  return entry["event"] === "session:start" && RESTARTS.includes(entry["source"]);
}

/** Every event that names a size gave a text. */
function sumOf(entries: readonly JsonObject[]): Given {
  return entries.reduce((sum: Given, { characters, tokens }) => {
    if (typeof characters !== "number") return sum;
    return {
      contexts: sum.contexts + 1,
      characters: sum.characters + characters,
      tokens: sum.tokens + (typeof tokens === "number" ? tokens : tokensOf(characters)),
    };
  }, NOTHING);
}
