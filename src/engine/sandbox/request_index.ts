import type { OpenIndex } from "../../index/open_index.ts";
import type { IndexOpening, IndexPort } from "../../ports/tool.ts";
import type { RepositoryView } from "../../model/sandbox.ts";
import type { GuardedTree } from "./tree.ts";

/**
 * The index for one request, opened when a tool asks for it. In a daemon, what the request before left
 * open serves on, as long as neither the files nor the stored index have changed since.
 */
export class RequestIndex implements IndexPort {
  #opened: Promise<OpenIndex> | undefined;
  #before: RequestIndex | undefined;

  constructor(
    private readonly view: RepositoryView,
    private readonly tree: GuardedTree,
    before?: RequestIndex,
  ) {
    // Of requests that asked for no index nothing is left.
    this.#before = before === undefined || before.#opened ? before : before.#before;
  }

  /** Files that were not looked at in time; undefined while no index is open. */
  unlooked: number | undefined;

  open(options: IndexOpening): Promise<OpenIndex> {
    return this.#opened ??= this.#open(options).then((opened) => {
      this.unlooked = opened.unlooked();
      return opened;
    });
  }

  /** The request is over: others may tidy the store. */
  async rest(): Promise<void> {
    (await this.#opened?.catch(() => undefined))?.rest();
  }

  /** The index's code is loaded here. */
  async #open(options: IndexOpening): Promise<OpenIndex> {
    const { isSameTree, openWorkTree } = await import("./index_port.ts");
    const before = this.#before;
    this.#before = undefined;
    const left = before && await before.#opened?.catch(() => undefined);
    const isLeft = left &&
      (isSameLook(before!.view, this.view)
        ? left.resume()
        : sameRules(before!.view, this.view) && isSameTree(left, this.view, this.tree));
    if (isLeft) return left;
    left?.close();
    return await openWorkTree(this.view, this.tree, options);
  }
}

/** Whether both views show the same tree, read alike, of which nothing has changed in between. */
export function isSameLook(one: RepositoryView, other: RepositoryView): boolean {
  return one.look !== undefined && one.look === other.look && sameRules(one, other);
}

/** Whether the same tree would be listed and read alike. */
function sameRules(one: RepositoryView, other: RepositoryView): boolean {
  const rules = ({ root, cache, rules, exclude, fault }: RepositoryView): string =>
    JSON.stringify([root, cache, rules, exclude, fault]);
  return rules(one) === rules(other);
}
