import type { Built } from "../jailed/index_builder.ts";
import type { ExitCode } from "../model/errors.ts";
import { Failure } from "../model/errors.ts";
import { cacheFolder } from "../platform/cache_folder.ts";
import { IndexBuild } from "../platform/index_build.ts";
import { dropRights } from "../platform/jail.ts";
import { ProgressBar } from "../platform/progress.ts";
import { ASSETS, INDEX_BUILDER, INDEX_HELPER, PROGRAM, VERSION } from "../program.ts";
import { readArguments } from "./arguments.ts";
import type { CommandIo } from "./io.ts";
import { loadSettings } from "./load_settings.ts";
import { repositoryFor } from "./repository_for.ts";

/**
 * `auto-tools index [PATH]`: builds or refreshes the whole index. Every batch is stored as soon as it is done, so it can be
 * interrupted at any time and goes on from there.
 */
export async function run(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, { json: { type: "boolean" } });
  if (positionals.length > 1) throw new Failure("invalidArgs", "index takes one PATH");
  const folder = positionals[0] === undefined ? io.cwd : absolute(positionals[0], io.cwd);
  const { built, root, limits } = await build(folder);
  if (values["json"]) io.out(`${JSON.stringify({ root, ...built, limits })}\n`);
  else {
    io.out(text(root, built));
    for (const limit of limits) io.err(`[Limits] ${limit}\n`);
  }
  return built.problem === undefined ? 0 : 40;
}

/** What a build did. */
export interface Outcome {
  readonly root: string;
  readonly built: Built;
  readonly limits: readonly string[];
}

/** Builds or refreshes the whole index of the repository around `folder`. */
export async function build(folder: string): Promise<Outcome> {
  const { settings, problems } = await loadSettings(folder);
  const repository = await repositoryFor(folder, settings);
  if (repository.root === undefined) throw new Failure("repoRoot", repository.limits.join("; "));
  const { root, facts, main } = repository;
  const cache = cacheFolder(main);
  const worker = new IndexBuild<Built>(INDEX_BUILDER, { program: PROGRAM, root, ...(cache && { cache }) });
  const listing = repository.list();
  await worker.ready;
  dropRights();
  const said = await listing?.answer;
  const bar = new ProgressBar("indexing");
  const view = {
    root,
    facts,
    assets: ASSETS,
    helper: INDEX_HELPER,
    rules: VERSION,
    exclude: settings.exclude.value,
    ...(cache && { cache }),
    ...(said?.ok && { listing: said.stdout.slice() }),
  };
  try {
    const built = await worker.run(view, (done, total) => bar.update(done, total));
    return { root, built, limits: [...problems, ...repository.limits, ...problemLines(built)] };
  } finally {
    bar.clear();
  }
}

const PROBLEMS: Readonly<Record<string, string>> = {
  busy: "the index was not stored: another process is writing it",
  full: "the index was not stored: the disk is full",
  readonly: "the index was not stored: its folder cannot be written",
  none: "the index was not stored: no folder can be written",
  damaged: "the index was damaged and is built anew next time",
};

function problemLines(built: Built): string[] {
  return built.problem === undefined
    ? []
    : [PROBLEMS[built.problem] ?? `the index was not stored: ${built.problem}`];
}

function text(root: string, built: Built): string {
  const { files, indexed, definitions, read, parsed, duration, size } = built;
  return `${root}\n` +
    `${files} files, ${indexed} of them searchable, ${definitions} definitions\n` +
    `${read} read, ${parsed} parsed in ${(duration / 1000).toFixed(1)} s, ${(size / 1e6).toFixed(1)} MB\n`;
}

function absolute(path: string, cwd: string): string {
  return path.startsWith("/") ? path : `${cwd}/${path}`;
}
