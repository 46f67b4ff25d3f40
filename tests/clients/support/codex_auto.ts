import { codexEnv, prepareCodex } from "./codex.ts";
import type { MockApi, Recorded, Reply } from "./mock_api.ts";
import type { Ended } from "../../support/processes.ts";
import { run } from "../../support/processes.ts";
import { startResponsesApi } from "./responses_api.ts";
import type { Workspace } from "./workspace.ts";
import { makeWorkspace, program } from "./workspace.ts";

/** A user with Codex and this program installed, and a scripted model. */
export interface CodexUser extends AsyncDisposable {
  readonly workspace: Workspace;
  readonly api: MockApi;
  /** Runs `codex-auto` in the repository. */
  codexAuto(args: readonly string[], input?: string, extra?: Record<string, string>): Promise<Ended>;
  /** Runs plain `codex` in the repository. */
  codex(args: readonly string[], input?: string): Promise<Ended>;
  /** Runs `auto-tools` in the repository. */
  autoTools(args: readonly string[], input?: string): Promise<Ended>;
}

/** Makes the user; `executable` is the real client. */
export async function makeCodexUser(
  executable: string,
  script: (request: Recorded, index: number) => Reply | Promise<Reply> = () => ({ text: "the answer" }),
): Promise<CodexUser> {
  const workspace = await makeWorkspace();
  const api = startResponsesApi(script);
  await prepareCodex(executable, workspace, api);
  for (const name of ["codex-auto", "auto-tools"]) {
    await Deno.symlink(await program(), `${workspace.bin}/${name}`);
  }
  const start =
    (name: string) =>
    (args: readonly string[], input?: string, extra: Record<string, string> = {}): Promise<Ended> =>
      run(`${workspace.bin}/${name}`, args, {
        cwd: workspace.repository,
        env: { ...codexEnv(workspace), ...extra },
        ...(input !== undefined && { input }),
      });
  return {
    workspace,
    api,
    codexAuto: start("codex-auto"),
    codex: start("codex"),
    autoTools: start("auto-tools"),
    [Symbol.asyncDispose]: async () => {
      await api[Symbol.asyncDispose]();
      await workspace[Symbol.asyncDispose]();
    },
  };
}
