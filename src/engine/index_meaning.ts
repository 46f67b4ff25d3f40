import { LONGEST_PASSAGE } from "../index/vectors/passages.ts";
import { Failure } from "../model/errors.ts";
import type { EmbeddingChoice, EmbeddingSpace, SemanticGap, VectorEngine } from "../model/semantic.ts";
import type { Settings } from "../model/settings.ts";
import { embeddingModel } from "../semantic/choice/models.ts";
import type { IndexBuild } from "../platform/index_build.ts";
import { onInterrupt } from "../platform/interrupt.ts";
import { ProgressBar } from "../platform/progress.ts";
import { noteVectors } from "../platform/vector_note.ts";
import { costOfMissing, type EmbeddedTree, embedTree, estimateTree } from "./embed_tree.ts";
import { chooseProvider } from "./choose_provider.ts";
import { openSemantic, type Semantic } from "./semantic.ts";
import { metered } from "./metered_embedder.ts";
import { type BuildReport, doneReport, failedReport } from "./build_report.ts";

/** Work on the vectors, after the index of words is complete. */
export type MeaningWork = (worker: IndexBuild<unknown>) => Promise<BuildReport | undefined>;

/** A token of code, in characters: between three and four, so that the estimate errs on the high side. */
const UNITS_PER_TOKEN = 3;
/** As measured over Django: 206. */
const TOKENS_PER_CHUNK = 220;
/** Maximum cost of vectors built by a prompt or a session's start, without confirmation. US dollars. */
const UNASKED_DOLLARS = 1;

/**
 * Chooses the provider and starts its worker, which this thread can do only while it has its rights.
 *
 * @param cache folder of the index; undefined: nothing can be stored
 * @throws Failure when vectors were asked for and there is no provider
 */
export async function openMeaning(
  settings: Settings,
  task: "spare" | "build" | "estimate",
  cache: string | undefined,
): Promise<MeaningWork> {
  const isKept = settings["vectors.url"].value !== undefined;
  if (task === "estimate" && !isKept) {
    const { choice } = await chooseProvider(settings);
    return (worker) => estimate(worker, choice);
  }
  const semantic = await openSemantic(settings);
  const { choice, embedder, engine, close } = semantic;
  if (task === "estimate" && (engine || choice.provider === "none")) {
    return (worker) => estimate(worker, choice, engine).finally(close);
  }
  if (!embedder) {
    if (task === "spare") return () => Promise.resolve(undefined);
    const missing = choice.provider === "none" ? "no embedding provider" : "vectors cannot be built";
    throw new Failure("toolUnavailable", `${missing}: ${choice.failure?.detail ?? choice.why}`);
  }
  if (cache !== undefined) noteVectors(cache, embedder);
  return async (worker) => {
    if (task !== "spare" || !await isDear(worker, semantic)) return await make(worker, semantic);
    close();
    return undefined;
  };
}

async function make(worker: IndexBuild<unknown>, semantic: Semantic): Promise<BuildReport> {
  const { choice, embedder, engine, close } = semantic;
  const counted = embedder && metered(embedder, "index");
  const bar = new ProgressBar("embedding");
  const stop = onInterrupt();
  try {
    const made = counted && await embedTree(worker, counted, {
      mostUnits: passageUnits(choice),
      engine,
      signal: stop.signal,
      onProgress: (done, total) => bar.update(done, total),
    });
    const use = counted?.use();
    const report = !made ? REFUSED : "progress" in made ? madeReport(made, choice) : gapReport(made.gap);
    return { ...report, ...(use && { use }) };
  } finally {
    bar.clear();
    stop.release();
    close();
  }
}

const REFUSED = failedReport(
  "no vectors were built: another process builds them, or the index cannot be written",
  {},
);

function gapReport({ reason, detail }: SemanticGap): BuildReport {
  return failedReport(`no vectors were built: ${reason}: ${detail}`, { semantic: { reason } });
}

function madeReport({ progress, gap }: EmbeddedTree, { provider, model }: EmbeddingChoice): BuildReport {
  const { done, total, embedded, reused, beyond } = progress;
  const moved = reused > 0 ? `, ${reused} taken over` : "";
  const isIdle = total === 0 && !gap;
  return {
    text: isIdle
      ? `vectors are up to date: ${provider} ${model}\n`
      : `${embedded} chunks embedded by ${provider} ${model}${moved}\n`,
    data: { semantic: { provider, model, ...progress, ...(gap && { reason: gap.reason }) } },
    limits: [
      ...(gap ? [`vectors are incomplete: ${gap.reason}: ${gap.detail}`] : []),
      ...(!gap && done < total ? [`vectors are incomplete: ${done} of ${total} chunks`] : []),
      ...(beyond > 0 ? [`${beyond} chunks have no vectors: the store is full`] : []),
    ],
    failed: gap !== undefined,
  };
}

async function estimate(
  worker: IndexBuild<unknown>,
  choice: EmbeddingChoice,
  engine?: VectorEngine,
): Promise<BuildReport> {
  const { provider, model = "" } = choice;
  const found = await estimateTree(worker, spaceOf(choice), { mostUnits: passageUnits(choice), engine });
  if (!found) return REFUSED;
  if ("gap" in found) return gapReport(found.gap);
  const tokens = Math.ceil(found.characters / UNITS_PER_TOKEN);
  const { price } = embeddingModel(model);
  const dollars = price === undefined ? undefined : tokens / 1e6 * price;
  const cost = model === ""
    ? `no provider: ${choice.failure?.detail ?? choice.why}`
    : dollars === undefined
    ? `price not known: ${model}`
    : dollars === 0
    ? `free: ${provider} ${model}`
    : `about ${
      dollars.toFixed(dollars < 0.1 ? 3 : 2)
    } US dollars: ${provider} ${model} at ${price} a million`;
  return doneReport(
    `${found.passages} chunks of ${found.files} files would be embedded, about ${tokens} tokens\n${cost}\n`,
    { estimate: { provider, model, ...found, tokens, ...(dollars !== undefined && { dollars }) } },
  );
}

/** True if the cost exceeds the maximum without confirmation; a model of unknown price costs nothing. */
async function isDear(worker: IndexBuild<unknown>, { choice, engine }: Semantic): Promise<boolean> {
  const { price = 0 } = embeddingModel(choice.model ?? "");
  if (price === 0 || !choice.remote) return false;
  const perChunk = TOKENS_PER_CHUNK / 1e6 * price;
  const limits = { engine, perChunk, most: UNASKED_DOLLARS };
  return await costOfMissing(worker, spaceOf(choice), limits) > UNASKED_DOLLARS;
}

function spaceOf({ provider, model = "", dimensions }: EmbeddingChoice): EmbeddingSpace {
  return { provider, model, ...(dimensions !== undefined && { dimensions }) };
}

function passageUnits({ model = "" }: EmbeddingChoice): number {
  return Math.min(LONGEST_PASSAGE, embeddingModel(model).maxUnits);
}
