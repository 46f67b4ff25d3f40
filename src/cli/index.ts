import { counted } from "../model/counted.ts";
import { lookUp } from "../model/json.ts";
import type { Built } from "../engine/sandbox/index_builder.ts";
import { type ExitCode, Failure } from "../model/errors.ts";
import { cacheFolder, openState } from "../platform/state_files.ts";
import { LONGEST_RUN_MS } from "../platform/children.ts";
import { folderNamed } from "../platform/host_files.ts";
import { IndexBuild } from "../platform/index_build.ts";
import { runLean } from "../platform/detached.ts";
import { dropRights } from "../platform/permissions.ts";
import { ProgressBar } from "../platform/progress.ts";
import { INDEX_BUILDER, PROGRAM } from "../platform/program.ts";
import { StatTable } from "../platform/stat_table.ts";
import { type CommandIo, readArguments } from "../platform/command_io.ts";
import { TIMELINE, timelineLine } from "../timeline/journal.ts";
import type { BuildReport } from "../engine/build_report.ts";
import { loadSettings } from "../engine/load_settings.ts";
import { hasSymbols } from "../engine/symbols_file.ts";
import { repositoryFor } from "../engine/repository_for.ts";
import { outlineOf, rulesOf } from "../engine/repository_view.ts";

/**
 * `auto-tools index [PATH] [--publish] [--semantic [--estimate]]`: builds or refreshes the whole index, and its vectors. Every batch is
 * stored as soon as it is done, so it can be interrupted at any time and goes on from there.
 */
export async function run(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    flags: ["json", "semantic", "estimate", "publish"],
    most: 1,
    message: "index takes one PATH, or none",
  });
  const { semantic, estimate, publish } = values;
  if (estimate && !semantic) throw new Failure("invalidArgs", "--estimate goes with --semantic");
  const code = await runLean(["index", ...args]);
  if (code !== undefined) return code as ExitCode;
  const folder = folderNamed(positionals[0] ?? io.cwd, io.cwd);
  const { built, root, limits, reports } = await build(folder, {
    meaning: estimate ? "estimate" : semantic ? "build" : "none",
    publish: publish === true,
  });
  if (values["json"]) {
    const data = Object.assign({}, ...reports.map((report) => report.data));
    io.out(`${JSON.stringify({ root, ...built, ...data, limits })}\n`);
  } else {
    io.out(text(root, built) + reports.map((report) => report.text).join(""));
    for (const limit of limits) io.err(`[Limits] ${limit}\n`);
  }
  return built.problem === undefined && !reports.some((report) => report.failed) ? 0 : 40;
}

/** Result of a build. */
export interface Outcome {
  readonly root: string;
  readonly built: Built;
  readonly limits: readonly string[];
  /** Of a team's index and of vectors, where they were wanted. */
  readonly reports: readonly Report[];
}

type Report = Pick<BuildReport, "text" | "data" | "limits" | "failed">;

/** Parts built besides the index of words. */
export interface BuildOptions {
  /** `spare`: in the background; vectors only if a provider is there and nothing has to be decided by the user. */
  readonly meaning: "none" | "spare" | "build" | "estimate";
  /** True to publish the commit's index; default false. */
  readonly publish?: boolean;
  /** Nothing but what a prompt that waits needs: nothing is built where no index can be fetched; default: no. */
  readonly onlyFetches?: boolean;
}

/** Builds or refreshes the whole index of the repository around `folder`. */
export async function build(
  folder: string,
  { meaning, publish, onlyFetches = false }: BuildOptions,
): Promise<Outcome> {
  const { settings, problems } = await loadSettings(folder);
  const repository = await repositoryFor(folder, settings);
  if (repository.root === undefined) throw new Failure("repoRoot", repository.limits.join("; "));
  const { root, main } = repository;
  const cache = cacheFolder(main);
  const worker = new IndexBuild<Built>(INDEX_BUILDER, { program: PROGRAM, root, ...(cache && { cache }) });
  // No prompt waits for it: a large tree, or a busy machine, is given its time.
  const listing = repository.list(LONGEST_RUN_MS);
  const meaningWork = meaning === "none"
    ? undefined
    : await (await import("../engine/index_meaning.ts")).openMeaning(settings, meaning, cache);
  const isNew = cache !== undefined && !hasSymbols(cache);
  const team = settings["index.remote"].value === undefined
    ? undefined
    : await (await import("../engine/team_index.ts")).openTeamIndex(settings, root, {
      publishes: publish === true,
      isNew,
    });
  if (publish && typeof team !== "object") {
    throw new Failure("invalidArgs", team ?? "--publish needs index.remote in your own settings");
  }
  await worker.ready;
  const note = openState(root)?.openAppend(TIMELINE);
  if (typeof team !== "object") dropRights();
  const reply = await listing?.answer;
  // A fetch looks at every file, and the build behind it does again.
  const stats = typeof team === "object" && reply?.ok ? new StatTable(reply.stdout) : undefined;
  const bar = new ProgressBar("indexing");
  const view = {
    ...outlineOf(repository, cache, rulesOf(settings)),
    ...(reply?.ok && { listing: reply.stdout.slice() }),
    ...(stats && { stats: stats.buffer }),
  };
  try {
    // The files' times are looked up while parts travel; then nothing is left that takes rights.
    const looked = stats?.fill(root, { limitMs: LOOK_MS, from: "front" }).then(() => dropRights());
    const [fetched] = await Promise.all([
      typeof team === "object" ? team.fetch(worker, view) : undefined,
      looked,
    ]);
    if (!stats) dropRights();
    const built = onlyFetches && fetched?.failed === true ? NOTHING : await worker.run(view, {
      isHurried: onlyFetches,
      isAwaited: meaning !== "spare",
      onProgress: (done, total) => bar.update(done, total),
    });
    if (built.read > 0) note?.(updatedLine(built));
    bar.clear();
    const published = publish && typeof team === "object" ? await team.publish(worker, view) : undefined;
    const embedded = await meaningWork?.(worker);
    if (embedded?.use) note?.(timelineLine({ event: "model:asked", ...embedded.use }));
    // Where the team's index could not be taken over, this one was built here all the same.
    const reports = [fetched && { ...fetched, failed: false }, published, embedded].filter((one) =>
      one !== undefined
    );
    const limits = [
      ...problems,
      ...repository.limits,
      ...(typeof team === "string" ? [team] : []),
      ...(built.gap === undefined ? [] : [built.gap]),
      ...problemLines(built),
      ...reports.flatMap((report) => report.limits),
    ];
    return { root, built, limits, reports };
  } finally {
    bar.clear();
    if (typeof team === "object") team.close();
    worker.close();
  }
}

/** Looking up the times of files takes no longer than this. Milliseconds. */
const LOOK_MS = 3000;
const NOTHING: Built = {
  files: 0,
  indexed: 0,
  definitions: 0,
  read: 0,
  parsed: 0,
  duration: 0,
  size: 0,
  wasDamaged: false,
};

const PROBLEMS: Readonly<Record<string, string>> = {
  busy: "the index was not stored: another process is writing it",
  full: "the index was not stored: the disk is full",
  readonly: "the index was not stored: its folder cannot be written",
  none: "the index was not stored: no folder can be written",
  damaged: "the index was damaged and is built anew next time",
};

function problemLines(built: Built): string[] {
  const damage = built.wasDamaged ? ["the stored index was damaged and was built anew"] : [];
  return built.problem === undefined
    ? damage
    : [...damage, lookUp(PROBLEMS, built.problem) ?? `the index was not stored: ${built.problem}`];
}

function text(root: string, built: Built): string {
  const { files, indexed, definitions, read, parsed, duration, size } = built;
  return `${root}\n` +
    `${counted(files, "file")}, ${indexed} of them searchable, ${counted(definitions, "definition")}\n` +
    `${read} read, ${parsed} parsed in ${(duration / 1000).toFixed(1)} s, ${(size / 1e6).toFixed(1)} MB\n`;
}

function updatedLine({ files, read, parsed, duration }: Built): string {
  return timelineLine({ event: "index:updated", files, read, parsed, milliseconds: Math.round(duration) });
}
