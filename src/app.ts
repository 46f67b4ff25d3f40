import { type Command, parseCommand } from "./cli/command_line.ts";
import { runHook } from "./clients/hook.ts";
import { asFailure, type Failure } from "./model/errors.ts";
import { currentFolder, env } from "./platform/host_files.ts";
import { stdinIsTerminal, writeStderr } from "./platform/stdio.ts";
import { noteInternalError } from "./timeline/journal.ts";

/** Runs one command and answers the exit code. The hook entry answers 0 whatever happens. */
export async function main(args: readonly string[]): Promise<number> {
  if (args[0] === "hook" && args.length <= 2 && !args[1]?.startsWith("-")) return await hook(args[1]);
  let command: Command | undefined;
  try {
    command = parseCommand(await calledAs(), args);
    if (command.name !== "hook") return await (await import("./cli/dispatch.ts")).dispatch(command);
  } catch (error) {
    const failure = asFailure(error);
    writeStderr(`auto-tools: ${failure.message}; ${fixFor(failure, command)}\n`);
    return failure.exit;
  }
  return stdinIsTerminal() ? await main(["help"]) : await hook();
}

/** A hook that complains on standard output or with an exit code disturbs the user's turn. */
async function hook(client?: string): Promise<number> {
  for (const kind of ["error", "unhandledrejection"] as const) {
    self.addEventListener(kind, (event) => {
      event.preventDefault();
      void failed(event instanceof ErrorEvent ? event.error : (event as PromiseRejectionEvent).reason);
    });
  }
  try {
    await runHook(client);
  } catch (error) {
    await failed(error);
  }
  return 0;
}

async function failed(error: unknown): Promise<void> {
  if (env("CI_AUTO_TOOLS_DEBUG") === "1") writeStderr(`auto-tools: ${asFailure(error).message}\n`);
  await noteInternalError("hook", error, currentFolder());
}

/** Wrong arguments of a subcommand are explained by its own help. */
function fixFor({ kind, fix }: Failure, command?: Command): string {
  return kind === "invalidArgs" && command?.name === "run"
    ? `see \`auto-tools ${command.command} --help\``
    : fix;
}

async function calledAs(): Promise<string> {
  const { programName } = await import("./platform/program_name.ts");
  return programName();
}
