import { listedBefore, openWorkTree, verifyStore } from "./index_port.ts";
import { type IndexState, indexState } from "./index_state.ts";
import { guardedTree } from "./tree.ts";
import type { RepositoryView } from "../../model/sandbox.ts";
import { Failure } from "../../model/errors.ts";
import { folderNumber } from "../../platform/cache_files.ts";
import { clock } from "../../platform/clock.ts";
import { collectGarbage } from "../../platform/memory.ts";
import type { FromTeamBuilder, TeamBuilder, ToTeamBuilder } from "./team_builder.ts";
import type { FromVectorBuilder, ToVectorBuilder, VectorBuilder } from "./vector_builder.ts";

/** The sandboxed side of `auto-tools index`: builds the whole index and reports progress. */

/** The builder's messages: progress, and the result. */
export type FromBuilder =
  | { readonly type: "ready" }
  | { readonly type: "indexing"; readonly done: number; readonly total: number }
  | { readonly type: "built"; readonly built: Built }
  | { readonly type: "verified"; readonly whole: boolean; readonly size: number }
  | { readonly type: "state"; readonly state?: IndexState }
  | { readonly type: "failed"; readonly message: string }
  | FromVectorBuilder
  | FromTeamBuilder;

/** Messages to the builder: to verify what is stored, or what to build, with questions about a team's index before or vectors after. */
export type ToBuilder =
  | { readonly type: "verify"; readonly cache: string }
  | {
    readonly type: "build";
    readonly view: RepositoryView;
    readonly isAwaited: boolean;
    readonly isHurried: boolean;
  }
  | { readonly type: "state"; readonly view: RepositoryView; readonly asksImports: boolean }
  | ToVectorBuilder
  | ToTeamBuilder;

/** Result of a build. */
export interface Built {
  readonly files: number;
  /** Files whose text can be searched. */
  readonly indexed: number;
  readonly definitions: number;
  readonly read: number;
  readonly parsed: number;
  /** Milliseconds. */
  readonly duration: number;
  /** Bytes on disk. */
  readonly size: number;
  /** True if the stored index was damaged and is rebuilt. */
  readonly wasDamaged: boolean;
  /** Reason for nothing stored. */
  readonly problem?: string;
  /** Gap to report if git did not list the files as they are. */
  readonly gap?: string;
}

/** Milliseconds between two words about progress. */
const PACE = 100;

let view: RepositoryView | undefined;
let vectors: Promise<VectorBuilder> | undefined;
let team: TeamBuilder | undefined;

self.onmessage = async ({ data }: MessageEvent<ToBuilder>): Promise<void> => {
  try {
    if (data.type === "verify") post({ type: "verified", ...verifyStore(data.cache) });
    else if (data.type === "state") {
      const state = indexState(data.view, data.asksImports);
      post({ type: "state", ...(state && { state }) });
    } else if (data.type === "team") post(await openTeam(data));
    else if (isTeamQuestion(data)) team && post(team.answer(data));
    else if (data.type === "build") {
      post({ type: "built", built: await build(view = data.view, data) });
    } else if (view) post((await (vectors ??= openVectors(view))).answer(data));
  } catch (error) {
    post({ type: "failed", message: error instanceof Error ? error.message : String(error) });
  }
};

// All modules are loaded: the main thread may give up the right to read them.
post({ type: "ready" });

function post(message: FromBuilder): void {
  self.postMessage(message);
}

async function openTeam(
  { view, gitIndex }: Extract<ToTeamBuilder, { type: "team" }>,
): Promise<FromTeamBuilder> {
  const { TeamBuilder } = await import("./team_builder.ts");
  team?.close();
  team = new TeamBuilder(view, gitIndex);
  return { type: "unread", files: team.unread() };
}

function isTeamQuestion(data: ToBuilder): data is Exclude<ToTeamBuilder, { type: "team" }> {
  return ["fetched files", "fetched part", "publish", "next part"].includes(data.type);
}

async function openVectors(view: RepositoryView): Promise<VectorBuilder> {
  const { VectorBuilder } = await import("./vector_builder.ts");
  return new VectorBuilder(await openWorkTree(view, guardedTree(view), { verifies: true }), view);
}

/** Reading what the team's index does not have may take this long while a prompt waits. Milliseconds. */
const HURRIED_MS = 4000;
/** Chunks that may be merged while a prompt waits: a tenth of a second. */
const QUICK_MERGE = 8000;

async function build(
  view: RepositoryView,
  { isAwaited, isHurried }: Pick<Extract<ToBuilder, { type: "build" }>, "isAwaited" | "isHurried">,
): Promise<Built> {
  const started = clock();
  let last = started;
  const { cache } = view;
  const folder = cache === undefined ? undefined : folderNumber(cache);
  const onProgress = (done: number, total: number): void => {
    if (clock() - last < PACE) return;
    last = clock();
    if (cache !== undefined && folderNumber(cache) !== folder) {
      throw new Failure("toolUnavailable", `the index's folder was removed while it was built: ${cache}`);
    }
    post({ type: "indexing", done, total });
  };
  const isListed = view.listing !== undefined || !view.facts.isGit;
  // What git listed before is better than a walk through what it ignores.
  const before = isListed ? undefined : listedBefore(view);
  const tree = team?.shown ?? guardedTree(view, before);
  const opened = await openWorkTree(view, tree, {
    onProgress,
    stored: before?.stored,
    // What was not fetched is read by a process that yields to others.
    ...(isHurried && { deadline: clock() + HURRIED_MS }),
    // What is built beside a session yields to it.
    verifies: isAwaited && !isHurried,
    ...(team?.fetched && { published: team.fetched }),
    ...(isHurried && { leavesSymbols: "always" }),
  });
  const { index, read, parsed, problem, wasDamaged, pending } = opened;
  if (pending.length === 0 && problem === undefined) team?.noteReady();
  const { chunkCount, count } = index.files;
  const refreshed = clock();
  const definitions = isHurried ? 0 : index.definitionTotal();
  const indexed = chunkCount.reduce((sum, chunks) => sum + (chunks > 0 ? 1 : 0), 0);
  // The figure is for the caller; the index does not need it, nor the vouching.
  let besides = clock() - refreshed;
  if (!isHurried) {
    opened.rest();
    // Part by part, before they are merged: their records are in memory together.
    const vouching = clock();
    await team?.vouch(view.assets);
    besides += clock() - vouching;
    // What was read and parsed is let go of before the merge.
    if (parsed > 0) collectGarbage();
    opened.tidy(isAwaited ? QUICK_MERGE : undefined);
  }
  const built = {
    files: count,
    indexed,
    definitions,
    read,
    parsed,
    duration: clock() - started - besides,
    size: opened.size(),
    wasDamaged,
    ...(problem && { problem }),
    ...(tree.gap && { gap: tree.gap }),
  };
  opened.close();
  return built;
}
