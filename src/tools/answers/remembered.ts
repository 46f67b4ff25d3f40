import type { Findings } from "../../model/calls.ts";
import type { OpenIndex } from "../../index/open_index.ts";
import type { AnswerKey, ToolContext } from "../../ports/tool.ts";

/** A call whose answer depends on its arguments and the index alone. */
export interface IndexCall extends Omit<AnswerKey, "state"> {
  readonly opened: OpenIndex;
}

/**
 * The findings of an earlier call with the same arguments over the same files, otherwise those of `compute`, which
 * are cached unless `isWhole` returns false: then the time ran out. Not cached: answers of an index that is behind
 * its files, or over files that may change undetected, and questions with a semantic part, because their answer also
 * depends on the provider and on the vectors built so far.
 */
export async function remembered(
  call: IndexCall,
  context: ToolContext,
  { compute, isWhole = () => true }: {
    compute: () => Promise<Findings>;
    isWhole?: (() => boolean) | undefined;
  },
): Promise<Findings> {
  const { tool, args, opened } = call;
  const state = context.answers && !context.semantic ? opened.state() : undefined;
  if (!context.answers || state === undefined) return await compute();
  const asked = { tool, args, state };
  const known = context.answers.find(asked, context.files);
  if (known) return known;
  const findings = await compute();
  if (isWhole()) context.answers.keep(asked, findings);
  return findings;
}
