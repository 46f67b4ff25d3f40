import { within } from "../model/within.ts";
import { concat } from "../model/concat.ts";
import type { Clock } from "../model/ports.ts";
import { createHistory } from "./git_history.ts";
import type { History } from "./history.ts";
import { historyGaps } from "./gaps.ts";
import { LogParser } from "./log_parser.ts";
import { parseManifest } from "./manifest.ts";
import type { HeadFacts, HistoryStream } from "./requests.ts";
import { SegmentBuilder } from "./segment.ts";
import type { HistoryFiles } from "../platform/history_files.ts";
import { HistoryState } from "./state.ts";

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
