import { AnswerCache } from "../../tools/answers/answer_cache.ts";
import type { RepositoryView } from "../../model/sandbox.ts";
import { wallClock } from "../../platform/clock.ts";
import { readChecked, replaceChecked } from "../../platform/cache_files.ts";
import { SMALL_BYTES } from "../../platform/limits.ts";
import { blobHash } from "../../platform/work_tree.ts";

/** The answers kept beside the index; undefined where none are wanted. */
export function openAnswers({ answers, cache }: RepositoryView): AnswerCache | undefined {
  if (!answers || cache === undefined) return undefined;
  return new AnswerCache({
    files: {
      read: (name) => readChecked(`${cache}/${name}`, SMALL_BYTES),
      write: (name, bytes) => replaceChecked(`${cache}/${name}`, bytes),
    },
    ttlMs: answers.ttlMs,
    program: answers.program,
    now: wallClock,
    hash: blobHash,
  });
}
