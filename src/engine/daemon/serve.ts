import { clock } from "../../platform/clock.ts";
import type { Connection } from "../../platform/lines.ts";
import { memoryInUse, releaseMemory } from "../../platform/memory.ts";
import { programStamp } from "../../platform/program_name.ts";
import type { DaemonPlace } from "../../platform/daemon_place.ts";
import type { Repositories } from "../warm/repositories.ts";
import type { ServedRepository } from "../warm/served_repository.ts";
import type { WarmEngine } from "../warm/warm_engine.ts";
import { DaemonRequest } from "./request.ts";

/** Interval of the check for further use. Milliseconds. */
const TICK_MS = 3000;
/**
 * With more than this right after a prompt another repository is let go, and of the last one the sandbox is started anew:
 * Linux 6.12 takes up to 750 MB, half of it garbage. Bytes.
 */
const MOST_MEMORY = 1024 * 1024 * 1024;
/** Idle time after an answer before memory is released. Milliseconds. */
const RELEASE_MS = 4000;
/**
 * With more than this when it is idle other repositories are let go. With one left, and this much more than it once had, the
 * process ends: threads that had to be ended leave memory behind. Bytes.
 */
const MOST_IDLE_MEMORY = 500 * 1024 * 1024;
const MOST_LEFT_BEHIND = 200 * 1024 * 1024;
/** Interval at which background work checks for prompts. Milliseconds. */
const FREE_MS = 200;

/** The process of a daemon: takes callers to their repositories until none is left, or this is of no use any more. */
export class DaemonProcess {
  readonly #stamp = programStamp();
  readonly #requests = new Set<DaemonRequest>();
  /** On the clock: when something was done last. */
  #last = clock();
  /** True if memory was released since. */
  #isReleased = false;
  #leastIdleMemory = Infinity;
  /** Number of repositories at that measurement. */
  #served = 0;
  #isWarming = false;

  constructor(
    private readonly place: DaemonPlace,
    private readonly repositories: Repositories,
    private readonly engine: WarmEngine,
    private readonly memory: () => number = memoryInUse,
  ) {}

  /** Serves until the place is left. */
  async run(): Promise<void> {
    const timer = setInterval(() => this.#tick(), TICK_MS);
    this.#warmNext();
    for (let one = await this.place.next(); one; one = await this.place.next()) this.#welcome(one);
    clearInterval(timer);
  }

  /** A request about a repository was answered. */
  answered(repository: ServedRepository): void {
    this.#worked();
    this.place.touch();
    if (this.memory() > MOST_MEMORY && !this.repositories.letGoOldest(repository)) repository.restart();
  }

  #welcome(connection: Connection): void {
    const request = new DaemonRequest(connection, this.place.key, this.engine);
    this.#requests.add(request);
    void request.ended.promise.then(() => {
      this.#requests.delete(request);
      this.#warmNext();
    });
  }

  #tick(): void {
    this.repositories.sweep();
    if (this.#requests.size > 0) return;
    const isUseless = this.repositories.size === 0 || !this.place.isHeld() || programStamp() !== this.#stamp;
    if (isUseless || this.#isOverweight()) return this.place.leave();
    this.#warmNext();
    if (!this.#isWarming) this.#useRest();
  }

  /** Runs background work: one task at a time. */
  #useRest(): void {
    if (this.repositories.all().some((one) => one.catchUp())) this.#isReleased = false;
    else if (!this.#isReleased && clock() - this.#last >= RELEASE_MS) this.#release();
  }

  /** Warms up the repository asked last of those that are cold, if none is being warmed up. */
  #warmNext(): void {
    const cold = this.repositories.all().filter((one) => !one.isWarm);
    const [next] = cold.toSorted((one, other) => other.last - one.last);
    if (next && !this.#isWarming && this.memory() <= MOST_IDLE_MEMORY) void this.#warm(next);
  }

  async #warm(repository: ServedRepository): Promise<void> {
    this.#isWarming = true;
    // It is asked cold then.
    await repository.warm(() => this.#free()).catch(() => {});
    repository.release();
    this.#isWarming = false;
    this.#worked();
  }

  async #free(): Promise<void> {
    while (this.#requests.size > 0) await new Promise((resolve) => setTimeout(resolve, FREE_MS));
  }

  #release(): void {
    for (const one of this.repositories.all()) one.release();
    releaseMemory();
    this.#isReleased = true;
  }

  /** True if memory is too high with one repository; with several, drops the least recently used one. */
  #isOverweight(): boolean {
    if (!this.#isReleased) return false;
    const held = this.memory();
    if (this.repositories.size !== this.#served) this.#leastIdleMemory = Infinity;
    this.#served = this.repositories.size;
    this.#leastIdleMemory = Math.min(this.#leastIdleMemory, held);
    if (held <= MOST_IDLE_MEMORY) return false;
    if (this.repositories.size > 1) {
      this.repositories.letGoOldest();
      return false;
    }
    return held > Math.min(MOST_MEMORY, Math.max(MOST_IDLE_MEMORY, this.#leastIdleMemory + MOST_LEFT_BEHIND));
  }

  #worked(): void {
    this.#last = clock();
    this.#isReleased = false;
  }
}
