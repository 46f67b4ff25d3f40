import { Memo } from "../../src/model/memo.ts";
import type { RepositoryFiles } from "../../src/model/calls.ts";

/** Files of which only the texts are asked for; `textOf` answers undefined for one that is not there. */
export function filesOf(textOf: (path: string) => string | undefined): RepositoryFiles {
  return {
    list: () => [],
    read: (path) => {
      const text = textOf(path);
      return text === undefined ? { ok: false, reason: "missing" } : { ok: true, text, truncated: false };
    },
    version: () => undefined,
    memo: new Memo(undefined),
  };
}
