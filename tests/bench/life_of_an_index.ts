import { BINARY, payload } from "../support/binary.ts";
import { Timings } from "../support/timing.ts";
import { ALONE, standingBy } from "./daemon.ts";

/** What one run of a program took and said. */
interface Ran {
  /** Milliseconds of the whole process. */
  readonly took: number;
  readonly reported: { readonly duration: number; readonly parsed: number; readonly size: number };
}

/**
 * An index from its first build to a branch that is switched back and forth, by the real program on a clone of
 * `repository`. `rival`: another indexer's command, timed in turn with the full build; its folder is `.codegraph`.
 */
export async function benchIndex(
  repository: string,
  folder: string,
  options: {
    readonly env: Record<string, string>;
    readonly question: string;
    readonly rival?: string;
    readonly runs: number;
  },
): Promise<void> {
  const { env, question, rival, runs } = options;
  const root = `${folder}/clone`;
  git(folder, "clone", "-q", "--shared", repository, root);
  const index = (): Promise<Ran> => run(BINARY, ["index", "--json"], root, env);
  const [full, theirs] = [new Timings(), new Timings()];
  let size = 0;
  for (let build = 0; build < Math.min(runs, 3); build++) {
    remove(`${root}/.devbooks`);
    const { took, reported } = await index();
    full.add(took);
    size = reported.size;
    if (rival === undefined) continue;
    remove(`${root}/.codegraph`);
    theirs.add((await run(rival, ["init"], root, env)).took);
  }
  console.log(`full index       ${full}, ${(size / 1e6).toFixed(1)} MB`);
  if (rival !== undefined) {
    console.log(
      `rival            ${theirs}, ${(theirs.quantile(0.5) / full.quantile(0.5)).toFixed(1)} times ours`,
    );
  }
  // Files that were just written are read once more; what follows is the ordinary case.
  await new Promise((resolve) => setTimeout(resolve, 2100));
  await index();
  const idle = new Timings();
  for (let i = 0; i < runs; i++) idle.add((await index()).reported.duration);
  console.log(`nothing changed  ${idle} (refresh alone)`);
  await using standing = await standingBy(root, folder, env);
  const hook = async (env: Record<string, string>): Promise<number> =>
    (await run(BINARY, ["hook"], root, env, payload(question, root))).took;
  if (rival !== undefined) {
    await againstRival(runs, {
      ours: () => hook(standing.env),
      theirs: async () => (await run(rival, ["prompt-hook"], root, env, payload(question, root))).took,
    });
  }
  await oneChange(root, runs, {
    standing: () => hook(standing.env),
    alone: () => hook({ ...env, ...ALONE }),
  });
  await branches(root, index);
}

/** The rival's index is of the same clone. */
async function againstRival(
  runs: number,
  { ours, theirs }: { readonly ours: () => Promise<number>; readonly theirs: () => Promise<number> },
): Promise<void> {
  const [own, other] = [new Timings(), new Timings()];
  for (let i = 0; i < runs; i++) {
    own.add(await ours());
    other.add(await theirs());
  }
  const times = (other.quantile(0.5) / own.quantile(0.5)).toFixed(1);
  console.log(`hook             ${own} (with the daemon)\nrival's hook     ${other}, ${times} times ours`);
}

async function oneChange(
  root: string,
  runs: number,
  { standing, alone }: { readonly standing: () => Promise<number>; readonly alone: () => Promise<number> },
): Promise<void> {
  const [path = ""] = sources(root);
  const [there, here] = [new Timings(), new Timings()];
  for (let i = 0; i < runs; i++) {
    for (const [timings, hook] of [[there, standing], [here, alone]] as const) {
      Deno.writeTextFileSync(`${root}/${path}`, `\n`, { append: true });
      timings.add(await hook());
    }
  }
  git(root, "checkout", "-q", "--", path);
  console.log(`one file changed ${there} (whole prompt, with the daemon)\n                 ${here} (alone)`);
}

async function branches(root: string, index: () => Promise<Ran>): Promise<void> {
  git(root, "checkout", "-q", "-b", "bench");
  const many = sources(root).slice(0, 300);
  for (const path of many) Deno.writeTextFileSync(`${root}/${path}`, "\n", { append: true });
  git(root, "-c", "user.name=bench", "-c", "user.email=bench@localhost", "commit", "-q", "-a", "-m", "bench");
  const rows: string[] = [];
  for (const branch of ["bench", "-", "-"]) {
    git(root, "checkout", "-q", branch);
    const { took, reported } = await index();
    rows.push(`${took.toFixed(0)} ms, ${reported.parsed} parsed`);
  }
  console.log(`branch of ${many.length} files: there ${rows[0]}; back ${rows[1]}; there again ${rows[2]}`);
}

function sources(root: string): string[] {
  return git(root, "ls-files").split("\n").filter((path) => /\.(?:py|[jt]s|go|java|rs|c|rb|php)$/.test(path));
}

function git(cwd: string, ...args: string[]): string {
  const { success, stdout, stderr } = new Deno.Command("git", { args: ["-C", cwd, ...args] }).outputSync();
  if (!success) throw new Error(`git ${args[0]} failed: ${new TextDecoder().decode(stderr)}`);
  return new TextDecoder().decode(stdout);
}

function remove(path: string): void {
  try {
    Deno.removeSync(path, { recursive: true });
  } catch {
    // It was not there.
  }
}

async function run(
  program: string,
  args: string[],
  cwd: string,
  env: Record<string, string>,
  input = "",
): Promise<Ran> {
  const started = performance.now();
  const child = new Deno.Command(program, { args, cwd, env, stdin: "piped", stdout: "piped", stderr: "null" })
    .spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(input)).catch(() => {});
  await writer.close().catch(() => {});
  const { stdout } = await child.output();
  const took = performance.now() - started;
  const text = new TextDecoder().decode(stdout);
  return { took, reported: args[0] === "index" ? JSON.parse(text) : { duration: 0, parsed: 0, size: 0 } };
}
