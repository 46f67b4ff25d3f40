import { asObject, parseObject } from "../model/json.ts";
import { SELF } from "../platform/detached.ts";
import { runChild } from "../platform/child.ts";
import { isExecutable, realPath } from "../platform/host_files.ts";
import { sameContent } from "../platform/user_files.ts";
import { claudeProgram } from "./client_checks.ts";
import type { Check } from "./wiring.ts";
import type { Layout } from "./install_layout.ts";
import type { CommandIo } from "../platform/command_io.ts";

const NAME = "hook run";

/** Runs the program that Claude Code's settings name as Claude Code does. The run leaves no trace in the statistics. */
export async function checkHook(layout: Layout, io: CommandIo): Promise<Check> {
  const program = claudeProgram(layout);
  const real = realPath(program);
  if (real === undefined) return failed(`missing: ${program}`, "auto-tools install");
  if (!isExecutable(real)) return failed(`not executable: ${program}`, `chmod +x ${real}`);
  // The runtime starts no program by its path but this one, which is the same where the bytes are.
  if (!await sameContent(real, io.execPath)) {
    return failed(
      `not started, because it is another build than ${io.execPath}: ${program}`,
      `${program} doctor`,
    );
  }
  try {
    return await runHook(program, io);
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error), "correct what is named above");
  }
}

async function runHook(program: string, io: CommandIo): Promise<Check> {
  const input = JSON.stringify({
    hook_event_name: "UserPromptSubmit",
    cwd: io.cwd,
    prompt: "Where is the main function defined in this repository?",
  });
  const started = performance.now();
  const { code, stdout } = await runChild(SELF, ["hook"], {
    input,
    collect: true,
    cwd: io.cwd,
    env: { CI_AUTO_TOOLS_RECORD: "0" },
  });
  const took = `${Math.round(performance.now() - started)} ms`;
  const context = asObject(parseObject(stdout)?.["hookSpecificOutput"])?.["additionalContext"];
  const size = typeof context === "string" ? `${context.length} characters` : "nothing to inject";
  const found = `${program}: exit ${code}, ${size}, ${took}`;
  return code === 0 ? { name: NAME, ok: true, found } : failed(found, "reinstall with ./install.sh");
}

function failed(found: string, fix: string): Check {
  return { name: NAME, ok: false, found, fix };
}
