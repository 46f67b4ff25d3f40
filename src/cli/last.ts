import { counted } from "../model/counted.ts";
import { ageOf, numberColumns, type Paint, painted, painter, table } from "../clients/terminal/text.ts";
import type { ExitCode } from "../model/errors.ts";
import { aboutTokens } from "../model/tokens.ts";
import { LAST_FILE } from "../pipeline/last_delivery.ts";
import { type LastDelivery, readLast } from "../pipeline/read_last.ts";
import { type CommandIo, noPositionals, readArguments } from "../platform/command_io.ts";
import { wallClock } from "../platform/clock.ts";
import { existingState } from "../platform/state_files.ts";
import { rootFor } from "./tool_command.ts";

/** `auto-tools last`: what the last prompt was given in this repository, why, what it cost and what was left out. */
export async function run(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const { values } = readArguments(args, { flags: ["json"], ...noPositionals("last") });
  const root = await rootFor(io);
  const last = readLast(existingState(root)?.read(LAST_FILE));
  if (values["json"]) {
    const sizes = last && { characters: last.context.length, tokens: aboutTokens(last.context) };
    io.out(`${JSON.stringify({ last: last ? { ...last, ...sizes } : null })}\n`);
  } else io.out(last ? textOf(last, painter(io)) : NOTHING);
  return 0;
}

const NOTHING = `nothing is kept for this repository: no prompt about code since the last session ended,
last.enabled is false, or CI_AUTO_TOOLS_RECORD is 0. To see what a prompt would be given: auto-tools --prompt TEXT
`;

function textOf(last: LastDelivery, paint: Paint): string {
  const { at, client, session, kind, context, milliseconds } = last;
  const head = [
    `prompt    ${ageOf(Date.parse(at), wallClock())} (${at}), ${client}${
      session ? `, session ${session}` : ""
    }; prompts that are not about code leave no record`,
    `why       it asks about code: ${kind}`,
    `given     ${givenText(last)}, after ${milliseconds} ms`,
    `left out  ${leftOutText(last)}`,
    ...last.limits.map((limit) => `limit     ${limit}`),
  ];
  return [`${head.join("\n")}\n`, painted(toolTable(last), paint), context === "" ? "" : `${context}\n`]
    .filter((part) => part !== "").join("\n");
}

function givenText({ context, places, tools }: LastDelivery): string {
  if (context === "") {
    const isLate = tools.some(({ status }) => status === "timeout" || status === "skipped");
    return isLate ? "nothing: the time ran out" : "nothing: no relevant place was found";
  }
  const bytes = new TextEncoder().encode(context).length;
  const size = `${context.length} characters (${bytes} bytes), about ${aboutTokens(context)} tokens`;
  return `${counted(places, "place")}, ${size}`;
}

function leftOutText({ leftOut: { known, tooLong, secrets, injections }, truncated }: LastDelivery): string {
  const parts = [
    ...(known > 0 ? [`${counted(known, "place")} that the session knows`] : []),
    ...(tooLong > 0 ? [`${counted(tooLong, "place")} for which the client has no room`] : []),
    ...(truncated && tooLong === 0 ? ["code for which the client has no room"] : []),
    ...(secrets > 0 ? [`${secrets} secrets`] : []),
    ...(injections > 0 ? [`${injections} passages that read as instructions`] : []),
  ];
  return parts.join(", ") || "nothing";
}

function toolTable({ tools }: LastDelivery): string {
  return table(tools, [
    { title: "tool", text: ({ tool }) => tool },
    { title: "ended", text: ({ status }) => status },
    ...numberColumns<LastDelivery["tools"][number]>("ms", "places"),
    { title: "why", text: ({ reason }) => reason },
  ]);
}
