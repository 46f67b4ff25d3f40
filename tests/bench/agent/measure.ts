import { asObject, type JsonObject } from "../../../src/model/json.ts";

/** A question to an agent, and what its answer has to name. */
export interface Task {
  /** Absolute path of a repository. */
  readonly repository: string;
  readonly prompt: string;
  /** Paths and symbols of the definition that is asked for; all of them are to be in the answer. */
  readonly expects: readonly string[];
}

/** What one run of a client took. */
export interface Measure {
  /** Tokens that the model read, those from its cache included. */
  readonly input: number;
  /** Tokens that it wrote. */
  readonly output: number;
  readonly toolCalls: number;
  /** Different files that the Read tool opened. */
  readonly filesRead: number;
  /** Milliseconds by the client's own clock. */
  readonly milliseconds: number;
  /** Whether the answer names all that is expected. */
  readonly isNamed: boolean;
}

/** Reads Claude Code's stream of events; undefined where it came to no result. */
export function measure(events: readonly JsonObject[], expects: readonly string[]): Measure | undefined {
  const result = events.findLast(({ type }) => type === "result");
  if (!result || result["is_error"] === true) return undefined;
  const usage = asObject(result["usage"]) ?? {};
  const count = (name: string): number => Number(usage[name] ?? 0);
  const calls = events.filter(({ type }) => type === "assistant")
    .flatMap((event) => asObject(event["message"])?.["content"] ?? [])
    .map(asObject).filter((block) => block?.["type"] === "tool_use");
  const read = calls.filter((call) => call?.["name"] === "Read")
    .map((call) => asObject(call?.["input"])?.["file_path"]);
  const answer = String(result["result"] ?? "");
  return {
    input: count("input_tokens") + count("cache_creation_input_tokens") + count("cache_read_input_tokens"),
    output: count("output_tokens"),
    toolCalls: calls.length,
    filesRead: new Set(read).size,
    milliseconds: Number(result["duration_ms"] ?? 0),
    isNamed: expects.every((name) => answer.includes(name)),
  };
}

/** A task's runs without and with the hook; undefined for a run that came to no result. */
export interface Compared {
  readonly task: Task;
  readonly without: readonly (Measure | undefined)[];
  readonly with: readonly (Measure | undefined)[];
}

/** The figures of all tasks as a table: the medians of both sides, failed runs counted apart. */
export function reportOf(compared: readonly Compared[]): string {
  const sides = ["without", "with"] as const;
  const rows = sides.map((side) => {
    const runs = compared.flatMap((one) => one[side]);
    const done = runs.filter((one) => one !== undefined);
    const middle = (pick: (one: Measure) => number): string => String(median(done.map(pick)));
    return [
      `${side} hook`,
      `${done.length}/${runs.length}`,
      ...(["input", "output", "toolCalls", "filesRead", "milliseconds"] as const).map((key) =>
        middle((one) => one[key])
      ),
      `${done.filter(({ isNamed }) => isNamed).length}/${done.length}`,
    ];
  });
  const head = ["", "runs", "input tokens", "output tokens", "tool calls", "files read", "ms", "named"];
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |\n`).join("");
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = sorted.length >> 1;
  if (sorted.length === 0) return NaN;
  return sorted.length % 2 === 1 ? sorted[at]! : (sorted[at - 1]! + sorted[at]!) / 2;
}
