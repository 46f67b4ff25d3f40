import type { Digest } from "../index/team/manifest.ts";
import { LARGEST_PART, LARGEST_UNPACKED } from "../index/team/part.ts";
import type { CacheOutcome, RemoteCache } from "../model/remote_cache.ts";

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
