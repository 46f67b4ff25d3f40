import { type BaseTree, decodeBase } from "../../history/base_tree.ts";
import type { FromSandbox } from "../../model/sandbox.ts";

/** Messages to the sandboxed side about HEAD's files; an empty one announces more. */
export interface BaseMessage {
  readonly type: "base";
  /** Output of `git ls-tree -r -z` and of `git ls-files -z -t`. */
  readonly tree?: Uint8Array<ArrayBuffer>;
  readonly flags?: Uint8Array<ArrayBuffer>;
  /** There is no HEAD, or no git. */
  readonly refusal?: true;
  /** The answer to the oldest open question. */
  readonly objects?: readonly (readonly [id: string, bytes: Uint8Array<ArrayBuffer>])[];
}

/** The sandboxed end: what HEAD holds, and its contents on demand. */
export class BaseInbox {
  readonly #reply: PromiseWithResolvers<BaseMessage> = Promise.withResolvers();
  readonly #questions: ((objects: ReadonlyMap<string, Uint8Array>) => void)[] = [];

  constructor(private readonly post: (message: FromSandbox) => void) {}

  receive(message: BaseMessage): void {
    if (message.tree || message.refusal) this.#reply.resolve(message);
    if (message.objects) this.#questions.shift()?.(new Map(message.objects));
  }

  /** @param listed false for paths that are never looked at */
  async tree(listed: (path: string) => boolean): Promise<BaseTree | undefined> {
    const { tree, flags } = await this.#reply.promise;
    return tree && flags && decodeBase(tree, flags, listed);
  }

  read(ids: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    if (ids.length === 0) return Promise.resolve(new Map());
    return new Promise((resolve) => {
      this.#questions.push(resolve);
      this.post({ type: "objects", ids });
    });
  }
}
