import type { ServedRepository } from "./served_repository.ts";

/** Bounds of a daemon's repositories, and their opening. */
export interface RepositoriesOptions {
  /** Maximum number served at a time. */
  readonly most: number;
  /** Takes a root on; undefined where it must not be served. */
  readonly open: (root: string) => Promise<ServedRepository | undefined>;
}

/** The repositories that a daemon serves: those that were asked last. */
export class Repositories {
  readonly #served = new Map<string, ServedRepository>();
  readonly #opening = new Map<string, Promise<ServedRepository | undefined>>();

  constructor(private readonly options: RepositoriesOptions) {}

  /** Number served. */
  get size(): number {
    return this.#served.size;
  }

  /** All that are served. */
  all(): readonly ServedRepository[] {
    return [...this.#served.values()];
  }

  /**
   * The repository of a root (absolute, real), which is taken on if it is not served yet: that asked least recently is let go
   * for it. Undefined where it must not be served, or all others are being asked.
   */
  async find(root: string): Promise<ServedRepository | undefined> {
    const known = this.#served.get(root);
    if (known?.isThere) return known;
    if (known) this.#letGo(root, known);
    const opening = this.#opening.get(root) ?? this.#open(root);
    this.#opening.set(root, opening);
    return await opening.finally(() => this.#opening.delete(root));
  }

  /** Lets go those that are gone or that were not asked for long. */
  sweep(): void {
    for (const [root, one] of this.#served) if (!one.isThere || one.isUnused) this.#letGo(root, one);
  }

  /** Lets go the one that was asked least recently, never `kept` nor one that is being asked; whether there was one. */
  letGoOldest(kept?: ServedRepository): boolean {
    const rest = [...this.#served].filter(([, one]) => one !== kept && !one.isBusy);
    const oldest = rest.toSorted(([, one], [, other]) => one.last - other.last)[0];
    if (oldest) this.#letGo(...oldest);
    return oldest !== undefined;
  }

  /** Lets all go. */
  close(): void {
    for (const [root, one] of this.#served) this.#letGo(root, one);
  }

  async #open(root: string): Promise<ServedRepository | undefined> {
    const opened = await this.options.open(root);
    if (!opened) return undefined;
    if (this.#served.size >= this.options.most && !this.letGoOldest()) {
      opened.close();
      return undefined;
    }
    this.#served.set(root, opened);
    return opened;
  }

  #letGo(root: string, one: ServedRepository): void {
    this.#served.delete(root);
    one.close();
  }
}
