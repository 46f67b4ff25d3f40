import { counted } from "../model/counted.ts";
import { numberColumns, table } from "../clients/terminal/text.ts";
import { type ExitCode, Failure } from "../model/errors.ts";
import { openState } from "../platform/state_files.ts";
import { type CommandIo, oneOf, readArguments } from "../platform/command_io.ts";
import { OLDER_TIMELINE, TIMELINE } from "../timeline/journal.ts";
import { readStats, type Stats } from "../timeline/stats.ts";
import { type Given, readSession, type SessionStats } from "../timeline/session_stats.ts";
import { openPage } from "./print_tool.ts";
import { rootFor } from "./tool_command.ts";

/** Widest bar of the plot, in characters. */
const BAR = 40;

/** `auto-tools stats`: what was delivered in this repository, how fast, how much, and by which tools. */
export async function run(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const apart = args.flatMap((arg) => arg.startsWith("--session=") ? arg.split(/=(.*)/s, 2) : [arg]);
  const { values, positionals } = readArguments(apart, {
    flags: ["json", "session"],
    texts: ["format", "link"],
    most: 1,
    message: "stats takes one SESSION at most, with --session",
  });
  const format = values["json"]
    ? "json"
    : oneOf(values, "format", { words: ["text", "json", "html"], standard: "text" });
  const page = format === "html" && !values["session"] ? await openPage(values, io) : undefined;
  const root = await rootFor(io);
  const state = openState(root);
  const timeline = [OLDER_TIMELINE, TIMELINE].map((name) => state?.read(name) ?? "").join("\n");
  const write = <T>(stats: T, text: (stats: T) => string): void =>
    io.out(format === "json" ? `${JSON.stringify(stats)}\n` : text(stats));
  if (values["session"]) write(sessionOf(timeline, positionals[0]), sessionText);
  else if (page) page((await import("../clients/page/stats_page.ts")).statsPage(readStats(timeline)));
  else write(readStats(timeline), textOf);
  return 0;
}

function sessionOf(timeline: string, id: string | undefined): SessionStats {
  const stats = readSession(timeline, id);
  if (stats) return stats;
  throw new Failure(
    "invalidArgs",
    id === undefined ? "no session is noted here yet" : `no such session: ${id}`,
  );
}

function sessionText({ session, client, given, empty, standing, restarts }: SessionStats): string {
  return [
    `session    ${session}${client ? `, ${client}` : ""}`,
    `given      ${givenText(given)}; ${empty} prompts about code got nothing`,
    `standing   ${givenText(standing)}${
      restarts > 0 ? ` since the last of ${restarts} times that it was compacted or cleared` : ""
    }`,
    "",
  ].join("\n");
}

function givenText({ contexts, characters, tokens }: Given): string {
  return `${contexts} texts, ${characters} characters, about ${tokens} tokens`;
}

function textOf(stats: Stats): string {
  return [head(stats), tools(stats), errors(stats), events(stats), models(stats), plot(stats)].filter((
    part,
  ) => part !== "")
    .join("\n");
}

function head({ sessions, delivered, characters, bytes, empty, tools, milliseconds }: Stats): string {
  const reasons = Object.entries(empty).sort().map(([reason, count]) => `${count} ${reason}`).join(", ");
  const nothing = Object.values(empty).reduce((sum, count) => sum + count, 0);
  const timeouts = tools.reduce((sum, tool) => sum + tool.timeouts, 0);
  const lines = [
    `sessions   ${sessions}`,
    `delivered  ${delivered} contexts, ${characters} characters, ${bytes} bytes`,
    `empty      ${nothing} answers${reasons && `: ${reasons}`}`,
    `timeouts   ${timeouts} of tools`,
  ];
  if (milliseconds) {
    const { p50, p95, p99 } = milliseconds;
    lines.push(`time       p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms`);
  }
  return lines.join("\n") + "\n";
}

/** Most useful first, by places used per delivery. */
function tools({ tools }: Stats): string {
  return table(tools, [
    { title: "tool", text: ({ tool }) => tool },
    ...numberColumns<Stats["tools"][number]>("places", "runs", "timeouts", "failures"),
    { title: "p50 ms", text: ({ p50 }) => String(p50), isNumber: true },
  ]);
}

function errors({ errors }: Stats): string {
  return table(errors, [
    { title: "failed inside", text: ({ module }) => module },
    { title: "kind", text: ({ kind }) => kind },
    { title: "count", text: ({ count }) => String(count), isNumber: true },
    { title: "last", text: ({ last }) => last },
  ]);
}

function events({ events }: Stats): string {
  return table(Object.entries(events).sort(), [
    { title: "event", text: ([event]) => event },
    { title: "count", text: ([, count]) => String(count), isNumber: true },
  ]);
}

function models({ models }: Stats): string {
  return models.map(({ name, calls, failed, input, output, dollars }) =>
    `${name}: ${counted(calls, "call")}, ${failed} failed, ${input} + ${output} tokens, ${
      dollars.toFixed(4)
    } US dollars\n`
  ).join("");
}

/** A bar per day: `#` delivered, `.` empty. */
function plot({ days }: Stats): string {
  const most = Math.max(1, ...days.map(({ delivered, empty }) => delivered + empty));
  const bar = (mark: string, count: number): string =>
    mark.repeat(count === 0 ? 0 : Math.max(1, Math.round(count / most * BAR)));
  return days.map(({ day, delivered, empty }) =>
    `${day}  ${bar("#", delivered)}${bar(".", empty)} ${delivered} + ${empty}\n`
  ).join("");
}
