import { dirname } from "node:path";
import { buildAssets } from "./assets.ts";
import { attach, packFiles } from "./attach.ts";
import { makeCached } from "./cached_modules.ts";
import { bundledText, bundleFile, bundleModules, bundleScript } from "./bundle.ts";
import { BUILD_FILE } from "../../src/platform/build_info.ts";
import { PLUGIN_MODULE } from "../../src/platform/program.ts";
import { CODE } from "../../src/platform/cached_module.ts";
import { compileFlags, ENTRY_POINTS, PACKED_WORKER, THREADS } from "./compile_flags.ts";

/**
 * Sources to executable: type check, grammars, bundle, warm-up, compile. Run in the project's folder:
 * `deno run -A config/build/build.ts [--target TRIPLE] [--output FILE] [--no-check] [--no-warm-up]`.
 */

const BUNDLE = "dist/bundle";
const ASSETS = "dist/assets";
const FOLDERS = ["config/claude-plugin", "config/client-plugins", "config/help", "config/page"];
/** What every prompt loads, and what those do that are about code. */
const TOGETHER = [
  "src/app.ts",
  "src/engine/answer_alone.ts",
  "src/engine/answer_here.ts",
  "src/intent/answer_kind.ts",
  "src/engine/name_files.ts",
];
const CLAUDE_MODULE = "src/clients/claude_code/module.ts";
const WARM_UP = "config/build/warm_up.ts";
const RECORDER = "config/build/record_modules.ts";
/** Beside the assets, like the bundle itself. */
const RECORDER_BUNDLE = "dist/recorder";
/** Prompts whose functions are kept: silence in both languages, and an answer. */
const PROMPTS = [
  "thanks, that is all for today",
  "谢谢，今天天气不错",
  "Where does `packFiles` put the packed files?",
];
/** Not in the system's temporary folder, where some machines run no programs. */
const WARM_UP_FOLDER = "dist/warm-up";

if (import.meta.main) {
  const started = performance.now();
  const output = option("--output") ?? "dist/auto-tools";
  const target = option("--target") ?? Deno.build.target;
  if (!Deno.args.includes("--no-check")) {
    await deno("type check", [
      "check",
      "--quiet",
      ...ENTRY_POINTS,
      ...THREADS,
      PACKED_WORKER,
      WARM_UP,
      RECORDER,
    ]);
  }
  await Deno.remove(ASSETS, { recursive: true }).catch(() => undefined);
  buildAssets(ASSETS);
  await Deno.writeTextFile(`${ASSETS}/${PLUGIN_MODULE}`, await bundledText(CLAUDE_MODULE));
  await writeBuildInfo();
  for (const old of [BUNDLE, RECORDER_BUNDLE]) {
    await Deno.remove(old, { recursive: true }).catch(() => undefined);
  }
  await bundleModules(THREADS, BUNDLE, []);
  for (const file of await bundleModules(ENTRY_POINTS, BUNDLE, TOGETHER)) makeCached(file);
  await bundleScript(PACKED_WORKER, ASSETS);
  // Another machine's engine cannot be run here; the program then translates its functions as it needs them.
  if (target === Deno.build.target && !Deno.args.includes("--no-warm-up")) await warmUp();
  const packed = target.includes("linux") ? packFiles(ASSETS) : undefined;
  await compile(target, {
    entry: `${BUNDLE}/main.js`,
    output,
    // With the packages' table of contents in it, which the bundle does not need, each start takes 2 ms longer.
    flags: ["--no-config", ...included([BUNDLE, ASSETS, ...FOLDERS]), ...(packed?.flags ?? [])],
  });
  if (packed) await attach(output, packed.bytes);
  const { size } = await Deno.stat(output);
  console.log(
    `built ${output}: ${(size / 1e6).toFixed(1)} MB in ${
      ((performance.now() - started) / 1000).toFixed(1)
    } s`,
  );
}

/** Notes what the program says of itself: the commit, and the address of the releases where it is built for one. */
async function writeBuildInfo(): Promise<void> {
  const git = await new Deno.Command("git", { args: ["rev-parse", "HEAD"], stdin: "null", stderr: "null" })
    .output().catch(() => undefined);
  const commit = git?.success ? new TextDecoder().decode(git.stdout).trim() : undefined;
  const releases = Deno.env.get("AUTO_TOOLS_RELEASES");
  await Deno.writeTextFile(`${ASSETS}/${BUILD_FILE}`, JSON.stringify({ commit, releases }) + "\n");
}

/** Has the engine translate what a prompt runs of the packed worker, and keeps that beside it. */
async function warmUp(): Promise<void> {
  await Deno.remove(WARM_UP_FOLDER, { recursive: true }).catch(() => undefined);
  await Deno.mkdir(WARM_UP_FOLDER, { recursive: true });
  const folder = await Deno.realPath(WARM_UP_FOLDER);
  try {
    const program = `${folder}/warm-up`;
    await compile(Deno.build.target, { entry: WARM_UP, output: program, flags: [] });
    const modules = await Deno.realPath(`${BUNDLE}/${dirname(PACKED_WORKER)}`);
    const args = [await Deno.realPath(ASSETS), modules, folder];
    await run("warm-up: index", program, args);
    await Deno.remove(`${ASSETS}/worker${CODE}`);
    await run("warm-up: prompts", program, args);
    await recordModules(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Answers prompts in a small repository, and keeps what the engine made of the cached modules. */
async function recordModules(folder: string): Promise<void> {
  const [program, recorded] = [`${folder}/recorder`, `${folder}/recorded`];
  await run("copy", "cp", ["-R", BUNDLE, RECORDER_BUNDLE]);
  await bundleFile(RECORDER, `${RECORDER_BUNDLE}/src/platform/cached_module.js`);
  const flags = ["--no-config", ...included([RECORDER_BUNDLE, ASSETS])];
  await compile(Deno.build.target, { entry: `${RECORDER_BUNDLE}/main.js`, output: program, flags });
  await Deno.mkdir(recorded);
  const root = await Deno.makeTempDir();
  await Deno.copyFile("config/build/attach.ts", `${root}/attach.ts`);
  await new Deno.Command("git", { args: ["init", "--quiet", root] }).output().catch(() => undefined);
  for (const prompt of PROMPTS) {
    const payload = { hook_event_name: "UserPromptSubmit", session_id: "warm-up", cwd: root, prompt };
    const env = { HOME: folder, XDG_CACHE_HOME: folder, XDG_CONFIG_HOME: folder };
    await run("warm-up: modules", program, ["hook"], { cwd: recorded, env, input: JSON.stringify(payload) });
  }
  for (const used of [root, RECORDER_BUNDLE]) await Deno.remove(used, { recursive: true });
  for (const { name } of Deno.readDirSync(recorded)) {
    await Deno.copyFile(`${recorded}/${name}`, `${BUNDLE}/${name}`);
  }
}

async function compile(
  target: string,
  { entry, output, flags }: { entry: string; output: string; flags: readonly string[] },
): Promise<void> {
  await deno("compile", [
    "compile",
    "--quiet",
    "--target",
    target,
    ...compileFlags(target),
    ...flags,
    "--output",
    output,
    entry,
  ]);
}

function included(folders: readonly string[]): string[] {
  return folders.flatMap((folder) => ["--include", folder]);
}

async function deno(what: string, args: readonly string[]): Promise<void> {
  await run(what, Deno.execPath(), args);
}

async function run(
  what: string,
  program: string,
  args: readonly string[],
  { input = "", ...options }: { cwd?: string; env?: Record<string, string>; input?: string } = {},
): Promise<void> {
  const process = new Deno.Command(program, { args: [...args], stdin: "piped", ...options }).spawn();
  await new Blob([input]).stream().pipeTo(process.stdin);
  const { code } = await process.status;
  if (code === 0) return;
  console.error(`${what} failed: exit code ${code}`);
  Deno.exit(1);
}

function option(name: string): string | undefined {
  const at = Deno.args.indexOf(name);
  return at < 0 ? undefined : Deno.args[at + 1];
}
