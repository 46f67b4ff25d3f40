import type { ExitCode } from "../../model/errors.ts";
import type { CommandIo } from "../../platform/command_io.ts";
import { folderNamed } from "../../platform/host_files.ts";
import { dropRights } from "../../platform/permissions.ts";
import { stdinChunks } from "../../platform/stdio.ts";
import { openEngine } from "../../engine/engine.ts";
import { serverProcess } from "../../engine/process.ts";
import { framed, Frames, Rpc } from "./rpc.ts";
import { LspSession } from "./session.ts";

/**
 * `auto-tools lsp [FOLDER ...]`: a language server over the index, on standard input and output, until the client
 * sends `exit` or goes away. Folders named are the workspace in place of the client's own.
 */
export async function run(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const named = args.filter((arg) => arg !== "--stdio").map((path) => folderNamed(path, io.cwd));
  dropRights("server");
  // One sandbox answers one question after the other.
  const session = new LspSession(named, io.cwd, openEngine(serverProcess({ atATime: 1 })));
  const ended = Promise.withResolvers<ExitCode>();
  const rpc = new Rpc({
    request: (method) => session.request(method),
    notification: (method, params) => {
      if (method === "exit") ended.resolve(session.isShut ? 0 : 1);
      else session.notification(method, params);
    },
  }, (message) => io.out(framed(message)));
  return await Promise.race([ended.promise, readAll(rpc)]);
}

async function readAll(rpc: Rpc): Promise<ExitCode> {
  const frames = new Frames();
  for await (const chunk of stdinChunks()) {
    for (const frame of frames.take(chunk)) rpc.receive(frame);
  }
  return 0;
}
