import { asObject, parseObject } from "../model/json.ts";
import type { JsonObject } from "../model/json.ts";

/** Totals of a timeline. */
export interface Stats {
  readonly events: Readonly<Record<string, number>>;
  readonly sessions: number;
  /** Number of delivered contexts. */
  readonly delivered: number;
  /** Number of prompts about code without a result, by reason. */
  readonly empty: Readonly<Record<string, number>>;
  readonly characters: number;
  readonly bytes: number;
  /**
   * Milliseconds from arrival of the prompt (start of the process without daemon) to delivery; absent without
   * deliveries.
   */
  readonly milliseconds?: Quantiles;
  /** Per tool, most places first. */
  readonly tools: readonly ToolStats[];
  /** Failures of parts of this program, most frequent first. */
  readonly errors: readonly InternalErrors[];
  /** Last 14 days with an answer, oldest first. */
  readonly days: readonly { readonly day: string; readonly delivered: number; readonly empty: number }[];
  /** Calls of language models, by purpose and name. */
  readonly models: readonly ModelStats[];
}

/** Failures of one kind in one part of the program. */
export interface InternalErrors {
  readonly module: string;
  readonly kind: string;
  readonly count: number;
  /** Day of the last failure, ISO 8601. */
  readonly last: string;
}

/** Calls of one model. */
export interface ModelStats {
  /** For instance `rerank anthropic claude-haiku-4-5`. */
  readonly name: string;
  readonly calls: number;
  /** Number of events with a failure. */
  readonly failed: number;
  readonly input: number;
  readonly output: number;
  /** US dollars at list prices; calls without a known price are counted as 0. */
  readonly dollars: number;
}

/** Milliseconds. */
export interface Quantiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** Statistics of one tool. */
export interface ToolStats {
  readonly tool: string;
  readonly runs: number;
  readonly timeouts: number;
  /** Failed or skipped. */
  readonly failures: number;
  /** Number of places in delivered contexts that the tool found. */
  readonly places: number;
  readonly p50: number;
}

const MOST_DAYS = 14;

/** Sums up a timeline; lines that are not events are skipped. */
export function readStats(timeline: string): Stats {
  const sum = new Sum();
  for (const line of timeline.split("\n")) {
    const entry = parseObject(line);
    if (typeof entry?.["event"] === "string") sum.add(entry["event"], entry);
  }
  return sum.result();
}

class Sum {
  readonly #events = new Map<string, number>();
  readonly #empty = new Map<string, number>();
  readonly #sessions = new Set<string>();
  readonly #days = new Map<string, { delivered: number; empty: number }>();
  readonly #tools = new Map<string, ToolSum>();
  readonly #times: number[] = [];
  readonly #errors = new Map<string, InternalErrors>();
  readonly #models = new Map<string, ModelStats>();
  #characters = 0;
  #bytes = 0;

  add(event: string, entry: JsonObject): void {
    count(this.#events, event);
    if (typeof entry["session"] === "string") this.#sessions.add(entry["session"]);
    if (event === "model:asked") addModel(this.#models, entry);
    if (event === "internal:error") addError(this.#errors, entry);
    if (event === "context:injected") {
      this.#characters += number(entry["characters"]);
      this.#bytes += number(entry["bytes"]);
      this.#times.push(number(entry["milliseconds"]));
      this.#day(entry).delivered++;
    } else if (event === "context:empty") {
      count(this.#empty, String(entry["reason"]));
      this.#day(entry).empty++;
    } else return;
    for (const tool of Array.isArray(entry["tools"]) ? entry["tools"].map(asObject) : []) {
      if (tool && typeof tool["tool"] === "string") this.#tool(tool["tool"]).add(tool);
    }
  }

  result(): Stats {
    return {
      events: Object.fromEntries(this.#events),
      sessions: this.#sessions.size,
      delivered: this.#events.get("context:injected") ?? 0,
      empty: Object.fromEntries(this.#empty),
      characters: this.#characters,
      bytes: this.#bytes,
      ...(this.#times.length > 0 && { milliseconds: quantiles(this.#times) }),
      tools: [...this.#tools].map(([tool, sum]) => ({ tool, ...sum.result() }))
        .sort((a, b) => b.places - a.places || (a.tool < b.tool ? -1 : 1)),
      errors: [...this.#errors.values()].sort((a, b) => b.count - a.count || (a.module < b.module ? -1 : 1)),
      days: [...this.#days].sort().slice(-MOST_DAYS).map(([day, counts]) => ({ day, ...counts })),
      models: [...this.#models.values()].sort((a, b) => a.name < b.name ? -1 : 1),
    };
  }

  #day(entry: JsonObject): { delivered: number; empty: number } {
    const day = String(entry["at"]).slice(0, 10);
    const known = this.#days.get(day) ?? { delivered: 0, empty: 0 };
    this.#days.set(day, known);
    return known;
  }

  #tool(name: string): ToolSum {
    const known = this.#tools.get(name) ?? new ToolSum();
    this.#tools.set(name, known);
    return known;
  }
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function addError(errors: Map<string, InternalErrors>, entry: JsonObject): void {
  const [module = "", kind = ""] = [entry["module"], entry["kind"]].map((name) =>
    /^\w{1,40}$/.test(String(name)) ? String(name) : "unknown"
  );
  const known = errors.get(`${module} ${kind}`)?.count ?? 0;
  const last = String(entry["at"]).slice(0, 10);
  errors.set(`${module} ${kind}`, { module, kind, count: known + (number(entry["count"]) || 1), last });
}

function addModel(models: Map<string, ModelStats>, entry: JsonObject): void {
  const name = ["purpose", "provider", "model"].map((key) => String(entry[key])).join(" ").slice(0, 120);
  const known = models.get(name) ?? { name, calls: 0, failed: 0, input: 0, output: 0, dollars: 0 };
  models.set(name, {
    name,
    calls: known.calls + (number(entry["calls"]) || 1),
    failed: known.failed + (entry["failure"] === undefined ? 0 : 1),
    input: known.input + number(entry["input"]),
    output: known.output + number(entry["output"]),
    dollars: known.dollars + number(entry["dollars"]),
  });
}

class ToolSum {
  readonly #times: number[] = [];
  #timeouts = 0;
  #failures = 0;
  #places = 0;

  add({ status, ms, places }: JsonObject): void {
    this.#times.push(number(ms));
    if (status === "timeout") this.#timeouts++;
    else if (status !== "ok") this.#failures++;
    this.#places += number(places);
  }

  result(): Omit<ToolStats, "tool"> {
    return {
      runs: this.#times.length,
      timeouts: this.#timeouts,
      failures: this.#failures,
      places: this.#places,
      p50: quantiles(this.#times).p50,
    };
  }
}

function number(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}

function quantiles(values: readonly number[]): Quantiles {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (q: number): number =>
    sorted[Math.min(sorted.length - 1, Math.ceil(q * sorted.length) - 1)] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
