import { LONGEST_INPUT_MS } from "../clients/hook.ts";
import { MESSAGE_BYTES } from "../platform/limits.ts";
import type { Command, SubcommandName } from "./command_line.ts";
import type { ExitCode } from "../model/errors.ts";
import { currentFolder, env, executable } from "../platform/host_files.ts";
import { buildInfo } from "../platform/build_info.ts";
import { dropRight } from "../platform/permissions.ts";
import { readInput } from "../platform/object_input.ts";
import { stdinIsTerminal, stdoutIsTerminal, writeStderr, writeStdout } from "../platform/stdio.ts";
import { VERSION } from "../platform/program.ts";
import type { CommandIo } from "../platform/command_io.ts";

/** One subcommand: its arguments in, the exit code out. */
type Run = (args: readonly string[], io: CommandIo) => Promise<ExitCode>;

const LOAD: Record<SubcommandName, () => Promise<{ run: Run }>> = {
  search: () => import("./search.ts"),
  graph: () => import("./graph.ts"),
  locate: () => import("./locate.ts"),
  chain: () => import("./chain.ts"),
  impact: () => import("./impact.ts"),
  complexity: () => import("./complexity.ts"),
  hotspots: () => import("./hotspots.ts"),
  rerank: () => import("./rerank.ts"),
  index: () => import("./index.ts"),
  warm: () => import("./warm.ts"),
  daemon: () => import("./daemon.ts"),
  config: () => import("./config.ts"),
  stats: () => import("./stats.ts"),
  last: () => import("./last.ts"),
  status: () => import("./status.ts"),
  doctor: () => import("../setup/doctor.ts"),
  install: () => import("../setup/install.ts"),
  uninstall: () => import("../setup/uninstall.ts"),
  upgrade: () => import("../setup/upgrade.ts"),
  mcp: () => import("../clients/mcp/server.ts"),
  lsp: () => import("../clients/lsp/server.ts"),
};

/** These never connect to anything, so they give up the right to at once. */
const OFFLINE: ReadonlySet<string> = new Set("complexity stats last status install uninstall".split(" "));

/** Runs whatever was typed except the hook. Throws a Failure for what the caller did wrong. */
export async function dispatch(command: Exclude<Command, { name: "hook" }>): Promise<ExitCode> {
  const io = systemIo();
  switch (command.name) {
    case "version":
      io.out(command.json ? `${JSON.stringify(buildInfo())}\n` : `auto-tools ${VERSION}\n`);
      return 0;
    case "help":
      io.out((await import("./help.ts")).helpText(command.topic));
      return 0;
    case "completions":
      io.out((await import("./completions.ts")).completions(command.shell));
      return 0;
    case "man":
      io.out((await import("./man.ts")).manPage());
      return 0;
    case "kernel":
      return await (await import("./prompt.ts")).runKernel(command.prompt, io);
    case "prompt":
      return await (await import("./prompt.ts")).runPrompt(command, io);
    case "codex":
      return await (await import("../clients/codex/wrapper.ts")).run(command.args, io);
    case "run":
      if (OFFLINE.has(command.command)) dropRight("net");
      return await runSubcommand(command.command, command.args, io);
  }
}

async function runSubcommand(
  name: SubcommandName,
  args: readonly string[],
  io: CommandIo,
): Promise<ExitCode> {
  const { run } = await LOAD[name]();
  if (!args.some((one) => one.startsWith("--repo"))) return await run(args, io);
  const { inRepositories, TAKE_REPOSITORY, takeRepository } = await import("./in_repositories.ts");
  if (!TAKE_REPOSITORY.has(name)) return await run(args, io);
  const { name: repository, rest } = takeRepository(args);
  return repository === undefined
    ? await run(args, io)
    : await inRepositories(repository, { command: name, rest, run }, io);
}

function systemIo(): CommandIo {
  return {
    out: writeStdout,
    err: writeStderr,
    isTerminal: stdoutIsTerminal(),
    isTyped: stdinIsTerminal(),
    env,
    stdin: async () => new TextDecoder().decode(await readInput(MESSAGE_BYTES)),
    payload: async () => new TextDecoder().decode(await readInput(MESSAGE_BYTES, LONGEST_INPUT_MS)),
    home: env("HOME") ?? "",
    cwd: currentFolder(),
    execPath: executable(),
  };
}
