import { TOOLS } from "./analysis/registry.ts";
import { roleOf } from "./analysis/roles.ts";
import { asFailure, Failure } from "./model/errors.ts";
import type { FromJail, RepositoryView, ToJail } from "./model/jail.ts";
import type { RepositoryFiles } from "./model/ports.ts";
import { clock } from "./platform/clock.ts";
import { createRepositoryFiles } from "./platform/repository_files.ts";
import { isSymlink, realPath } from "./platform/host_files.ts";
import { walk } from "./platform/walk.ts";
import { createPathGuard } from "./safety/path_guard.ts";
import { isSensitivePath, isSkippedPath } from "./safety/sensitive.ts";

/** The jailed side: opens the repository it was shown, then answers calls one after the other. */

let view: RepositoryView | undefined;
let files: RepositoryFiles | undefined;

self.onmessage = (event: MessageEvent<ToJail>): void => {
  const message = event.data;
  if (message.type === "open") {
    view = message.view;
    files = openFiles(view);
    post({ type: "ready" });
  } else {
    void answer(message);
  }
};

function post(message: FromJail): void {
  self.postMessage(message);
}

function openFiles(view: RepositoryView): RepositoryFiles {
  const guard = createPathGuard(view.root, { realPath: existing, isSymlink });
  const listed = (path: string): boolean => !isSensitivePath(path) && !isSkippedPath(path);
  const paths = view.listing ? new TextDecoder().decode(view.listing).split("\0") : walk(view.root, listed);
  return createRepositoryFiles(paths, { admit: (path) => guard.admit(path), listed, roleOf });
}

function existing(path: string): string {
  const real = realPath(path);
  if (real === undefined) throw new Error(`nothing there: ${path}`);
  return real;
}

async function answer(message: Extract<ToJail, { type: "call" }>): Promise<void> {
  const { id, call, timeLeftMs } = message;
  const started = clock();
  try {
    const load = TOOLS[call.tool];
    if (!load || !files || !view) throw new Failure("toolUnavailable", `no such tool here: ${call.tool}`);
    const tool = await load();
    const findings = await tool(call.args, {
      files,
      repository: view.facts,
      clock,
      deadline: started + timeLeftMs,
      partial: (findings) => post({ type: "partial", id, findings }),
    });
    post({ type: "done", id, findings });
  } catch (error) {
    const failure = asFailure(error);
    post({ type: "failed", id, code: failure.code, message: failure.message });
  }
}
