import { BINARY, payload } from "../support/binary.ts";
import { standingBy } from "./daemon.ts";

/**
 * `deno run -A tests/bench/crowd.ts [REPOSITORY [QUICK DEEP]]`: twenty hooks at once beside four busy loops, with a daemon
 * for the repository, by default this project: how many answer, how many texts differ, and how long they take.
 */

const HOOKS = 20;
const LOOPS = 4;
const [repository = new URL("../..", import.meta.url).pathname, ...named] = Deno.args;
const [
  quick = "Where is the socket of the daemon opened?",
  deep = "What breaks if I change `answerPrompt`?",
] = named;

const folder = Deno.makeTempDirSync({ prefix: "auto-tools-crowd-" });
const loops: Deno.ChildProcess[] = [];
try {
  const root = `${folder}/repository`;
  await new Deno.Command("git", { args: ["clone", "-q", repository, root] }).output();
  await new Deno.Command(BINARY, { args: ["index", root], stdout: "null", stderr: "null" }).output();
  await using daemon = await standingBy(root, folder, {});
  for (let i = 0; i < LOOPS; i++) {
    loops.push(new Deno.Command(Deno.execPath(), { args: ["eval", "for (;;) ;"] }).spawn());
  }
  for (const [name, prompt] of [["quick", quick], ["deep", deep]] as const) {
    const answers = await Promise.all(
      Array.from(
        { length: HOOKS },
        () => ask(payload(prompt, root, { session_id: crypto.randomUUID() }), root, daemon.env),
      ),
    );
    const texts = new Set(answers.map(({ text }) => text).filter((text) => text !== ""));
    const answered = answers.filter(({ text }) => text !== "").length;
    const times = answers.map(({ ms }) => Math.round(ms)).sort((a, b) => a - b);
    console.log(
      `${name}: ${answered} of ${HOOKS} answered, ${texts.size} texts, ` +
        `median ${times[HOOKS / 2]} ms, longest ${times.at(-1)} ms`,
    );
  }
} finally {
  for (const loop of loops) loop.kill("SIGKILL");
  await Promise.all(loops.map((loop) => loop.status));
  Deno.removeSync(folder, { recursive: true });
}

async function ask(
  stdin: string,
  cwd: string,
  env: Record<string, string>,
): Promise<{ readonly ms: number; readonly text: string }> {
  const startedAt = performance.now();
  const child = new Deno.Command(BINARY, {
    args: ["hook"],
    cwd,
    env,
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(stdin));
  await writer.close();
  const { stdout } = await child.output();
  return { ms: performance.now() - startedAt, text: new TextDecoder().decode(stdout) };
}
