import { type MergeJob, mergeShare, noteEnd } from "../../src/index/merge_shares.ts";

/** The other thread of a merge: its blocks come with the job, and one that is missing breaks it. */
self.onmessage = (
  { data }: MessageEvent<{ readonly job: MergeJob; readonly blocks: readonly Uint8Array[] }>,
) => {
  const { job, blocks } = data;
  try {
    mergeShare(job, (id) => {
      if (blocks[id] === undefined) throw new Error(`no block ${id}`);
      return blocks[id];
    });
  } catch {
    // The range is noted as failed.
  }
  noteEnd(job);
  self.close();
};

self.postMessage("ready");
