import { within } from "../model/within.ts";
import { concat } from "../model/concat.ts";
import type { Clock } from "../model/calls.ts";
import { createHistory, type HistoryParts } from "./git_history.ts";
import type { History } from "./history.ts";
import { historyGaps, LARGEST_HISTORY, LINES_WINDOW } from "./requests.ts";
import type { HeadFacts, HistoryStream } from "./requests.ts";
import { type CommitRecord, LogParser, printLog } from "./log_parser.ts";
import { MANIFEST_NAME, parseManifest } from "./manifest.ts";
import type { HistoryManifest, OlderWalk, SegmentFile } from "./manifest.ts";
import { type CommitLines, parseLines, printLines, type Segment, SegmentBuilder } from "./segment.ts";
import type { HistoryFiles } from "../platform/history_files.ts";
import { decodeColumns, encodeColumns, encodeText, HISTORY_FORMAT } from "./segment_codec.ts";

/** Result of a session. */
export interface SessionOutcome {
  readonly facts: HeadFacts;
  readonly requestedOlder: boolean;
  readonly missesNewer: boolean;
  readonly missesOlder: boolean;
  /** Older commits read by this session. */
  readonly older: Segment | undefined;
  /** Line counts in git's output format; undefined if git did not finish. */
  readonly lines: string | undefined;
}

/** Components of a history, with its known limits. */
export interface StateParts extends Omit<HistoryParts, "gaps"> {
  readonly bounded: boolean;
  readonly isDamaged: boolean;
}

/** Maximum number of recent commits outside a segment. */
const RECENT_LIMIT = 1000;
/** Maximum number of segments and of dropped commits; beyond them the next session rebuilds the cache. */
const SEGMENT_LIMIT = 24;
const DROPPED_LIMIT = 20_000;

/** Cached history with the additions of a session. */
export class HistoryState {
  readonly #dropped: Set<string>;
  readonly #added: CommitRecord[] = [];

  constructor(private readonly manifest: HistoryManifest | undefined, private readonly cache?: HistoryFiles) {
    this.#dropped = new Set(manifest?.dropped);
  }

  /** Adds a commit of the symmetric difference between the cached tip and HEAD. */
  addNewer(commit: CommitRecord): void {
    const id = commit.id.slice(0, 16);
    if (commit.side === "<") this.#dropped.add(id);
    // A dropped commit that is an ancestor again is still in its segment.
    else if (!this.#dropped.delete(id)) this.#added.push({ ...commit, side: ">" });
  }

  /** Merges cached and new commits, and saves the new ones. */
  take(outcome: SessionOutcome): StateParts {
    const known = this.manifest?.segments.map((file) => this.#load(file)) ?? [];
    const recentText = this.#readText(this.manifest?.recent);
    const isDamaged = known.includes(undefined) ||
      (this.manifest?.recent !== undefined && recentText === undefined);
    const recent = [...this.#added, ...parseRecent(recentText)];
    const lines = mergeLines(outcome, this.#readText(this.manifest?.lines));
    const recentSegment = segmentOf(recent);
    const past = known.filter((segment) => segment !== undefined);
    const older = outcome.older && outcome.older.count > 0 ? outcome.older : undefined;
    if (isDamaged) this.#invalidate();
    else if (this.#shouldSave(outcome)) this.#save(outcome, { recent, recentSegment, lines, older });
    return {
      segments: [recentSegment, ...past, ...(older ? [older] : [])].filter((segment) => segment.count > 0),
      dropped: this.#dropped,
      lines,
      bounded: this.#isBounded(outcome),
      isDamaged,
    };
  }

  #shouldSave(outcome: SessionOutcome): boolean {
    // A shallow clone can be deepened at any time, so nothing is cached.
    if (!this.cache || outcome.facts.isShallow || outcome.missesNewer) return false;
    return this.manifest?.tip !== outcome.facts.head || (outcome.older?.count ?? 0) > 0 ||
      (outcome.requestedOlder && !outcome.missesOlder);
  }

  #save(
    outcome: SessionOutcome,
    parts: {
      recent: readonly CommitRecord[];
      recentSegment: Segment;
      lines: readonly CommitLines[];
      older: Segment | undefined;
    },
  ): void {
    const segments = [...this.manifest?.segments ?? []];
    const isFull = parts.recent.length > RECENT_LIMIT;
    if (segments.length > SEGMENT_LIMIT || this.#dropped.size > DROPPED_LIMIT) return this.#invalidate();
    const files = [
      isFull ? this.#writeSegment(parts.recentSegment) : undefined,
      parts.older ? this.#writeSegment(parts.older) : undefined,
    ];
    if ((isFull && !files[0]) || (parts.older && !files[1])) return;
    if (files[0]) segments.unshift(files[0]);
    if (files[1]) segments.push(files[1]);
    const recent = isFull || parts.recent.length === 0 ? undefined : this.#writeText(printLog(parts.recent));
    if (!isFull && parts.recent.length > 0 && recent === undefined) return;
    const lines = parts.lines.length === 0 ? undefined : this.#writeText(printLines(parts.lines));
    const older = this.#olderWalk(outcome);
    this.#writeManifest({
      format: HISTORY_FORMAT,
      tip: outcome.facts.head,
      ...(older && { older }),
      bounded: this.#isBounded(outcome),
      ...(recent !== undefined && { recent }),
      ...(lines !== undefined && { lines }),
      segments,
      dropped: [...this.#dropped].sort(),
    });
  }

  #olderWalk(outcome: SessionOutcome): OlderWalk | undefined {
    const before = this.manifest?.older ??
      (this.manifest ? undefined : { from: outcome.facts.head, read: 0 });
    if (!before || (outcome.requestedOlder && !outcome.missesOlder)) return undefined;
    return { from: before.from, read: before.read + (outcome.older?.count ?? 0) };
  }

  #isBounded(outcome: SessionOutcome): boolean {
    if (!outcome.requestedOlder) return this.manifest?.bounded ?? false;
    return (this.manifest?.older?.read ?? 0) + (outcome.older?.count ?? 0) >= LARGEST_HISTORY;
  }

  #writeManifest(manifest: HistoryManifest): void {
    if (!this.cache?.write(MANIFEST_NAME, new TextEncoder().encode(JSON.stringify(manifest)))) return;
    const { recent, lines, segments } = manifest;
    const files = segments.flatMap(({ name }) => [`${name}.columns`, `${name}.text`]);
    this.cache.sweep(new Set([MANIFEST_NAME, recent ?? "", lines ?? "", ...files]));
  }

  /** Invalidates the manifest, so that the next session requests everything. */
  #invalidate(): void {
    this.cache?.write(MANIFEST_NAME, new TextEncoder().encode("{}"));
  }

  #writeSegment(segment: Segment): SegmentFile | undefined {
    const columns = encodeColumns(segment);
    const name = freshName();
    const isWritten = this.cache?.write(`${name}.text`, encodeText(segment.text())) &&
      this.cache.write(`${name}.columns`, columns);
    return isWritten ? { name, bytes: columns.length } : undefined;
  }

  #writeText(text: string): string | undefined {
    const name = freshName();
    return this.cache?.write(name, new TextEncoder().encode(text)) ? name : undefined;
  }

  #load({ name }: SegmentFile): Segment | undefined {
    const bytes = this.cache?.read(`${name}.columns`);
    return bytes && decodeColumns(bytes, {
      read: () => this.cache?.read(`${name}.text`),
      onUnavailable: () => this.#invalidate(),
    });
  }

  #readText(name: string | undefined): string | undefined {
    const bytes = name === undefined ? undefined : this.cache?.read(name);
    return bytes && new TextDecoder().decode(bytes);
  }
}

/** Returns a unique file name. Never reused, so that a reader of an older manifest finds its own files or none. */
function freshName(): string {
  return `history-${HISTORY_FORMAT}-${crypto.randomUUID()}`;
}

function parseRecent(text: string | undefined): CommitRecord[] {
  const commits: CommitRecord[] = [];
  const parser = new LogParser((commit) => commits.push(commit));
  if (text !== undefined) parser.push(new TextEncoder().encode(text));
  parser.end();
  return commits;
}

function segmentOf(commits: readonly CommitRecord[]): Segment {
  const builder = new SegmentBuilder();
  for (const commit of commits) builder.add(commit);
  return builder.finish();
}

/** Merges new and cached line counts, new ones first, without those outside the window. */
function mergeLines({ facts, lines }: SessionOutcome, known: string | undefined): CommitLines[] {
  const oldest = facts.time - LINES_WINDOW;
  const all = [...(lines ? parseLines(lines) : []), ...(known ? parseLines(known) : [])];
  const seen = new Set<string>();
  return all.filter(({ id, time }) => time >= oldest && !seen.has(id) && seen.add(id));
}

/** Input of a session: HEAD and the cache as the main thread saw them, and the queries sent to git. */
export interface HistoryStart {
  /** Reason for an absent history, as a [Limits] phrase. All other fields are ignored then. */
  readonly refusal?: string;
  readonly facts?: HeadFacts;
  /** Manifest text that the queries were derived from; absent if everything was requested. */
  readonly manifest?: string;
  readonly streams: readonly HistoryStream[];
}

/** Chunk or end of git's output. */
export type HistoryEvent =
  | { readonly stream: HistoryStream; readonly chunk: Uint8Array<ArrayBuffer> }
  | { readonly stream: HistoryStream; readonly chunk?: undefined; readonly ok: boolean };

/** Parses git's output as it arrives. The history read so far is available at any time. */
export class HistorySession {
  readonly #state: HistoryState;
  readonly #builder = new SegmentBuilder();
  readonly #newer = new LogParser((commit) => this.#state.addNewer(commit));
  readonly #older = new LogParser((commit) => this.#builder.add(commit));
  readonly #lines: Uint8Array[] = [];
  readonly #open: Set<HistoryStream>;
  readonly #failed = new Set<HistoryStream>();
  readonly #ended = Promise.withResolvers<void>();
  #history: History | undefined;

  /** @param cache absent: nothing is stored */
  constructor(private readonly start: HistoryStart, cache?: HistoryFiles) {
    this.#state = new HistoryState(parseManifest(start.manifest), cache);
    this.#open = new Set(start.streams);
    if (this.#open.size === 0) this.#ended.resolve();
  }

  /** Processes a chunk or end of git's output. Ignored once {@link history} has returned. */
  receive(event: HistoryEvent): void {
    if (this.#history) return;
    if (event.chunk) return this.#chunk(event.stream, event.chunk);
    if (!event.ok) this.#failed.add(event.stream);
    else if (event.stream === "newer") this.#newer.end();
    else if (event.stream === "older") this.#older.end();
    this.#open.delete(event.stream);
    if (this.#open.size === 0) this.#ended.resolve();
  }

  /**
   * Returns the history, complete or as far as read by the deadline; missing parts are listed in its gaps. Read commits
   * are cached, and the next session resumes there.
   */
  async history(clock: Clock, deadline: number): Promise<History> {
    if (this.#history) return this.#history;
    if (this.#open.size > 0) await within(this.#ended.promise, Math.max(0, deadline - clock()));
    return this.#history ??= this.#finish();
  }

  #chunk(stream: HistoryStream, chunk: Uint8Array): void {
    if (stream === "newer") this.#newer.push(chunk);
    else if (stream === "older") this.#older.push(chunk);
    else this.#lines.push(chunk);
  }

  #finish(): History {
    const { facts, refusal } = this.start;
    if (!facts || refusal !== undefined) {
      return createHistory({ segments: [], dropped: new Set(), lines: [], gaps: refusal ? [refusal] : [] });
    }
    const isMissing = (stream: HistoryStream): boolean =>
      this.#open.has(stream) || this.#failed.has(stream) ||
      (stream === "newer" ? this.#newer.broken : stream === "older" && this.#older.broken);
    const requestedOlder = this.start.streams.includes("older");
    const outcome = {
      facts,
      requestedOlder,
      missesNewer: isMissing("newer"),
      missesOlder: isMissing("older"),
      older: requestedOlder ? this.#builder.finish() : undefined,
      lines: isMissing("lines") ? undefined : new TextDecoder().decode(concat(this.#lines)),
    };
    const parts = this.#state.take(outcome);
    const gaps = historyGaps({
      ...outcome,
      ...parts,
      hasFailed: this.#failed.has("older") || this.#older.broken,
    });
    return createHistory({ ...parts, gaps });
  }
}
