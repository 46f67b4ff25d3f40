import { compare } from "./compare.ts";
import { reportOf, type Task } from "./measure.ts";

/**
 * What the hook saves an agent: runs Claude Code with your own key over a list of tasks, with and without the hook, and
 * prints tokens, tool calls, files read, time and how often the answer named the definition that was asked for.
 *
 * `ANTHROPIC_API_KEY=... deno run -A tests/bench/agent/main.ts --tasks FILE [--client claude] [--program dist/auto-tools]
 * [--runs 3] [--json]`. FILE is a list of `{"repository": PATH, "prompt": TEXT, "expects": [NAME, ...]}`. Every run costs
 * what the model costs.
 */

/** Of the environment, besides PATH: where the model is and who asks. */
const PASSED = ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL", "ANTHROPIC_MODEL"];

function option(name: string, standard?: string): string {
  const at = Deno.args.indexOf(name);
  const value = at < 0 ? standard : Deno.args[at + 1];
  if (value === undefined) throw new Error(`missing: ${name}`);
  return value;
}

const tasks = JSON.parse(await Deno.readTextFile(option("--tasks"))) as Task[];
const env = Object.fromEntries(
  [...PASSED, "PATH"].flatMap((name) => {
    const value = Deno.env.get(name);
    return value === undefined ? [] : [[name, value]];
  }),
);
const compared = await compare(tasks, {
  client: option("--client", "claude"),
  program: await Deno.realPath(option("--program", "dist/auto-tools")),
  env: { ...env, DISABLE_AUTOUPDATER: "1" },
  runs: Number(option("--runs", "3")),
});
console.log(Deno.args.includes("--json") ? JSON.stringify(compared, null, 2) : reportOf(compared));
