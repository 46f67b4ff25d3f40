import type { JsonObject } from "../model/json.ts";
import { parseObject } from "../model/json.ts";
import type { ExitCode } from "../model/errors.ts";
import { Failure } from "../model/errors.ts";
import { openState } from "../platform/state_files.ts";
import { readArguments } from "./arguments.ts";
import { TIMELINE } from "./events/journal.ts";
import type { CommandIo } from "./io.ts";
import { loadSettings } from "./load_settings.ts";
import { repositoryFor } from "./repository_for.ts";

/** What the timeline of a repository adds up to. */
export interface Stats {
  readonly events: Readonly<Record<string, number>>;
  readonly sessions: number;
  /** Contexts that were delivered. */
  readonly delivered: number;
  readonly characters: number;
  /** Milliseconds from process start to delivery; absent without any. */
  readonly milliseconds?: { readonly p50: number; readonly p95: number; readonly p99: number };
  /** Deliveries per day, the last 14 days with any, oldest first. */
  readonly days: readonly { readonly day: string; readonly delivered: number }[];
  /** Models that were asked, by purpose and name; empty for most. */
  readonly models: readonly ModelStats[];
}

/** What one model was asked for. */
export interface ModelStats {
  /** For instance `rerank anthropic claude-haiku-4-5`. */
  readonly name: string;
  readonly calls: number;
  /** Calls of which nothing came. */
  readonly failed: number;
  readonly input: number;
  readonly output: number;
  /** US dollars by the list price; calls without a known price count nothing. */
  readonly dollars: number;
}

const BAR = 40;

/** `auto-tools stats`: what was delivered in this repository, how fast, how much. */
export async function run(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const { values } = readArguments(args, { json: { type: "boolean" } });
  const { settings } = await loadSettings(io.cwd);
  const { root } = await repositoryFor(io.cwd, settings);
  if (root === undefined) throw new Failure("repoRoot", `no repository here: ${io.cwd}`);
  const stats = readStats(openState(root)?.read(TIMELINE) ?? "");
  io.out(values["json"] ? `${JSON.stringify(stats)}\n` : textOf(stats));
  return 0;
}

/** Adds a timeline up; lines that are no events are skipped. */
export function readStats(timeline: string): Stats {
  const events: Record<string, number> = {};
  const sessions = new Set<string>();
  const days = new Map<string, number>();
  const times: number[] = [];
  const models = new Map<string, ModelStats>();
  let characters = 0;
  for (const entry of timeline.split("\n").map(parseObject)) {
    if (typeof entry?.["event"] !== "string") continue;
    events[entry["event"]] = (events[entry["event"]] ?? 0) + 1;
    if (typeof entry["session"] === "string") sessions.add(entry["session"]);
    if (entry["event"] === "model:asked") addModel(models, entry);
    if (entry["event"] !== "context:given") continue;
    if (typeof entry["milliseconds"] === "number") times.push(entry["milliseconds"]);
    if (typeof entry["characters"] === "number") characters += entry["characters"];
    const day = String(entry["at"]).slice(0, 10);
    days.set(day, (days.get(day) ?? 0) + 1);
  }
  times.sort((a, b) => a - b);
  const quantile = (q: number): number =>
    times[Math.min(times.length - 1, Math.ceil(q * times.length) - 1)] ?? 0;
  return {
    events,
    sessions: sessions.size,
    delivered: events["context:given"] ?? 0,
    characters,
    ...(times.length > 0 &&
      { milliseconds: { p50: quantile(0.5), p95: quantile(0.95), p99: quantile(0.99) } }),
    days: [...days].sort().slice(-14).map(([day, delivered]) => ({ day, delivered })),
    models: [...models.values()].sort((a, b) => a.name < b.name ? -1 : 1),
  };
}

function addModel(models: Map<string, ModelStats>, entry: JsonObject): void {
  const name = ["purpose", "provider", "model"].map((key) => String(entry[key])).join(" ").slice(0, 120);
  const number = (key: string): number => {
    const value = entry[key];
    return typeof value === "number" && Number.isFinite(value) ? value : 0;
  };
  const known = models.get(name) ?? { name, calls: 0, failed: 0, input: 0, output: 0, dollars: 0 };
  models.set(name, {
    name,
    calls: known.calls + 1,
    failed: known.failed + (entry["failure"] === undefined ? 0 : 1),
    input: known.input + number("input"),
    output: known.output + number("output"),
    dollars: known.dollars + number("dollars"),
  });
}

function textOf(stats: Stats): string {
  const lines = [
    `sessions   ${stats.sessions}`,
    `delivered  ${stats.delivered} contexts, ${stats.characters} characters`,
  ];
  if (stats.milliseconds) {
    const { p50, p95, p99 } = stats.milliseconds;
    lines.push(`time       p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms`);
  }
  for (const [event, count] of Object.entries(stats.events).sort()) {
    lines.push(`  ${event.padEnd(18)} ${count}`);
  }
  for (const { name, calls, failed, input, output, dollars } of stats.models) {
    lines.push(
      `  ${name}: ${calls} calls, ${failed} failed, ${input} + ${output} tokens, ${
        dollars.toFixed(4)
      } US dollars`,
    );
  }
  const most = Math.max(1, ...stats.days.map((day) => day.delivered));
  for (const { day, delivered } of stats.days) {
    lines.push(`${day}  ${"#".repeat(Math.max(1, Math.round(delivered / most * BAR)))} ${delivered}`);
  }
  return lines.join("\n") + "\n";
}
