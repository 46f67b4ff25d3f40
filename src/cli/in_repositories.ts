import type { SubcommandName } from "./command_line.ts";
import { loadSettings } from "../engine/load_settings.ts";
import { ALL_MEMBERS, type Member, workspaceAt } from "../engine/workspace.ts";
import { type ExitCode, Failure } from "../model/errors.ts";
import { parseObject } from "../model/json.ts";
import { didYouMean } from "../model/near_words.ts";
import { runChild } from "../platform/client_process.ts";
import type { CommandIo } from "../platform/command_io.ts";
import { SELF } from "../platform/detached.ts";

/** `--repo NAME|all`: a command in another repository of the user's workspace, or in each of them. */

/** The commands that take `--repo`. */
export const TAKE_REPOSITORY: ReadonlySet<string> = new Set("search graph locate chain impact".split(" "));

/** Arguments without `--repo`, and what it names; the last one counts. */
export interface RepositoryArguments {
  readonly name: string | undefined;
  readonly rest: readonly string[];
}

/**
 * Takes `--repo NAME` out of the arguments.
 *
 * @throws Failure when it has no value
 */
export function takeRepository(args: readonly string[]): RepositoryArguments {
  const end = args.indexOf("--");
  const options = end < 0 ? args : args.slice(0, end);
  const rest: string[] = [];
  let name: string | undefined;
  for (let at = 0; at < options.length; at++) {
    const option = options[at]!;
    if (option !== "--repo" && !option.startsWith("--repo=")) {
      rest.push(option);
      continue;
    }
    name = option === "--repo" ? options[++at] : option.slice("--repo=".length);
    if (name === undefined || name === "" || name.startsWith("--")) {
      throw new Failure("invalidArgs", "--repo takes a value: --repo=NAME, or --repo=all");
    }
  }
  return { name, rest: [...rest, ...args.slice(options.length)] };
}

/** A command's arguments, and how it is run in this process. */
export interface RepositoryCommand {
  readonly command: SubcommandName;
  readonly rest: readonly string[];
  readonly run: (args: readonly string[], io: CommandIo) => Promise<ExitCode>;
}

/**
 * Runs a command in the repository of that name, or in each one of the workspace; what it prints names the repository.
 *
 * @throws Failure when the workspace has no repository of that name
 */
export async function inRepositories(
  name: string,
  { command, rest, run }: RepositoryCommand,
  io: CommandIo,
): Promise<ExitCode> {
  const { settings } = await loadSettings(io.cwd);
  const { members } = await workspaceAt(io.cwd, settings);
  const format = formatOf(rest);
  if (name === ALL_MEMBERS) return await inAll(members, { command, rest, format }, io);
  const member = members.find((one) => one.name === name);
  if (!member) throw unknown(name, members);
  return await run(rest, { ...io, repository: member.root, out: namedOutput(member, format, io) });
}

function unknown(name: string, members: readonly Member[]): Failure {
  const names = members.map((one) => one.name);
  const known = names.length === 0
    ? "; your settings' workspace does not hold the repository here"
    : didYouMean(name, names) || `; known are ${names.join(", ")} and ${ALL_MEMBERS}`;
  return new Failure("invalidArgs", `no repository of the workspace has this name: ${name}${known}`);
}

/** `text` where nothing else is asked for. */
function formatOf(args: readonly string[]): string {
  if (args.includes("--json")) return "json";
  const at = args.indexOf("--format");
  return (at < 0 ? args.find((one) => one.startsWith("--format="))?.slice(9) : args[at + 1]) ?? "text";
}

/** Text begins with a line that names the repository; JSON has it as its first key; diagrams and pages stay as they are. */
function namedOutput({ name }: Member, format: string, { out }: CommandIo): CommandIo["out"] {
  let isFirst = true;
  return (text) => {
    const object = format === "json" ? parseObject(text) : undefined;
    if (isFirst && format === "text") out(`${name}:\n`);
    isFirst = false;
    out(object ? `${JSON.stringify({ repository: name, ...object })}\n` : text);
  };
}

/** Each repository in a process of its own, whose sandbox can read that repository alone. */
async function inAll(
  members: readonly Member[],
  { command, rest, format }: Pick<RepositoryCommand, "command" | "rest"> & { readonly format: string },
  io: CommandIo,
): Promise<ExitCode> {
  if (members.length === 0) throw unknown(ALL_MEMBERS, members);
  if (format !== "text" && format !== "json") {
    throw new Failure(
      "invalidArgs",
      `--format takes one of text, json with --repo=${ALL_MEMBERS}: ${format}`,
    );
  }
  const isJson = format === "json";
  const ends: { readonly code: number; readonly stdout: string }[] = [];
  for (const { name } of members) {
    const args = [command, `--repo=${name}`, ...rest];
    ends.push(await runChild(SELF, args, { input: "", collect: isJson, cwd: io.cwd }));
  }
  if (isJson) {
    const repositories = ends.map(({ code, stdout }, at) =>
      parseObject(stdout) ?? { repository: members[at]!.name, exit_code: code }
    );
    io.out(`${JSON.stringify({ repositories })}\n`);
  }
  const codes = ends.map(({ code }) => code as ExitCode);
  return codes.includes(0) ? 0 : codes[0] ?? 0;
}
