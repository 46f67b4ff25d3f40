import { BINARY, payload } from "../support/binary.ts";
import type { Timed } from "../support/timing.ts";
import { compileEmpty, timeInTurn } from "../support/timing.ts";
import { benchIndex } from "./life_of_an_index.ts";
import { ALONE, standingBy } from "./daemon.ts";
import { benchBusy } from "./busy.ts";
import { benchScale } from "./scale.ts";

/**
 * `deno task bench [REPOSITORY] [RUNS]`: the hook as a whole process, on this project or the repository named, with and
 * without a daemon, against an empty compiled program in the same run; then the life of an index on a clone
 * of it. RIVAL names the command of CodeGraph, to be timed in turn. With `--scale FOLDER` see `scale.ts`, with `--busy N`
 * `busy.ts`.
 */

if (Deno.args[0] === "--scale") {
  await benchScale(Deno.realPathSync(Deno.args[1] ?? "."), Deno.args.includes("--build"));
  Deno.exit();
}

if (Deno.args[0] === "--busy") {
  await benchBusy(Deno.args.slice(1));
  Deno.exit();
}

const repository = Deno.realPathSync(Deno.args[0] ?? new URL("../..", import.meta.url).pathname);
const runs = Number(Deno.args[1] ?? 20);

/** Questions in both languages, so that no single one decides. */
const QUESTIONS = [
  "Where are CSRF tokens checked on incoming requests?",
  "How does the parser handle syntax errors in the config file?",
  "fix the login error when the session has expired",
  "请求进来的时候在哪里校验 token？",
];

const folder = Deno.makeTempDirSync({ prefix: "auto-tools-bench-" });
try {
  // No answer from memory: every run does the whole work, but for the one that shows what memory brings.
  Deno.mkdirSync(`${folder}/forgetful/auto-tools`, { recursive: true });
  Deno.writeTextFileSync(`${folder}/forgetful/auto-tools/auto-tools.yaml`, "cache:\n  ttl_s: 0\n");
  const forgetful = { XDG_CONFIG_HOME: `${folder}/forgetful` };
  await new Deno.Command(BINARY, { args: ["index", repository], env: forgetful, stdout: "null" }).output();
  await using standing = await standingBy(repository, folder, forgetful);
  const hook = (name: string, prompt: string, env: Timed["env"] = { ...forgetful, ...ALONE }): Timed => ({
    name,
    program: BINARY,
    args: ["hook"],
    stdin: payload(prompt, repository),
    cwd: repository,
    env: env!,
  });
  const usual = { XDG_CONFIG_HOME: `${folder}/default`, ...ALONE };
  const commands: Timed[] = [
    { name: "empty program", program: await compileEmpty(folder), args: [], stdin: "" },
    hook("silent prompt", "thanks, that looks good to me", usual),
    ...QUESTIONS.map((question, i) => hook(`${i + 1} with the daemon`, question, standing.env)),
    ...QUESTIONS.map((question, i) => hook(`${i + 1} alone`, question)),
    hook("1 alone, again", QUESTIONS[0]!, usual),
  ];
  console.log(`${repository}, ${runs} runs each, milliseconds of the whole process`);
  const results = await timeInTurn(commands, runs);
  for (const [name, timings] of results) console.log(`${name.padEnd(16)} ${timings}`);
  const floor = results.get("empty program")?.quantile(0.5) ?? NaN;
  const silent = results.get("silent prompt")?.quantile(0.5) ?? NaN;
  console.log(`silent / empty   ${(silent / floor).toFixed(2)} (medians)`);
  const [fresh, again] = ["1 alone", "1 alone, again"].map((name) => results.get(name)?.quantile(0.5) ?? NaN);
  console.log(`again / fresh    ${(again! / fresh!).toFixed(2)} (medians)`);
  const rival = Deno.env.get("RIVAL");
  await benchIndex(repository, folder, {
    env: forgetful,
    question: QUESTIONS[0]!,
    runs: Math.min(runs, 10),
    ...(rival !== undefined && { rival }),
  });
} finally {
  Deno.removeSync(folder, { recursive: true });
}
