import { asObject, type JsonObject, parseObject } from "../model/json.ts";

const MOST_DAYS = 14;

/** Totals of a timeline. */
export type Stats = Readonly<ReturnType<typeof readStats>>;

/** Sums up a timeline; lines that are not events are skipped. */
export function readStats(timeline: string) {
  const entries = timeline.split("\n").map(parseObject)
    .filter((entry) => entry !== undefined && typeof entry["event"] === "string") as JsonObject[];
  const of = (event: string): JsonObject[] => entries.filter((entry) => entry["event"] === event);
  const [delivered, empty] = [of("context:injected"), of("context:empty")];
  const answered = [...delivered, ...empty];
  const tools = answered.flatMap((entry) => Array.isArray(entry["tools"]) ? entry["tools"] : [])
    .map(asObject).filter((one) => one !== undefined && typeof one["tool"] === "string") as JsonObject[];
  return {
    events: counts(entries, "event"),
    sessions: new Set(entries.map((entry) => entry["session"]).filter((id) => typeof id === "string")).size,
    /** Number of delivered contexts. */
    delivered: delivered.length,
    /** Number of prompts about code without a result, by reason. */
    empty: counts(empty, "reason"),
    characters: total(delivered, "characters"),
    bytes: total(delivered, "bytes"),
    // From arrival of the prompt (start of the process without daemon) to delivery.
    ...(delivered.length > 0 && { milliseconds: quantiles(delivered, "milliseconds") }),
    /** Most places first. */
    tools: groups(tools, ({ tool }) => String(tool), toolStats)
      .sort((a, b) => b.places - a.places || (a.tool < b.tool ? -1 : 1)),
    /** Failures of parts of this program, most frequent first. */
    errors: groups(
      of("internal:error"),
      (entry) => `${word(entry["module"])} ${word(entry["kind"])}`,
      errorStats,
    )
      .sort((a, b) => b.count - a.count || (a.module < b.module ? -1 : 1)),
    /** Last 14 days with an answer, oldest first. */
    days: groups(answered, dayOf, dayStats).sort((a, b) => a.day < b.day ? -1 : 1).slice(-MOST_DAYS),
    /** Calls of language models, by purpose and name. */
    models: groups(
      of("model:asked"),
      ({ purpose, provider, model }) => `${purpose} ${provider} ${model}`.slice(0, 120),
      modelStats,
    ).sort((a, b) => a.name < b.name ? -1 : 1),
  };
}

/** Applies `sum` to the entries of each name. */
function groups<T>(
  entries: readonly JsonObject[],
  nameOf: (entry: JsonObject) => string,
  sum: (name: string, entries: readonly JsonObject[]) => T,
): T[] {
  return [...Map.groupBy(entries, nameOf)].map(([name, group]) => sum(name, group));
}

function counts(entries: readonly JsonObject[], key: string): Record<string, number> {
  return Object.fromEntries(
    groups(entries, (entry) => String(entry[key]), (name, { length }) => [name, length]),
  );
}

function toolStats(tool: string, runs: readonly JsonObject[]) {
  const timeouts = runs.filter(({ status }) => status === "timeout").length;
  return {
    tool,
    runs: runs.length,
    timeouts,
    /** Failed or skipped. */
    failures: runs.filter(({ status }) => status !== "ok").length - timeouts,
    /** Number of places in delivered contexts that the tool found. */
    places: total(runs, "places"),
    p50: quantiles(runs, "ms").p50,
  };
}

function errorStats(name: string, entries: readonly JsonObject[]) {
  const [module = "", kind = ""] = name.split(" ");
  const count = entries.reduce((sum, entry) => sum + (number(entry["count"]) || 1), 0);
  return { module, kind, count, last: dayOf(entries.at(-1) ?? {}) };
}

function dayStats(day: string, entries: readonly JsonObject[]) {
  const empty = entries.filter(({ event }) => event === "context:empty").length;
  return { day, delivered: entries.length - empty, empty };
}

function modelStats(name: string, entries: readonly JsonObject[]) {
  return {
    name,
    calls: entries.reduce((sum, { calls }) => sum + (number(calls) || 1), 0),
    /** Number of events with a failure. */
    failed: entries.filter(({ failure }) => failure !== undefined).length,
    input: total(entries, "input"),
    output: total(entries, "output"),
    /** At list prices; calls without a known price are counted as 0. */
    dollars: total(entries, "dollars"),
  };
}

function dayOf(entry: JsonObject): string {
  return String(entry["at"]).slice(0, 10);
}

/** A name of a part of the program; other text is not shown. */
function word(name: unknown): string {
  return /^\w{1,40}$/.test(String(name)) ? String(name) : "unknown";
}

function total(entries: readonly JsonObject[], key: string): number {
  return entries.reduce((sum, entry) => sum + number(entry[key]), 0);
}

function number(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}

function quantiles(entries: readonly JsonObject[], key: string) {
  const sorted = entries.map((entry) => number(entry[key])).sort((a, b) => a - b);
  const at = (q: number): number =>
    sorted[Math.min(sorted.length - 1, Math.ceil(q * sorted.length) - 1)] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
