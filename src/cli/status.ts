import { counted } from "../model/counted.ts";
import type { ExitCode } from "../model/errors.ts";
import { type CommandIo, noPositionals, readArguments } from "../platform/command_io.ts";
import { NO_INDEX } from "../setup/check_index.ts";
import { wirings, wiringsOf } from "../setup/client_checks.ts";
import { HOOK_TARGETS } from "../clients/hook_target.ts";
import { layoutFor, parseInstallOptions } from "../setup/install_layout.ts";
import { ageOf, painter } from "../clients/terminal/text.ts";
import { loadSettings } from "../engine/load_settings.ts";
import { repositoryFor } from "../engine/repository_for.ts";
import { outlineOf, rulesOf } from "../engine/repository_view.ts";
import type { IndexState } from "../engine/sandbox/index_state.ts";
import { existingCacheFolder } from "../platform/state_files.ts";
import { wallClock } from "../platform/clock.ts";
import { LONGEST_RUN_MS } from "../platform/children.ts";
import { IndexBuild } from "../platform/index_build.ts";
import { dropRights } from "../platform/permissions.ts";
import { INDEX_BUILDER, PROGRAM } from "../platform/program.ts";

/** Clients that have an option of their own. */
const NAMED = ["claude", "claude-plugin", "codex", "codex-mcp", ...HOOK_TARGETS.keys()];

/**
 * `auto-tools status`: shows the index and the clients' wiring; builds and changes nothing. It counts unresolved
 * imports of the repository's own modules, and with `--explain` lists them. With clients named, only those, and exit
 * code 40 if one of them is not wired.
 */
export async function run(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const { values } = readArguments(args, {
    flags: ["json", "explain", ...NAMED],
    texts: ["mcp"],
    ...noPositionals("status"),
  });
  const layout = layoutFor(parseInstallOptions([]), io);
  const targets = [
    ...NAMED.filter((name) => values[name] === true),
    ...(typeof values["mcp"] === "string" ? [`mcp:${values["mcp"]}`] : []),
  ];
  const clients = targets.length > 0 ? await wiringsOf(targets, layout, io) : await wirings(layout, io);
  const isExplained = values["explain"] === true;
  const index = targets.length > 0 ? undefined : await indexStatus(io, isExplained);
  if (values["json"]) {
    const { text, unresolvedImports, ...state } = index ?? { text: undefined };
    const unresolved = unresolvedImports && { unresolved_imports: unresolvedImports };
    const known = text !== undefined && { index: text, index_state: { ...state, ...unresolved } };
    io.out(`${JSON.stringify({ ...known, clients })}\n`);
  } else {
    if (index) io.out(`index        ${index.text}\n`);
    if (index?.unresolvedImports) io.out(importsText(index.unresolvedImports, isExplained));
    const paint = painter(io);
    const width = Math.max(...clients.map(({ client }) => client.length));
    for (const { client, state, found } of clients) {
      const shown = paint(state.padEnd(7), state === "wired" ? "good" : state === "broken" ? "bad" : "quiet");
      io.out(`${client.padEnd(width)} ${shown} ${found}\n`);
    }
  }
  return targets.length === 0 || clients.every(({ state }) => state === "wired") ? 0 : 40;
}

/** Counts unresolved imports; with `--explain` lists the first and the number left out. */
function importsText(
  { count, first }: NonNullable<IndexState["unresolvedImports"]>,
  isExplained: boolean,
): string {
  if (count === 0 && !isExplained) return "";
  const rest = !isExplained
    ? ["listed with --explain"]
    : count > first.length
    ? [`and ${count - first.length} more`]
    : [];
  const noun = count === 1 ? "import" : "imports";
  return [`imports      ${count} unresolved ${noun} of this repository's own modules`, ...first, ...rest]
    .join("\n             ") + "\n";
}

/** The index as people read it; with what a program may want of it. */
interface IndexStatus extends Partial<IndexState> {
  readonly text: string;
}

async function indexStatus(io: CommandIo, asksImports: boolean): Promise<IndexStatus> {
  const { settings } = await loadSettings(io.cwd);
  const repository = await repositoryFor(io.cwd, settings);
  if (repository.root === undefined) return { text: repository.limits.join("; ") };
  const { root, main, facts } = repository;
  const cache = existingCacheFolder(main);
  const git = facts.head ? `git ${facts.head}` : facts.rootSource === "git" ? "git, no commit yet" : "no git";
  if (cache === undefined) return { text: `${git}; ${NO_INDEX}` };
  const worker = new IndexBuild<never>(INDEX_BUILDER, { program: PROGRAM, root, cache });
  try {
    const listing = repository.list(LONGEST_RUN_MS);
    await worker.ready;
    dropRights();
    const listed = await listing?.answer;
    const view = {
      ...outlineOf(repository, cache, rulesOf(settings)),
      ...(listed?.ok && { listing: listed.stdout.slice() }),
    };
    const { state } = await worker.ask<{ readonly type: string; readonly state?: IndexState }>({
      type: "state",
      view,
      asksImports,
    });
    if (!state) return { text: `${git}; ${NO_INDEX}` };
    const { files, behind, written } = state;
    const freshness = behind === 0 ? "up to date" : `${behind} of them new or changed since`;
    return {
      ...state,
      text: `${git}; ${counted(files, "file")}, ${freshness}, written ${ageOf(written, wallClock())}`,
    };
  } finally {
    worker.close();
  }
}
