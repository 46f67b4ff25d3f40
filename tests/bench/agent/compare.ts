import { jsonLines } from "../../clients/support/claude.ts";
import { explain, run } from "../../support/processes.ts";
import { type Compared, type Measure, measure, type Task } from "./measure.ts";

/** What the runs need. */
export interface Setting {
  /** Path of Claude Code. */
  readonly client: string;
  /** Path of the program whose hook is compared. */
  readonly program: string;
  /** The model's address and key, PATH, and what else the client is to see; no HOME. */
  readonly env: Readonly<Record<string, string>>;
  /** Runs per task and side. */
  readonly runs: number;
}

/** Tools that only read; nothing in the repositories is changed by the model. */
const TOOLS = "Read,Grep,Glob";
const LONGEST_MS = 600_000;

/**
 * Asks the client every task with and without the hook, each time in a home folder of its own, in turn, so that a slow
 * hour of the model's server hits both sides. The hook keeps its cache in the repositories, as always.
 */
export async function compare(tasks: readonly Task[], setting: Setting): Promise<Compared[]> {
  const compared: Compared[] = [];
  for (const task of tasks) {
    const sides: Record<"without" | "with", (Measure | undefined)[]> = { without: [], with: [] };
    for (let left = setting.runs; left > 0; left--) {
      for (const side of ["without", "with"] as const) sides[side].push(await ask(task, side, setting));
    }
    compared.push({ task, ...sides });
  }
  return compared;
}

async function ask(task: Task, side: "without" | "with", setting: Setting): Promise<Measure | undefined> {
  const home = await Deno.makeTempDir({ prefix: "auto-tools-agent-" });
  const env = { ...setting.env, HOME: home };
  const place = { cwd: task.repository, env };
  try {
    if (side === "with") {
      for (const args of [["install", "--claude"], ["index"]]) {
        const ended = await run(setting.program, args, { ...place, timeout: LONGEST_MS });
        if (ended.code !== 0) throw new Error(explain(`auto-tools ${args[0]}`, ended));
      }
    }
    const args = ["-p", "--setting-sources", "user", "--output-format", "stream-json", "--verbose"];
    const ended = await run(setting.client, [...args, "--tools", TOOLS, "--allowedTools", TOOLS], {
      ...place,
      input: task.prompt,
      timeout: LONGEST_MS,
    });
    return measure(jsonLines(ended.stdout), task.expects);
  } finally {
    // What still writes into the folder ends soon; nothing in it is of use.
    await Deno.remove(home, { recursive: true }).catch(() => {});
  }
}
