import type { Kept } from "../../index/lexical_index.ts";
import type { OpenIndex } from "../../index/open_index.ts";
import type { IndexOpening, IndexPort } from "../../ports/tool.ts";
import type { RepositoryView } from "../../model/sandbox.ts";
import type { GuardedTree, StoredBefore } from "./tree.ts";

/** Idle cache sizes. Bytes. */
const LITTLE: Kept = { postings: 2 * 1024 * 1024, records: 640 * 1024 };

/**
 * The index for one request, opened when a tool asks for it. In a daemon, what the request before left
 * open serves on, as long as neither the files nor the stored index have changed since.
 */
export class RequestIndex implements IndexPort {
  #opened: Promise<OpenIndex> | undefined;
  #before: RequestIndex | undefined;
  /** Store to open from, if it is open already. */
  #stored: StoredBefore | undefined;
  #defersLook = true;
  /** True once a tool has opened it. */
  #isAsked = false;

  constructor(
    private readonly view: RepositoryView,
    private tree: GuardedTree,
    { before, stored }: {
      readonly before?: RequestIndex | undefined;
      readonly stored?: StoredBefore | undefined;
    },
  ) {
    this.#stored = stored;
    // Of requests that asked for no index nothing is left.
    this.#before = before === undefined || before.#opened ? before : before.#before;
  }

  /** Files that were not looked at in time; undefined while no index is open. */
  unlooked: number | undefined;

  open(options: IndexOpening): Promise<OpenIndex> {
    this.#isAsked = true;
    return this.expect(options);
  }

  async over(paths: readonly string[], end: number): Promise<OpenIndex> {
    const { openOver } = await import("./partial_index.ts");
    return await openOver(paths, { view: this.view, tree: this.tree }, end);
  }

  /** Opens the index because a tool is likely to ask for it. */
  expect(options: IndexOpening): Promise<OpenIndex> {
    return this.#opened ??= this.#open(options).then((opened) => {
      this.unlooked = opened.unlooked();
      return opened;
    });
  }

  /**
   * Looks at the files, if that was deferred until the answer. False: some have changed; the index is opened anew when it is
   * asked for next, and what was answered does not hold.
   */
  async confirm(tree: GuardedTree): Promise<boolean> {
    const opened = this.#isAsked ? await this.#opened?.catch(() => undefined) : undefined;
    if (!opened) return true;
    const { isConfirmed } = await import("./index_port.ts");
    if (isConfirmed(opened, this.view, tree)) {
      this.unlooked = opened.unlooked();
      return true;
    }
    opened.close();
    this.#opened = undefined;
    this.tree = tree;
    this.#defersLook = false;
    return false;
  }

  /** The request is over: others may tidy the store. */
  async rest(): Promise<void> {
    if (!this.#opened) return this.#stored?.store.close();
    (await this.#opened.catch(() => undefined))?.rest();
  }

  /** No request is expected soon: little is kept of what can be read and derived again. */
  async release(): Promise<void> {
    (await this.#opened?.catch(() => undefined))?.index.relax(LITTLE);
  }

  /** There are no more requests: nothing is left open. */
  async close(): Promise<void> {
    this.#stored?.store.close();
    (await this.#opened?.catch(() => undefined))?.close();
    await this.#before?.close();
  }

  /** The index's code is loaded here. */
  async #open(options: IndexOpening): Promise<OpenIndex> {
    const { isSameTree, openWorkTree } = await import("./index_port.ts");
    const tree = this.tree;
    const defersLook = this.#defersLook;
    const [before, stored] = [this.#before, this.#stored];
    // The store is closed with what is opened from it.
    this.#before = this.#stored = undefined;
    const left = before && await before.#opened?.catch(() => undefined);
    const isLeft = left &&
      (isSameLook(before!.view, this.view)
        ? left.resume()
        : sameRules(before!.view, this.view) && isSameTree(left, this.view, { tree, defersLook }));
    if (isLeft) return left;
    left?.close();
    return await openWorkTree(this.view, tree, { ...options, defersLook, stored, leavesSymbols: "unmade" });
  }
}

/** True if both views show the same tree under the same rules, unchanged in between. */
export function isSameLook(one: RepositoryView, other: RepositoryView): boolean {
  return one.look !== undefined && one.look === other.look && sameRules(one, other);
}

/** True if the same tree would be listed and read alike. */
function sameRules(one: RepositoryView, other: RepositoryView): boolean {
  const rules = ({ root, cache, rules, exclude, fault }: RepositoryView): string =>
    JSON.stringify([root, cache, rules, exclude, fault]);
  return rules(one) === rules(other);
}
