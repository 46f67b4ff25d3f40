import { type JsonObject, parseObject } from "../model/json.ts";
import { tokensOf } from "../model/tokens.ts";

/** Totals of the contexts injected by this program. */
export interface Given {
  readonly contexts: number;
  /** UTF-16 code units. */
  readonly characters: number;
  /** Estimate; no model's tokenizer is used. */
  readonly tokens: number;
}

/** Statistics of one session. */
export interface SessionStats {
  readonly session: string;
  /** Client of the last answer; absent without answers. */
  readonly client?: string;
  /** Contexts since the session began. */
  readonly given: Given;
  /** Number of prompts about code without a result. */
  readonly empty: number;
  /** Contexts since the conversation was last compacted or cleared, which are sent again with every request. */
  readonly standing: Given;
  /** Number of times the conversation was compacted or cleared. */
  readonly restarts: number;
}

const NOTHING: Given = { contexts: 0, characters: 0, tokens: 0 };
const RESTARTS: readonly unknown[] = ["compact", "clear"];

/**
 * Sums up the contexts of a session; undefined if the timeline lacks it.
 *
 * @param id default: session of the latest entry
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

/** Sums up the entries with a size, each of which is an injected context. */
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
