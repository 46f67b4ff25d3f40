import type { Answer } from "../model/answer.ts";
import type { Intent } from "../model/intent.ts";
import type { Request } from "../model/request.ts";
import type { ResolvedSettings } from "../model/settings.ts";
import { runPipeline } from "../orchestrator/pipeline.ts";
import type { OpenOptions } from "./open_world.ts";
import { openWorld } from "./open_world.ts";

/** Nothing could be read; the reasons are [Limits] lines. */
export interface NoAnswer {
  readonly request: undefined;
  readonly limits: readonly string[];
}

/** Runs the whole flow for one request. */
export async function answerRequest(
  request: Request,
  intent: Intent,
  resolved: ResolvedSettings,
  options: OpenOptions,
): Promise<Answer | NoAnswer> {
  const world = await openWorld(request, resolved, options);
  if (world.settings === undefined) return { request: undefined, limits: world.limits };
  return await runPipeline(request, intent, world);
}
