import { IndexStore } from "../../index/index_store.ts";
import { packFiles, readFiles } from "../../index/team/published_files.ts";
import { packPart, type Part, readPart } from "../../index/team/part.ts";
import { FetchedFiles, publish, vouch } from "../../index/team/team_index.ts";
import { align, examine } from "../../index/tree_status.ts";
import type { PackedFiles, RepositoryView } from "../../model/sandbox.ts";
import { replaceWhole } from "../../platform/cache_files.ts";
import { cleanIds, type GitIndex } from "../../platform/git_index.ts";
import { wallClock } from "../../platform/clock.ts";
import { sha256 } from "../../platform/sha256.ts";
import type { Store } from "../../platform/store.ts";
import { createWorkTree, type WorkTree } from "../../platform/work_tree.ts";
import { FETCH_NOTE, fetchNote } from "../fetch_note.ts";
import { loadParser, openStore } from "./index_port.ts";
import { type GuardedTree, guardedTree } from "./tree.ts";

/** The sandboxed side of a team's index: takes parts over and makes them, but never talks to the server. */

/** Bytes and their SHA-256, 64 hexadecimal digits. */
export interface Blob256 {
  readonly hash: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Requests to the builder, one after the other. */
export type ToTeamBuilder =
  /** Before all others. */
  | { readonly type: "team"; readonly view: RepositoryView; readonly gitIndex: GitIndex }
  /** `bytes` are unpacked, and match their hash. */
  | { readonly type: "fetched files"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: "fetched part"; readonly bytes: Uint8Array<ArrayBuffer> }
  /** `committed`: output of `git ls-tree -r -z HEAD`. */
  | { readonly type: "publish"; readonly committed: Uint8Array }
  | { readonly type: "next part" };

/** One answer per question. */
export type FromTeamBuilder =
  /** Files that would have to be read; undefined where nothing can be stored. */
  | { readonly type: "unread"; readonly files: number | undefined }
  /** Numbers of the parts to be fetched; undefined for files that are damaged or of another format. */
  | { readonly type: "wanted"; readonly parts: readonly number[] | undefined }
  /** Reason if the part is not stored: `damaged`, or an error of {@link IndexStore}; absent if it is. */
  | { readonly type: "taken"; readonly problem?: string }
  | { readonly type: "published"; readonly files: Blob256; readonly count: number }
  /** Absent behind the last one. */
  | { readonly type: "part"; readonly blob?: Blob256 };

/** A part waits this long for prompts that store what they read. Milliseconds. */
const BUSY_MS = 5000;
/** Answers questions about the team's index of one work tree. */
export class TeamBuilder {
  /** Once its files were fetched. */
  fetched: FetchedFiles | undefined;
  readonly #guarded: GuardedTree;
  readonly #tree: WorkTree;
  #database: Store | undefined;
  #store: IndexStore | undefined;
  readonly #clean: ReturnType<typeof cleanIds>;
  #parts: Iterator<Part> | undefined;
  /** Parts that were taken, of how many, and when the first was asked for. */
  #progress = { here: 0, all: 0, startedAt: 0, isReady: false };

  constructor(private readonly view: RepositoryView, gitIndex: GitIndex) {
    this.#guarded = guardedTree(view);
    this.#tree = createWorkTree({ ...this.#guarded, root: view.root });
    this.#open();
    this.#clean = cleanIds(gitIndex);
  }

  answer(question: Exclude<ToTeamBuilder, { type: "team" }>): FromTeamBuilder {
    switch (question.type) {
      case "fetched files":
        return { type: "wanted", parts: this.#wanted(question.bytes) };
      case "fetched part":
        return { type: "taken", ...this.#take(question.bytes) };
      case "publish":
        return this.#publish(question.committed);
      case "next part": {
        const part = this.#parts?.next();
        return { type: "part", ...(part && !part.done && { blob: blobOf(packPart(part.value)) }) };
      }
    }
  }

  /** The work tree as it was looked at here: going through all paths twice takes its time. */
  get shown(): GuardedTree {
    return { ...this.#guarded, files: this.#tree.list() };
  }

  /** Files that would have to be read. */
  unread(): number | undefined {
    if (!this.#store) return undefined;
    const known = this.#store.tree(this.#tree.root);
    // Where nothing is stored no file has to be looked at to know that.
    if (!known) return this.#tree.list().length;
    return examine(this.#tree, align(this.#tree, known.snapshot)).todo.length;
  }

  /** Notifies a waiting prompt that the tree is stored. */
  noteReady(): void {
    if (!this.fetched) return;
    this.#progress.isReady = true;
    this.#noteProgress();
  }

  /** Makes what was fetched this machine's own, once the tree is stored. */
  async vouch(assets: PackedFiles): Promise<void> {
    const store = this.#store;
    const snapshot = store?.tree(this.#tree.root)?.snapshot;
    if (!store || !snapshot || !store.segments().some(({ isFetched }) => isFetched)) return;
    vouch({ store, snapshot, read: (path) => this.#tree.read(path), parser: await loadParser(assets) });
  }

  close(): void {
    this.#database?.close();
  }

  #open(): void {
    const { cache, fault } = this.view;
    const database = this.#database = cache === undefined ? undefined : openStore(cache, fault);
    database?.waitAtMost(BUSY_MS);
    this.#store = database?.isWritable ? new IndexStore(database) : undefined;
  }

  #wanted(bytes: Uint8Array): readonly number[] | undefined {
    const files = readFiles(bytes);
    if (!files || !this.#store) return undefined;
    this.fetched = new FetchedFiles(files, this.#clean);
    const parts = this.fetched.missingParts(this.#tree, this.#store);
    this.#progress = { here: 0, all: parts.length, startedAt: wallClock(), isReady: false };
    return parts;
  }

  /** For a prompt that waits. */
  #noteProgress(): void {
    const { cache } = this.view;
    if (cache !== undefined) replaceWhole(`${cache}/${FETCH_NOTE}`, fetchNote(this.#progress));
  }

  #take(bytes: Uint8Array): { readonly problem?: string } {
    const [part, store] = [readPart(bytes), this.#store];
    if (!part || !store) return { problem: "damaged" };
    const isTaken = store.add({ segment: { ...part, isFetched: true } }, store.collected()) !== undefined;
    this.#progress.here++;
    this.#noteProgress();
    return isTaken ? {} : { problem: store.database.problem ?? "busy" };
  }

  #publish(committed: Uint8Array): FromTeamBuilder {
    const snapshot = this.#store?.tree(this.#tree.root)?.snapshot;
    if (!this.#store || !snapshot) return { type: "published", files: blobOf(packFiles([])), count: 0 };
    const publication = publish(this.#store, {
      snapshot,
      clean: this.#clean,
      committed: idsOf(committed),
      stat: (path) => this.#tree.stat(path),
    });
    this.#parts = publication.parts()[Symbol.iterator]();
    return {
      type: "published",
      files: blobOf(packFiles(publication.files)),
      count: publication.files.reduce((most, { part }) => Math.max(most, part + 1), 0),
    };
  }
}

/** Ids by path, from lines `MODE blob ID<tab>PATH` that end in NUL. */
function idsOf(lines: Uint8Array): Map<string, string> {
  const ids = new Map<string, string>();
  for (const line of new TextDecoder().decode(lines).split("\0")) {
    const [, id, path] = /^\d+ blob ([0-9a-f]{40})\t(.+)$/s.exec(line) ?? [];
    if (id !== undefined && path !== undefined) ids.set(path, id);
  }
  return ids;
}

function blobOf(bytes: Uint8Array<ArrayBuffer>): Blob256 {
  return { bytes, hash: sha256(bytes) };
}
