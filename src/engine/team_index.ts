import { FINGERPRINT, FORMAT } from "../index/schema.ts";
import { decodeManifest, encodeManifest, LARGEST_MANIFEST } from "../index/team/manifest.ts";
import type { Digest, Manifest } from "../index/team/manifest.ts";
import { LARGEST_LISTING } from "../index/team/published_files.ts";
import { lookUp } from "../model/json.ts";
import type { CacheOutcome, CachePlace, RemoteCache } from "../model/remote_cache.ts";
import type { RepositoryView } from "../model/sandbox.ts";
import type { Settings } from "../model/settings.ts";
import { env } from "../platform/host_files.ts";
import { LONGEST_RUN_MS } from "../platform/children.ts";
import { GIT_LATE, runGit } from "../platform/git.ts";
import { entryCount, readGitIndex } from "../platform/git_index.ts";
import type { IndexBuild } from "../platform/index_build.ts";
import { Network, networkCache } from "../platform/network.ts";
import { NETWORK } from "../platform/program.ts";
import { sha256 } from "../platform/sha256.ts";
import { chooseCache } from "../semantic/choice/choose_cache.ts";
import type { FromTeamBuilder, ToTeamBuilder } from "./sandbox/team_builder.ts";
import { type BuildReport, doneReport, failedReport } from "./build_report.ts";
import { LARGEST_PART, LARGEST_UNPACKED } from "../index/team/part.ts";

/** Carries parts of a team's index between the server and the sandboxed side, which alone reads and makes them. */

/** Fewer files are read faster than asked for. */
const FEW_FILES = 200;
/** Commits that are looked for, from HEAD on along its first parents. */
const COMMITS = "64";
/** Questions for commits on their way at a time. */
const AT_ONCE = 8;
/** Taking an index over may take this long, and what its parts take from a slow server. Milliseconds. */
const FETCH_MS = 120_000;
/** Total limit of a fetch, whatever sizes the manifest names, in milliseconds. */
const MAX_FETCH_MS = 600_000;
/** Of a slow server that is still faster than indexing here. Bytes a millisecond. */
const SLOWEST = 1000;
/** Saying what there is may take this long. Milliseconds. */
const OFFER_MS = 10_000;
/** Publishing may take this long. Milliseconds. */
const PUBLISH_MS = 3_600_000;
/** Of the listing and of parts; manifests of another one are not found. */
const BLOBS = 2;

/** A server that may have this repository's index. */
export interface TeamIndex {
  /** Takes over what the server has of the commit that is checked out or of one before; undefined where there is no need. */
  fetch(worker: IndexBuild<unknown>, view: RepositoryView): Promise<BuildReport | undefined>;
  /** Publishes the index of the commit that is checked out, once it is built. */
  publish(worker: IndexBuild<unknown>, view: RepositoryView): Promise<BuildReport>;
  /** Index on the server of the commit that is checked out or of one before, or the reason for none. */
  offer(): Promise<Offer | string>;
  close(): void;
}

/** An index that could be taken over. */
export interface Offer {
  /** Git's id of the tree. */
  readonly tree: string;
  readonly parts: number;
  /** Of all blobs. */
  readonly bytes: number;
}

/**
 * Opens the server that `index.remote` names. To be called while this thread has its rights: it starts the thread that
 * connects, and asks git.
 *
 * @param publishes whether {@link TeamIndex.publish} will be called
 * @param isNew whether nothing is indexed here yet, so that what there is can be asked for at once; default: it is seen first what
 * is missing
 * @returns undefined where none is named or the root is no repository, a text where it cannot be used
 */
export async function openTeamIndex(
  settings: Settings,
  root: string,
  { publishes, isNew = false }: { readonly publishes: boolean; readonly isNew?: boolean },
): Promise<TeamIndex | string | undefined> {
  const chosen = chooseCache(settings, env);
  if (!chosen) return undefined;
  if ("against" in chosen) return chosen.against;
  const gitIndex = readGitIndex(root);
  const [trees, committed] = await Promise.all([
    runGit(root, ["log", "-n", COMMITS, "--first-parent", "--format=%T", "HEAD"]),
    publishes ? runGit(root, ["ls-tree", "-r", "-z", "HEAD"], LONGEST_RUN_MS) : undefined,
  ]);
  if (trees.stderr === GIT_LATE) {
    return "index.remote is not asked: git does not name the last commits in time";
  }
  if (!gitIndex || !trees.ok || committed?.ok === false) {
    return "index.remote serves committed files only, and there are none";
  }
  const cache = networkCache(new Network(NETWORK, { type: "cache", service: chosen.service }));
  const ids = new TextDecoder().decode(trees.stdout).split("\n").filter((id) => /^[0-9a-f]{40}$/.test(id));
  const coming = isNew && entryCount(gitIndex) >= FEW_FILES ? beginFetch(cache, ids, isNew) : undefined;
  const begin = (worker: IndexBuild<unknown>, view: RepositoryView): Promise<Answer<"unread">> =>
    ask(worker, { type: "team", view, gitIndex }, "unread");
  return {
    fetch: async (worker, view) => {
      const { files } = await begin(worker, view);
      if (files === undefined || files < FEW_FILES) return undefined;
      return await fetchParts(worker, await (coming ?? beginFetch(cache, ids, false)));
    },
    publish: async (worker, view) => {
      await begin(worker, view);
      const listing = committed?.stdout ?? new Uint8Array(0);
      return await publishParts(worker, cache, { committed: listing, tree: ids[0]! });
    },
    offer: async () => {
      const found = await newest(cache, ids, AbortSignal.timeout(OFFER_MS));
      if (typeof found === "string") return found;
      const { tree, manifest: { files, parts } } = found;
      return { tree, parts: parts.length, bytes: parts.reduce((sum, { size }) => sum + size, files.size) };
    },
    close: () => cache.close(),
  };
}

const OBSTACLES: Readonly<Record<string, string>> = {
  busy: "another process is writing the index",
  full: "the disk is full",
  readonly: "the index's folder cannot be written",
};

/** Key of a tree's manifest on the server: a hash of its id and of the index's format. */
function placeOf(tree: string): CachePlace {
  return { store: "ac", hash: sha256(`auto-tools index ${FORMAT}.${BLOBS} ${FINGERPRINT} ${tree}`) };
}

/** Index sent by a server. */
interface Coming {
  readonly tree: string;
  readonly manifest: Manifest;
  readonly files: Promise<Came>;
  readonly parts: TeamParts;
}

/**
 * Asks for the newest index, its files, and its first parts where all of them will be wanted: they travel while this machine
 * looks at what it has. Returns why there is none. Never rejects.
 */
async function beginFetch(
  cache: RemoteCache,
  trees: readonly string[],
  areAllWanted: boolean,
): Promise<Coming | string> {
  const found = await newest(cache, trees, AbortSignal.timeout(FETCH_MS));
  if (typeof found === "string") return found;
  const { tree, manifest } = found;
  const size = manifest.parts.reduce((sum, part) => sum + part.size, 0);
  const signal = AbortSignal.timeout(fetchLimitMs(size));
  const parts = new TeamParts(cache, manifest.parts, signal);
  const files = parts.get(manifest.files, LARGEST_LISTING);
  if (areAllWanted) parts.want(manifest.parts.map((_, number) => number));
  return { tree, manifest, files, parts };
}

/** Time limit of a fetch by its size in bytes, in milliseconds. No manifest can stretch it beyond ten minutes. */
export function fetchLimitMs(bytes: number): number {
  return Math.min(MAX_FETCH_MS, FETCH_MS + Math.ceil(bytes / SLOWEST));
}

async function fetchParts(worker: IndexBuild<unknown>, coming: Coming | string): Promise<BuildReport> {
  if (typeof coming === "string") return gap(coming);
  const { tree, manifest, parts } = coming;
  const files = await coming.files;
  if (typeof files === "string") return gap(files);
  const { parts: missing } = await ask(worker, { type: "fetched files", bytes: files }, "wanted");
  if (!missing) return gap("the list of files is damaged");
  const wanted = parts.want(missing);
  let bytes = manifest.files.size;
  for (const number of wanted) {
    const part = await parts.next();
    if (typeof part === "string") return gap(part);
    const { hash, size } = manifest.parts[number]!;
    bytes += size;
    const { problem } = await ask(worker, { type: "fetched part", bytes: part }, "taken");
    if (problem === "damaged") return gap(`a part is damaged: ${hash}`);
    if (problem !== undefined) {
      return gap(`its parts cannot be stored: ${lookUp(OBSTACLES, problem) ?? problem}`);
    }
  }
  const megabytes = (bytes / 1e6).toFixed(1);
  return doneReport(
    `${wanted.length} parts, ${megabytes} MB taken over from index.remote, tree ${tree.slice(0, 12)}\n`,
    { fetched: { tree, parts: wanted.length, bytes } },
  );
}

/** The manifest of the first tree that has one, or why there is none. */
async function newest(
  cache: RemoteCache,
  trees: readonly string[],
  signal: AbortSignal,
): Promise<Pick<Coming, "tree" | "manifest"> | string> {
  for (let from = 0; from < trees.length; from += AT_ONCE) {
    const asked = await Promise.all(
      trees.slice(from, from + AT_ONCE).map(async (tree) => ({
        tree,
        outcome: await cache.ask({ type: "get", place: placeOf(tree), most: LARGEST_MANIFEST }, signal),
      })),
    );
    for (const { tree, outcome } of asked) {
      if (!outcome.ok) return outcome.detail;
      const manifest = outcome.bytes && decodeManifest(outcome.bytes);
      if (outcome.bytes) return manifest ? { tree, manifest } : "the manifest is damaged";
    }
  }
  return `it has no index of the last ${trees.length} commits in this format`;
}

async function publishParts(
  worker: IndexBuild<unknown>,
  cache: RemoteCache,
  { committed, tree }: { readonly committed: Uint8Array; readonly tree: string },
): Promise<BuildReport> {
  const signal = AbortSignal.timeout(PUBLISH_MS);
  const { files, count } = await ask(worker, { type: "publish", committed }, "published");
  let [sent, bytes] = [0, 0];
  const put = async (blob: typeof files): Promise<string | undefined> => {
    const place = { store: "cas", hash: blob.hash } as const;
    const there = await cache.ask({ type: "has", place }, signal);
    if (there.ok && there.found) return undefined;
    const outcome = await cache.ask({ type: "put", place, bytes: blob.bytes }, signal);
    if (!outcome.ok) return outcome.detail;
    sent++;
    bytes += blob.bytes.length;
    return undefined;
  };
  const parts: Digest[] = [];
  for (;;) {
    const { blob } = await ask(worker, { type: "next part" }, "part");
    if (!blob) break;
    const problem = await put(blob);
    if (problem !== undefined) return gap(problem);
    parts.push({ hash: blob.hash, size: blob.bytes.length });
  }
  if (count === 0 || parts.length !== count) return gap("nothing that is committed is in the index");
  const problem = await put(files);
  if (problem !== undefined) return gap(problem);
  const manifest = encodeManifest({ files: { hash: files.hash, size: files.bytes.length }, parts });
  const stored = await cache.ask({ type: "put", place: placeOf(tree), bytes: manifest }, signal);
  if (!stored.ok) return gap(stored.detail);
  const megabytes = (bytes / 1e6).toFixed(1);
  return doneReport(
    `published: tree ${tree.slice(0, 12)}, ${count} parts; ${sent} blobs sent, ${megabytes} MB\n`,
    { published: { tree, parts: count, sent, bytes } },
  );
}

type Answer<Type extends FromTeamBuilder["type"]> = Extract<FromTeamBuilder, { type: Type }>;

async function ask<Type extends FromTeamBuilder["type"]>(
  worker: IndexBuild<unknown>,
  question: ToTeamBuilder,
  _type: Type,
): Promise<Answer<Type>> {
  // What was fetched is not copied from thread to thread.
  const transfer = "bytes" in question ? [question.bytes.buffer] : [];
  return await worker.ask<Answer<Type>>(question, undefined, transfer);
}

function gap(detail: string): BuildReport {
  return failedReport(`index.remote: ${detail}`, { problem: detail });
}

/** The blobs of one manifest on their way from the server. */

/** Unpacked bytes, or the reason for none. */
export type Came = Uint8Array<ArrayBuffer> | string;

/** Parts on their way, or waiting to be used, at a time, and their bytes as they travel. */
const AHEAD = 12;
const MOST_AHEAD = 96 * 1024 * 1024;
/** A blob that unpacks to more than this multiple of its size, and a megabyte, is refused; real ones take twice theirs. */
const MOST_TIMES = 16;
/** A blob whose transfer is cut is asked for again after these pauses. Milliseconds. */
const PAUSES = [200, 1000];

/** Parts in the order in which they are wanted: the next ones travel while one is used. */
export class TeamParts {
  /** By their numbers. */
  readonly #coming = new Map<number, Promise<Came>>();
  #wanted: readonly number[] = [];
  #bytes = 0;

  /** @param signal ends all transfers */
  constructor(
    private readonly cache: RemoteCache,
    private readonly digests: readonly Digest[],
    private readonly signal: AbortSignal,
  ) {}

  /** Starts these, in their order; drops others under way. Numbers missing in the manifest are left out. */
  want(numbers: readonly number[]): readonly number[] {
    const wanted = this.#wanted = numbers.filter((number) => this.digests[number] !== undefined);
    for (const number of this.#coming.keys()) if (!wanted.includes(number)) this.#forget(number);
    this.#begin();
    return wanted;
  }

  /** The first of those that are wanted, unpacked, or why it cannot be had; the next call gives the next one. */
  async next(): Promise<Came> {
    const [number, ...others] = this.#wanted;
    const coming = number === undefined ? undefined : this.#coming.get(number);
    if (number === undefined || !coming) return "a part is missing on the server";
    const came = await coming;
    this.#wanted = others;
    this.#forget(number);
    this.#begin();
    return came;
  }

  /** A blob, unpacked to no more bytes than `largest`, or why it cannot be had. */
  async get({ hash, size }: Digest, largest: number): Promise<Came> {
    const unpacked = Math.min(largest, (1 << 20) + MOST_TIMES * size);
    if (size > LARGEST_PART) return `a part is larger than: ${LARGEST_PART} bytes`;
    const place = { store: "cas", hash } as const;
    for (const pause of [...PAUSES, undefined]) {
      const outcome = await this.cache.ask({ type: "get", place, most: size, unpacked }, this.signal);
      const isCut = !outcome.ok && outcome.reason === "provider_unreachable" && !this.signal.aborted;
      if (!isCut || pause === undefined) return bytesIn(outcome);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    return "a part is missing on the server";
  }

  #begin(): void {
    for (const number of this.#wanted) {
      if (this.#coming.has(number)) continue;
      const digest = this.digests[number]!;
      const isFull = this.#coming.size >= AHEAD || this.#bytes + digest.size > MOST_AHEAD;
      if (isFull && this.#coming.size > 0) return;
      this.#bytes += digest.size;
      this.#coming.set(number, this.get(digest, LARGEST_UNPACKED));
    }
  }

  #forget(number: number): void {
    if (this.#coming.delete(number)) this.#bytes -= this.digests[number]!.size;
  }
}

function bytesIn(outcome: CacheOutcome): Came {
  if (!outcome.ok) return outcome.detail;
  return outcome.bytes ?? "a part is missing on the server";
}
